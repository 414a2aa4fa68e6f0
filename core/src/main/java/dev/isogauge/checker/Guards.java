package dev.isogauge.checker;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import dev.isogauge.verdict.Verdict;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What keeps a checker from proving that a level holds. What it found wrong is wrong, but that it
 * found nothing means little where it did not check everything.
 */
public final class Guards {
  private Guards() {}

  /** The first transaction that reads a predicate and says something about its result. */
  public static OptionalInt firstPredicateReader(History history) {
    PredicateReads predicates = history.predicateReads();
    return IntStream.range(0, predicates.count())
        .filter(p -> history.counts(predicates.transactionOf(p)) && predicates.saysSomething(p))
        .map(predicates::transactionOf)
        .findFirst();
  }

  /** The first committed transaction whose begin or end is not recorded. */
  public static OptionalInt firstWithoutTimes(History history) {
    return IntStream.range(0, history.transactionCount())
        .filter(
            t ->
                history.outcome(t) == Outcome.COMMITTED
                    && (history.beginTime(t) == RawBlock.NO_TIME
                        || history.endTime(t) == RawBlock.NO_TIME))
        .findFirst();
  }

  /** A level that holds by single keys may not hold by predicates. */
  public static Verdict unlessPredicatesMatter(Verdict verdict, History history) {
    OptionalInt reader =
        verdict instanceof Verdict.Satisfied ? firstPredicateReader(history) : OptionalInt.empty();
    return reader.isEmpty()
        ? verdict
        : new Verdict.Unknown(
            "reads and writes of single keys are fine, but "
                + history.transactionName(reader.getAsInt())
                + " reads a predicate; record version orders and version sets, or the serial order",
            verdict.notes());
  }

  /** The first unknown operation that keeps a level from being shown to hold. */
  public static OptionalInt firstUnknownOperation(History history) {
    UnknownOperations unknown = history.unknownOperations();
    return IntStream.range(0, unknown.count())
        .filter(
            u -> unknown.isWrite(u) || history.outcome(unknown.transactionOf(u)) != Outcome.ABORTED)
        .findFirst();
  }

  /** What an unknown operation did, as a clause. */
  public static String unknownOperation(History history, int number) {
    UnknownOperations unknown = history.unknownOperations();
    String name =
        unknown.name(number) == Atoms.NO_NAME ? "" : history.atoms().token(unknown.name(number));
    String where =
        switch (unknown.scope(number)) {
          case KEY -> "in " + name;
          case TABLE -> name.isEmpty() ? "in keys without a table" : "in table " + name;
          case EVERYTHING -> "somewhere";
        };
    return history.transactionName(unknown.transactionOf(number))
        + (unknown.isWrite(number) ? " writes something unknown " : " reads something unknown ")
        + where;
  }

  /** The statement of an unknown operation: its text, how often, and what to do. */
  private static String statement(History history, int number) {
    UnknownOperations unknown = history.unknownOperations();
    return history.statements().stream()
        .filter(each -> each.number() == unknown.statement(number))
        .findFirst()
        .map(
            each ->
                " by the statement "
                    + Printable.escape(each.sql())
                    + " ("
                    + Words.count(unknown.countOf(each.number()), "unknown operation")
                    + "; "
                    + Printable.escape(each.reason())
                    + "): the known part shows no violation, but the rest is open")
        .orElse(
            ": the known part shows no violation, but the rest is open; record what it read or"
                + " wrote");
  }

  /** A recording that ended early may lack what would break a level. */
  static Verdict unlessItEndedEarly(Verdict verdict, History history) {
    return verdict instanceof Verdict.Satisfied && history.ending().isPresent()
        ? new Verdict.Unknown(
            "the recording ended before the application did ("
                + Printable.escape(history.ending().get())
                + "): what it holds shows no violation, but later transactions are missing; record"
                + " again",
            verdict.notes())
        : verdict;
  }

  /**
   * A level that holds as far as is known may not hold: who knows what was read or written. Of a
   * violation nothing is taken back, since what unknown operations could explain was not judged.
   */
  public static Verdict unlessSomethingIsUnknown(Verdict verdict, History history) {
    OptionalInt first = firstUnknownOperation(history);
    boolean isOpen =
        verdict instanceof Verdict.Satisfied
            || (verdict instanceof Verdict.Unknown unknown
                && unknown.cause() == Verdict.Cause.HISTORY);
    return first.isEmpty() || !isOpen
        ? unlessItEndedEarly(verdict, history)
        : new Verdict.Unknown(
            unknownOperation(history, first.getAsInt()) + statement(history, first.getAsInt()),
            verdict.notes());
  }

  /** A level that speaks of real time needs times. */
  public static Verdict unlessRealTimeIsMissing(Verdict verdict, History history) {
    return verdict instanceof Verdict.Satisfied
            && !history.hasRealTime()
            && firstWithoutTimes(history).isPresent()
        ? new Verdict.Unknown(
            "the history has no real time; record begin and end of every transaction",
            verdict.notes())
        : unlessTimesAreMissing(verdict, history);
  }

  /** Without all times only some of the order that real time imposes was checked. */
  public static Verdict unlessTimesAreMissing(Verdict verdict, History history) {
    OptionalInt first =
        verdict instanceof Verdict.Satisfied ? firstWithoutTimes(history) : OptionalInt.empty();
    return first.isEmpty()
        ? verdict
        : new Verdict.Unknown(
            "transaction "
                + history.transactionName(first.getAsInt())
                + " lacks its begin or end, so real time may order more; record both of all",
            verdict.notes());
  }
}
