package dev.isogauge.explain;

import dev.isogauge.anomaly.Anomaly.OrderViolation;
import dev.isogauge.anomaly.Anomaly.ReplayMismatch;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.ReplayedRow;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.text.Printable;
import java.util.List;
import java.util.Locale;

/** Explains what contradicts the serial order that a database claims. */
final class ReplayStories {
  private static final int ROWS_TOLD = 5;

  private final Story story;
  private final History history;
  private final boolean bySerial;

  private ReplayStories(Story story) {
    this.story = story;
    this.history = story.history;
    this.bySerial = ClaimedOrder.isBySerial(history);
  }

  static Explanation explain(Story story, OrderViolation anomaly) {
    return new ReplayStories(story).explain(anomaly);
  }

  static Explanation explain(Story story, ReplayMismatch anomaly) {
    return new ReplayStories(story).explain(anomaly);
  }

  private Explanation explain(OrderViolation anomaly) {
    story.cast.enter(anomaly.earlier());
    story.cast.enter(anomaly.later());
    String earlier = name(anomaly.earlier());
    String later = name(anomaly.later());
    boolean session = anomaly.relation() == Relation.SESSION_ORDER;
    story.say(
        session
            ? String.format(
                "%s comes before %s in session %s",
                earlier, later, story.names.session(history.sessionOf(anomaly.later())))
            : String.format(
                Locale.ROOT,
                "%s ended at %d, before %s began at %d",
                earlier,
                history.endTime(anomaly.earlier()),
                later,
                history.beginTime(anomaly.later())));
    story.sayContradiction(
        String.format(
            "the claimed order has %s before %s",
            placed(anomaly.later()), placed(anomaly.earlier())));
    return story.tell(
        anomaly.kind(),
        String.format(
            "the claimed order has %s before %s, against %s",
            later, earlier, session ? "their session" : "real time"));
  }

  private Explanation explain(ReplayMismatch anomaly) {
    for (ReplayedRow row : told(anomaly)) {
      if (row.write() != History.INITIAL) {
        story.cast.mention(row.write());
      }
    }
    return anomaly.read() >= 0 ? explainRead(anomaly) : explainPredicate(anomaly);
  }

  private static List<ReplayedRow> told(ReplayMismatch anomaly) {
    return anomaly.rows().subList(0, Math.min(anomaly.rows().size(), ROWS_TOLD));
  }

  private Explanation explainRead(ReplayMismatch anomaly) {
    int read = anomaly.read();
    ReplayedRow row = anomaly.rows().get(0);
    story.cast.mention(read);
    story.say(state(row));
    story.sayContradiction(
        String.format(
            "%s read %s%s",
            placed(anomaly.transaction()), story.names.version(read), origin(read)));
    return story.tell(
        anomaly.kind(),
        String.format(
            "%s read %s, where the claimed order has %s",
            name(anomaly.transaction()), story.names.version(read), shown(anomaly.expected())));
  }

  /** Where the value that was read came from, if a single write wrote it. */
  private String origin(int read) {
    int write = history.isListRead(read) ? History.SEVERAL : history.readFrom(read);
    if (write == History.THIN_AIR) {
      return ", which no transaction wrote";
    }
    if (write == History.INITIAL) {
      return ", the initial value";
    }
    if (write < 0) {
      return "";
    }
    int writer = history.transactionOf(write);
    if (writer == history.transactionOf(read)) {
      return ", its own write";
    }
    story.cast.mention(write);
    if (history.counts(writer)) {
      return ", written by " + placed(writer);
    }
    return ", written by "
        + name(writer)
        + (history.outcome(writer) == Outcome.ABORTED
            ? ", which aborted"
            : ", which has no place in that order");
  }

  private Explanation explainPredicate(ReplayMismatch anomaly) {
    PredicateReads predicates = history.predicateReads();
    int p = anomaly.predicate();
    story.cast.enter(anomaly.transaction());
    String condition = Printable.name(history.atoms().plain(predicates.condition(p)));
    String relation =
        predicates.relation(p) == Atoms.NO_NAME
            ? "the keys without a relation"
            : Printable.name(history.atoms().plain(predicates.relation(p)));
    story.say(
        String.format(
            "%s asked %s for \"%s\"; after all that comes before it in the claimed order, and its own"
                + " operations, the answer is %s",
            placed(anomaly.transaction()), relation, condition, shown(anomaly.expected())));
    told(anomaly).forEach(row -> story.say(state(row) + verdict(row)));
    if (anomaly.rows().size() > ROWS_TOLD) {
      story.say("And so on; more rows are left out here");
    }
    story.sayContradiction("its answer was " + shown(anomaly.actual()));
    return story.tell(
        anomaly.kind(),
        String.format(
            "%s got %s for \"%s\", where the claimed order has %s",
            name(anomaly.transaction()),
            shown(anomaly.actual()),
            condition,
            shown(anomaly.expected())));
  }

  private static String verdict(ReplayedRow row) {
    return switch (row.result()) {
      case READ, AGGREGATED -> "";
      case NOT_RETURNED -> "; that matches, and was not returned";
      case RETURNED_WITHOUT_MATCH ->
          "; that does not match, and was returned"
              + (row.seen().isEmpty() ? "" : " as " + shown(row.seen()));
      case RETURNED_WITH_OTHER_VALUE -> "; it was returned as " + shown(row.seen());
    };
  }

  /** What a key is at that moment, and which transaction made it so. */
  private String state(ReplayedRow row) {
    String subject = story.names.key(row.key());
    if (row.write() == History.INITIAL) {
      return "no transaction before it in the claimed order wrote "
          + subject
          + ", which is "
          + shown(row.state());
    }
    String writer = placed(history.transactionOf(row.write()));
    return history.isDelete(row.write())
        ? subject + " was deleted last by " + writer
        : String.format("%s was last written by %s and is %s", subject, writer, shown(row.state()));
  }

  private String name(int transaction) {
    return story.names.transaction(transaction);
  }

  /** The transaction with its place in the claimed order. */
  private String placed(int transaction) {
    if (bySerial) {
      return name(transaction) + " (serial " + history.serialPosition(transaction) + ")";
    }
    long logical = history.commitLogical(transaction);
    return name(transaction)
        + " (commit "
        + history.commitTimestamp(transaction)
        + (logical == 0 ? "" : ":" + logical)
        + ")";
  }

  private static String shown(String value) {
    return Printable.name(value);
  }
}
