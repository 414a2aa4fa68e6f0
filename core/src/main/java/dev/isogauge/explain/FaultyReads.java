package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly.FaultyRead;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import java.util.Optional;

/** Explains reads that are wrong by themselves: TAP-a to TAP-f. */
final class FaultyReads {
  private final Story story;
  private final History history;
  private final FaultyRead anomaly;
  private final String reader;
  private final String version;
  private final String writer;

  private FaultyReads(Story story, FaultyRead anomaly) {
    this.story = story;
    this.history = story.history;
    this.anomaly = anomaly;
    this.reader = story.names.transaction(anomaly.transaction());
    this.version = story.names.version(anomaly.read());
    this.writer = story.names.transactionOf(anomaly.write());
  }

  static Explanation explain(Story story, FaultyRead anomaly) {
    return new FaultyReads(story, anomaly).explain();
  }

  private Explanation explain() {
    if (anomaly.write() >= 0) {
      story.cast.mention(anomaly.write());
    }
    story.cast.mention(anomaly.read());
    String summary =
        switch (anomaly.kind()) {
          case THIN_AIR_READ -> thinAir();
          case ABORTED_READ -> aborted();
          case FUTURE_READ -> future();
          case NOT_MY_OWN_WRITE -> notMyOwn();
          case NOT_MY_LAST_WRITE -> notMyLast();
          case INTERMEDIATE_READ -> intermediate();
          default -> throw new IllegalArgumentException(anomaly.kind() + " is not a faulty read");
        };
    return story.tell(anomaly.kind(), summary);
  }

  private String thinAir() {
    Optional<Long> named = history.namedWriter(anomaly.read());
    int key = history.keyOf(anomaly.read());
    story.say(reader + " read " + version);
    if (named.isPresent() && named.get() == Atoms.INITIAL_WRITER) {
      String initial = story.names.initialValue(key);
      story.sayContradiction(
          "the record says that this is the initial value, and that is " + initial);
      return reader + " read " + version + " from the initial state, where it is " + initial;
    }
    if (named.isPresent()) {
      String claimed = story.names.named(named.get());
      story.sayContradiction(
          "the record names " + claimed + " as the writer, and there is no such write of it");
      return reader + " read " + version + " from a write of " + claimed + " that does not exist";
    }
    story.sayContradiction(
        String.format(
            "no transaction, committed or aborted, wrote that value to %s, and the initial value"
                + " is %s",
            story.names.key(key), story.names.initialValue(key)));
    return reader + " read " + version + ", which no transaction wrote";
  }

  private String aborted() {
    story.say(reader + " read " + version + ", which " + story.names.wrote(anomaly.write()));
    story.sayContradiction(
        history.namedWriter(anomaly.read()).isPresent()
            ? writer + " aborted, and no other transaction may see what it wrote"
            : writer + " aborted, and no transaction that committed wrote " + version);
    return reader + " read " + version + ", which " + writer + " wrote before it aborted";
  }

  private String future() {
    story.say(reader + " read " + version);
    story.sayContradiction(
        "that is the value " + reader + " itself wrote, and only after this read");
    return reader + " read " + version + " before it wrote that value";
  }

  private String notMyOwn() {
    String own = mentionLatestOwnWrite();
    story.say(reader + " wrote " + own + ", and its later reads of that key should see this write");
    story.sayContradiction(
        "it then read "
            + version
            + (anomaly.write() == History.INITIAL
                ? ", the initial value"
                : ", which " + story.names.wrote(anomaly.write())));
    return reader + " read " + version + " after its own write of " + own;
  }

  private String notMyLast() {
    String own = mentionLatestOwnWrite();
    story.say(
        reader
            + " wrote "
            + version
            + " and then "
            + own
            + ", and its later reads of that key should see the latter");
    story.sayContradiction("it then read " + version);
    return reader + " read " + version + ", which it had already overwritten with " + own;
  }

  private String intermediate() {
    int last = lastWriteBefore(history.endOperation(history.transactionOf(anomaly.write())));
    story.cast.mention(last);
    String finalVersion = story.names.version(last);
    story.say(reader + " read " + version + ", which " + story.names.wrote(anomaly.write()));
    story.sayContradiction(
        writer
            + " itself overwrote it with "
            + finalVersion
            + ", and only that final write may be seen by others");
    return reader
        + " read "
        + version
        + ", which "
        + writer
        + " overwrote with "
        + finalVersion
        + " before it ended";
  }

  private String mentionLatestOwnWrite() {
    int own = lastWriteBefore(anomaly.read());
    story.cast.mention(own);
    return story.names.version(own);
  }

  private int lastWriteBefore(int operation) {
    return story.reasons.lastWriteBefore(operation, history.keyOf(anomaly.read()));
  }
}
