package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly.LostUpdate;
import dev.isogauge.evidence.ListSources;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Explains two writers of a key of which neither can have come first. */
final class LostUpdates {
  private final Story story;
  private final History history;
  private final LostUpdate anomaly;
  private final String first;
  private final String second;
  private final String key;

  private LostUpdates(Story story, LostUpdate anomaly) {
    this.story = story;
    this.history = story.history;
    this.anomaly = anomaly;
    this.first = story.names.transactionOf(anomaly.firstWrite());
    this.second = story.names.transactionOf(anomaly.secondWrite());
    this.key = story.names.key(anomaly.key());
  }

  static Explanation explain(Story story, LostUpdate anomaly) {
    return new LostUpdates(story, anomaly).explain();
  }

  private Explanation explain() {
    OptionalInt firstRead = readOfVersion(anomaly.firstWrite());
    OptionalInt secondRead = readOfVersion(anomaly.secondWrite());
    if (anomaly.version() != History.INITIAL) {
      story.cast.mention(anomaly.version());
    }
    firstRead.ifPresent(story.cast::mention);
    story.cast.mention(anomaly.firstWrite());
    secondRead.ifPresent(story.cast::mention);
    story.cast.mention(anomaly.secondWrite());
    return firstRead.isPresent() && secondRead.isPresent()
        ? bothRead(firstRead.getAsInt(), secondRead.getAsInt())
        : unread();
  }

  /** The first read of the version in the transaction of a write, before that write. */
  private OptionalInt readOfVersion(int write) {
    int transaction = history.transactionOf(write);
    for (int i = history.firstOperation(transaction); i < write; i++) {
      if (isRead(i) && saw(i)) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  private boolean isRead(int operation) {
    return history.keyOf(operation) == anomaly.key()
        && !history.isWrite(operation)
        && !history.isUnknownRead(operation);
  }

  private boolean isOwn(int read) {
    return !history.isListRead(read) && history.readStatus(read) == ReadStatus.OWN;
  }

  private boolean saw(int read) {
    int version = ListSources.version(history, read);
    return version == anomaly.version()
        // Among several that wrote the value only one can have been meant.
        || (version == History.SEVERAL && history.valueOf(read) == valueOfVersion());
  }

  private long valueOfVersion() {
    return anomaly.version() == History.INITIAL
        ? history.initialValue(anomaly.key())
        : history.valueOf(anomaly.version());
  }

  private Explanation bothRead(int firstRead, int secondRead) {
    int writer =
        anomaly.version() == History.INITIAL
            ? History.INITIAL
            : history.transactionOf(anomaly.version());
    String version =
        writer == History.INITIAL
            ? "the initial version of " + key
            : "the version of " + key + " that " + story.names.transaction(writer) + " wrote";
    story.say(
        String.format(
            "%s %s%s, and then %s",
            first,
            story.reasons.what("read", firstRead, writer),
            beside(anomaly.firstWrite()),
            wrote(anomaly.firstWrite())));
    story.say(
        String.format(
            "%s %s%s, and then %s",
            second,
            story.names.about(new Subject.OfOperation(secondRead), "read that version too"),
            beside(anomaly.secondWrite()),
            wrote(anomaly.secondWrite())));
    story.sayContradiction(
        "whichever of the two came second should have read the other's write, or a later version,"
            + " instead");
    return story.tell(
        anomaly.kind(),
        String.format(
            "%s and %s both read %s, and then both %s",
            first,
            second,
            version,
            history.isAppend(anomaly.firstWrite()) ? "appended to it" : "wrote " + key));
  }

  /** A read of the list by the transaction of an append that does not show another append. */
  private OptionalInt readWithout(int append, int missing) {
    int t = history.transactionOf(append);
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(i -> history.isListRead(i) && history.keyOf(i) == history.keyOf(append))
        .filter(
            i ->
                IntStream.range(0, history.listSize(i))
                    .noneMatch(e -> history.listElement(i, e) == history.valueOf(missing)))
        .findFirst();
  }

  private String wrote(int write) {
    return history.isAppend(write)
        ? "appended " + story.names.value(write) + " to it"
        : "wrote " + story.names.version(write);
  }

  /** The other versions of the key that a transaction read before its write. */
  private String beside(int write) {
    Map<String, String> others = new LinkedHashMap<>();
    for (int i = history.firstOperation(history.transactionOf(write)); i < write; i++) {
      if (isRead(i) && !isOwn(i) && !saw(i)) {
        story.cast.mention(i);
        others.putIfAbsent(history.valueName(i), story.names.version(i));
      }
    }
    return others.isEmpty() ? "" : ", beside " + Words.list(List.copyOf(others.values()));
  }

  /** Appends that no read puts into an order; what excludes either order need not be the two's. */
  private Explanation unread() {
    story.say(
        String.format(
            "%s appended %s to %s, and %s appended %s; no other transaction read either",
            first,
            story.names.value(anomaly.firstWrite()),
            key,
            second,
            story.names.value(anomaly.secondWrite())));
    story.say(
        "Since both append to " + key + ", one of them must have ended before the other started");
    OptionalInt read = readWithout(anomaly.firstWrite(), anomaly.secondWrite());
    OptionalInt other = readWithout(anomaly.secondWrite(), anomaly.firstWrite());
    story.sayContradiction(
        read.isPresent() && other.isPresent()
            ? String.format(
                "%s read %s, without what %s appended, and %s read %s, without what %s appended,"
                    + " so each started before the other had ended",
                first,
                story.names.version(read.getAsInt()),
                second,
                second,
                story.names.version(other.getAsInt()),
                first)
            : "what transactions read and wrote, and in which order, excludes either");
    return story.tell(
        anomaly.kind(),
        IsolationLevel.SNAPSHOT_ISOLATION,
        String.format(
            "%s and %s both appended to %s, and neither can have ended before the other started",
            first, second, key));
  }
}
