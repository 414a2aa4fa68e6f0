package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly.DirtyUpdate;
import dev.isogauge.anomaly.Anomaly.FaultyMember;
import dev.isogauge.anomaly.Anomaly.MissingVersion;
import dev.isogauge.anomaly.Anomaly.ResultSetMismatch;
import dev.isogauge.anomaly.Anomaly.SnapshotCycle;
import dev.isogauge.anomaly.Anomaly.UnknownVersion;
import dev.isogauge.anomaly.Anomaly.UnseenDependency;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Explains what contradicts a version certificate, and what is wrong with one. */
final class CertificateStories {
  private static final String PARTIAL_ORDER =
      "What the order says of the other versions is used, and nothing follows from what it does not"
          + " say; by itself this violates no level";

  private CertificateStories() {}

  static Explanation faultyMember(Story story, FaultyMember anomaly) {
    story.cast.mentionPredicate(anomaly.predicate());
    String reader = story.names.transaction(anomaly.transaction());
    String version = story.names.key(anomaly.key()) + " = " + story.names.atom(anomaly.value());
    String writer = "";
    if (anomaly.write() >= 0) {
      story.cast.mention(anomaly.write());
      writer = story.names.transactionOf(anomaly.write());
    }
    String fault =
        switch (anomaly.kind()) {
          case THIN_AIR_READ -> "no transaction wrote that version";
          case ABORTED_READ -> writer + ", which wrote it, aborted";
          case FUTURE_READ -> writer + " itself wrote it, and only later";
          case INTERMEDIATE_READ ->
              writer
                  + ", which wrote it, overwrote it before it ended, and others may only see its"
                  + " last write";
          default ->
              throw new IllegalArgumentException(anomaly.kind() + " is not a fault of a member");
        };
    story.say(
        String.format(
            "%s asked for %s, and its version set has %s",
            reader, story.names.condition(anomaly.predicate()), version));
    story.sayContradiction(fault);
    return story.tell(
        anomaly.kind(), reader + " evaluated a predicate on " + version + ": " + fault);
  }

  static Explanation mismatch(Story story, ResultSetMismatch anomaly) {
    int predicate = anomaly.predicate();
    story.cast.mentionPredicate(predicate);
    String reader = story.names.transaction(anomaly.transaction());
    String condition = story.names.condition(predicate);
    List<String> facts = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    if (!anomaly.missing().isEmpty()) {
      facts.add(story.names.seen(predicate, anomaly.missing()) + ", which matches");
      faults.add("the result lacks " + story.names.keys(anomaly.missing()));
    }
    if (!anomaly.unexpected().isEmpty()) {
      facts.add(story.names.seen(predicate, anomaly.unexpected()) + ", which does not match");
      faults.add("the result has " + story.names.keys(anomaly.unexpected()));
    }
    if (!anomaly.different().isEmpty()) {
      facts.add(story.names.seen(predicate, anomaly.different()));
      faults.add("the result has another value of " + story.names.keys(anomaly.different()));
    }
    if (anomaly.aggregate().isPresent()) {
      facts.add("rows that give " + Printable.name(anomaly.aggregate().get()));
      faults.add(
          "the result is " + story.names.atom(story.history.predicateReads().value(predicate)));
    }
    story.say(
        String.format(
            "%s asked for %s, and by its version set and its own writes before it saw %s",
            reader, condition, String.join("; ", facts)));
    story.sayContradiction(Words.list(faults));
    return story.tell(
        anomaly.kind(), reader + " asked for " + condition + ", and " + Words.list(faults));
  }

  static Explanation dirtyUpdate(Story story, DirtyUpdate anomaly) {
    story.cast.mention(anomaly.abortedWrite());
    story.cast.mention(anomaly.laterWrite());
    String aborted = story.names.transactionOf(anomaly.abortedWrite());
    String later = story.names.transactionOf(anomaly.laterWrite());
    story.say(aborted + " aborted, so none of its writes may be a version");
    story.sayContradiction(
        String.format(
            "the version order of %s has its write %s, before %s of %s",
            story.names.key(anomaly.key()),
            story.names.version(anomaly.abortedWrite()),
            story.names.version(anomaly.laterWrite()),
            later));
    return story.tell(
        anomaly.kind(),
        String.format(
            "%s overwrote %s of %s, which aborted",
            later, story.names.version(anomaly.abortedWrite()), aborted));
  }

  static Explanation unseen(Story story, UnseenDependency anomaly) {
    Edge edge = anomaly.edge();
    String from = story.names.transaction(edge.from());
    String to = story.names.transaction(edge.to());
    story.reasons.steps(List.of(edge)).forEach(story::say);
    story.sayContradiction(from + " is not in the snapshot of " + to);
    return story.tell(
        anomaly.kind(), to + " depends on " + from + ", which is not in its snapshot");
  }

  static Explanation snapshotCycle(Story story, SnapshotCycle anomaly) {
    Explainer.tellCycle(story, anomaly.cycle());
    Edge missed = anomaly.cycle().get(anomaly.cycle().size() - 1);
    return story.tell(
        anomaly.kind(),
        String.format(
            "%s misses a write of %s, which is in its snapshot",
            story.names.transaction(missed.from()), story.names.transaction(missed.to())));
  }

  static Explanation missing(Story story, MissingVersion anomaly) {
    story.cast.mention(anomaly.write());
    String writer = story.names.transactionOf(anomaly.write());
    String version = story.names.version(anomaly.write());
    story.say(writer + " wrote " + version + ", and " + whatIsMissing(story, anomaly));
    story.say(PARTIAL_ORDER);
    return story.tell(anomaly.kind(), "no version order places " + version + " of " + writer);
  }

  private static String whatIsMissing(Story story, MissingVersion anomaly) {
    long key = story.history.keyAtom(anomaly.key());
    Optional<VersionOrder> given =
        story.history.versionOrders().stream().filter(order -> order.key() == key).findFirst();
    if (given.isEmpty()) {
      return "no version order of that key is recorded";
    }
    long value = story.history.valueOf(anomaly.write());
    return given.get().versions().stream().anyMatch(v -> !v.isClear() && v.value() == value)
        ? "the version order of that key has that value without saying whose it is"
        : "the version order of that key lacks it";
  }

  static Explanation unknown(Story story, UnknownVersion anomaly) {
    String version =
        story.names.keyOfAtom(anomaly.key()) + " = " + story.names.atom(anomaly.value());
    String writer =
        anomaly.writer() == Atoms.NO_NAME
            ? ""
            : anomaly.writer() == Atoms.INITIAL_WRITER
                ? " of the initial state"
                : " of " + story.names.named(anomaly.writer());
    story.say(
        "A version order lists "
            + version
            + writer
            + ", which no transaction wrote, or lists it a second time");
    story.say(PARTIAL_ORDER);
    return story.tell(anomaly.kind(), "the version order has no use for " + version + writer);
  }
}
