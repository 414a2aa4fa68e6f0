package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly.StaleRead;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.history.History;
import java.util.List;

/**
 * Explains reads of what a visible transaction had overwritten: TAP-h, i, k, l, m and n, and
 * session guarantees that are broken.
 */
final class StaleReads {
  private final Story story;
  private final StaleRead anomaly;
  private final String reader;
  private final String missed;
  private final String overwriter;
  private final boolean append;
  private final boolean foundLater;

  private StaleReads(Story story, StaleRead anomaly) {
    this.story = story;
    this.anomaly = anomaly;
    this.reader = story.names.transaction(anomaly.t3());
    this.append = story.history.isAppend(anomaly.overwrites());
    this.missed =
        append
            ? story.names.value(anomaly.overwrites()) + " in " + story.names.key(anomaly.key())
            : story.names.version(anomaly.overwrites());
    this.overwriter = story.names.transaction(anomaly.t2());
    this.foundLater = isFoundLater(story.history, anomaly);
  }

  static Explanation explain(Story story, StaleRead anomaly) {
    return new StaleReads(story, anomaly).explain();
  }

  /** Whether a later read of the transaction shows what this one missed. */
  private static boolean isFoundLater(History history, StaleRead anomaly) {
    for (int i = anomaly.read() + 1; i < history.endOperation(anomaly.t3()); i++) {
      if (history.keyOf(i) == anomaly.key() && shows(history, i, anomaly.overwrites())) {
        return true;
      }
    }
    return false;
  }

  private static boolean shows(History history, int read, int write) {
    if (!history.isListRead(read)) {
      return !history.isWrite(read) && history.readFrom(read) == write;
    }
    for (int e = 0; e < history.listSize(read); e++) {
      if (history.listElement(read, e) == history.valueOf(write)) {
        return true;
      }
    }
    return false;
  }

  private Explanation explain() {
    story.cast.enter(anomaly.t1());
    story.cast.mention(anomaly.overwrites());
    story.cast.mention(anomaly.read());
    List<Edge> first = anomaly.firstBeforeSecond();
    if (isAnyInferred(first)) {
      story.reasons.steps(first).forEach(story::say);
      if (first.size() > 1) {
        story.say("Together, " + story.reasons.precedes(anomaly.t1(), anomaly.t2()));
      }
    } else {
      story.say(story.reasons.path(first));
    }
    Edge closing = Evidence.closing(anomaly);
    story.sayContradiction(
        story.names.about(
            new Subject.OfEdge(closing),
            story.reasons.claim(closing)
                + ", because "
                + story.reasons.although(
                    anomaly.t2(),
                    anomaly.t1(),
                    anomaly.read(),
                    anomaly.secondVisibleToThird(),
                    "")));
    story.say(
        rule()
            + ", so "
            + reader
            + (append
                ? " should have found " + missed
                : " should have read " + missed + " or a later version")
            + (foundLater ? " already then" : ""));
    return story.tell(anomaly.kind(), summary());
  }

  private static boolean isAnyInferred(List<Edge> edges) {
    for (Edge edge : edges) {
      if (edge.isInferred()) {
        return true;
      }
    }
    return false;
  }

  private String rule() {
    return switch (anomaly.kind()) {
      case NON_MONOTONIC_READ, NON_MONOTONIC_READ_BY_COMMIT_ORDER ->
          "A transaction that has read from " + overwriter + " must not go back behind it";
      case FRACTURED_READ, FRACTURED_READ_BY_COMMIT_ORDER ->
          "A transaction that sees " + overwriter + " must see all of its writes";
      case READ_YOUR_WRITES_VIOLATION -> "A session must see what it wrote itself";
      case MONOTONIC_READS_VIOLATION ->
          "A session that has read from " + overwriter + " must not go back behind it";
      case MONOTONIC_WRITES_VIOLATION ->
          "A transaction must see what the sessions it reads from wrote before";
      case WRITES_FOLLOW_READS_VIOLATION ->
          "A transaction must see what the sessions it reads from had read";
      default -> "A transaction must see all that happened before it";
    };
  }

  private String missedIt() {
    return (foundLater ? " and at first missed " : " and missed ") + missed;
  }

  private String summary() {
    String read = reader + " read " + story.names.version(anomaly.read());
    return switch (anomaly.kind()) {
      case NON_MONOTONIC_READ, NON_MONOTONIC_READ_BY_COMMIT_ORDER ->
          read
              + " after it had seen "
              + overwriter
              + (append
                  ? ", which appended " + story.names.value(anomaly.overwrites())
                  : ", which wrote a later version, " + missed);
      case FRACTURED_READ, FRACTURED_READ_BY_COMMIT_ORDER ->
          read
              + ": it saw "
              + overwriter
              + (append
                  ? foundLater ? ", but did not find at first " : ", but did not find "
                  : foundLater ? ", but only later its write of " : ", but not its write of ")
              + missed;
      case READ_YOUR_WRITES_VIOLATION -> read + missedIt() + ", which its own session wrote before";
      case MONOTONIC_READS_VIOLATION ->
          read + missedIt() + ", although its session had already read from " + overwriter;
      case MONOTONIC_WRITES_VIOLATION ->
          read + missedIt() + ", which the session of a transaction that it saw wrote before";
      case WRITES_FOLLOW_READS_VIOLATION ->
          read + missedIt() + ", which the session of a transaction that it saw had read";
      case CAUSALITY_VIOLATION ->
          read + missedIt() + ", although " + overwriter + " happened before it";
      case CONFLICTING_ORDERS ->
          read
              + missedIt()
              + " of "
              + overwriter
              + ": transactions disagree on the order of writes";
      default -> throw new IllegalArgumentException(anomaly.kind() + " is not a stale read");
    };
  }
}
