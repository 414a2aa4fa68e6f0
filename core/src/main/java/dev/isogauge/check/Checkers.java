package dev.isogauge.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.certificate.VersionCertificate;
import dev.isogauge.check.known.MiniTransactions;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.check.known.RegisterVersions;
import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.check.lists.WeakListChecker;
import dev.isogauge.check.replay.ReplayChecker;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Checker;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.ListAppends;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Picks the cheapest sound checker for a question. */
public final class Checkers {
  private Checkers() {}

  /** Asks whether some order satisfies the level. */
  public static Checker of(IsolationLevel level, Limits limits) {
    return of(Question.of(level), limits);
  }

  public static Checker of(Question question, Limits limits) {
    Checker checker = byOrder(question, limits);
    boolean judgesPredicates =
        question.order() == OrderSource.REPLAY || question.order() == OrderSource.CERTIFICATE;
    return judgesPredicates ? checker : PredicateGuard.guard(checker);
  }

  private static Checker byOrder(Question question, Limits limits) {
    if (!question.order().levels().contains(question.level())) {
      return history -> doesNotFit(question);
    }
    return switch (question.order()) {
      case TIMESTAMPS -> new TimestampChecker(question.level(), limits);
      case CERTIFICATE ->
          history -> checkKnown(question, VersionCertificate.ORDER, limits, history);
      case VERSION_ORDER -> history -> searchAlong(question, limits, history);
      case MINI -> history -> checkKnown(question, MiniTransactions.ORDER, limits, history);
      case LIST_APPEND -> history -> checkKnown(question, ListAppends.ORDER, limits, history);
      case REPLAY -> history -> replay(question, limits, history);
      case AUTO, NONE -> byAnyOrder(question, limits);
    };
  }

  private static Verdict doesNotFit(Question question) {
    String levels =
        question.order().levels().stream()
            .map(IsolationLevel::id)
            .collect(Collectors.joining(", "));
    return new Verdict.Unknown(
        String.format(
            "%s is not decided by %s, which tell of %s; ask with another --order",
            question.level().id(), question.order().id(), levels),
        List.of());
  }

  private static Checker byAnyOrder(Question question, Limits limits) {
    if (question.level() == IsolationLevel.LINEARIZABILITY) {
      Checker checker = new LinearizabilityChecker(limits);
      return history -> unlessTimesAreMissing(checker.check(history), history);
    }
    return IsolationLevel.weak().contains(question.level())
        ? history -> checkWeak(question.level(), limits, history)
        : history -> checkStrong(question, limits, history);
  }

  private static Verdict checkWeak(IsolationLevel level, Limits limits, History history) {
    return history.hasLists()
        ? new WeakListChecker(level, limits).check(history)
        : new WeakChecker(level, limits).check(history);
  }

  /**
   * Where reads tell the order of versions, that decides in linear time. Registers may show a
   * violation even where their order is open; where they do not, an order is searched for.
   */
  private static Verdict checkStrong(Question question, Limits limits, History history) {
    long begin = System.nanoTime();
    KnownOrder known = orderOf(history);
    boolean isKnown = known.obstacle(history).isEmpty();
    if (!history.hasLists() && (!isKnown || question.assumesRegisterOrder())) {
      KnownOrder registers = RegisterVersions.by(question.registers());
      Verdict partial = checkKnown(question, registers, limits, history);
      if (partial instanceof Verdict.Violated) {
        return partial;
      }
      if (!isKnown && BlackBoxChecker.decides(question.level(), history)) {
        Verdict found = search(question, limits, history, begin);
        // What was found need not keep to an order that is assumed.
        return found instanceof Verdict.Satisfied && question.assumesRegisterOrder()
            ? partial
            : found;
      }
      if (!isKnown && history.duplicateWrites().isEmpty()) {
        return partial;
      }
    }
    return checkKnown(question, known, limits, history);
  }

  /** Searches for an order, in a time that counts from {@code begin} on. */
  private static Verdict search(Question question, Limits limits, History history, long begin) {
    boolean along = question.order() == OrderSource.VERSION_ORDER;
    Constraints constraints = new Constraints(question.level(), question.sessionOrder(), along);
    BlackBoxChecker checker = new BlackBoxChecker(constraints, limits);
    return inRealTime(question, each -> checker.check(each, begin), history);
  }

  /**
   * Searches for an order that keeps the recorded parts of the order of versions, unless these
   * contradict the level by themselves.
   */
  private static Verdict searchAlong(Question question, Limits limits, History history) {
    if (history.versionOrders().isEmpty()) {
      return new Verdict.Unknown(
          "no order of versions is recorded; give one by --version-order, or ask with another"
              + " --order",
          List.of());
    }
    if (!BlackBoxChecker.decides(question.level(), history)) {
      return new Verdict.Unknown(
          "orders of versions are no help with lists, which show them; ask with another --order",
          List.of());
    }
    long begin = System.nanoTime();
    Verdict claimed = checkKnown(question, VersionCertificate.ORDER, limits, history);
    if (claimed instanceof Verdict.Violated) {
      return claimed;
    }
    // That versions are missing was known; that the order has others may be a slip.
    List<Anomaly> unknown =
        claimed.notes().stream().filter(n -> n.kind() == AnomalyKind.UNKNOWN_VERSION).toList();
    return search(question, limits, history, begin).withNotes(unknown);
  }

  private static Verdict checkKnown(
      Question question, KnownOrder known, Limits limits, History history) {
    return inRealTime(
        question,
        new OrderChecker(question.level(), known, question.sessionOrder(), limits),
        history);
  }

  private static Verdict replay(Question question, Limits limits, History history) {
    return inRealTime(
        question, new ReplayChecker(question.level(), question.sessionOrder(), limits), history);
  }

  /** What is wrong without real time is wrong with it; what holds needs all times. */
  private static Verdict inRealTime(Question question, Checker checker, History history) {
    Verdict verdict = checker.check(history);
    if (question.level() != IsolationLevel.STRICT_SERIALIZABILITY) {
      return verdict;
    }
    return verdict instanceof Verdict.Satisfied && !history.hasRealTime()
        ? new Verdict.Unknown(
            "the history has no real time; record begin and end of every transaction",
            verdict.notes())
        : unlessTimesAreMissing(verdict, history);
  }

  /** Without all times only some of the order that real time imposes was looked at. */
  private static Verdict unlessTimesAreMissing(Verdict verdict, History history) {
    for (int t = 0; verdict instanceof Verdict.Satisfied && t < history.transactionCount(); t++) {
      if (history.outcome(t) == Outcome.COMMITTED
          && (history.beginTime(t) == RawBlock.NO_TIME || history.endTime(t) == RawBlock.NO_TIME)) {
        return new Verdict.Unknown(
            "transaction "
                + history.transactionName(t)
                + " lacks its begin or end, so real time may order more; record both of all",
            verdict.notes());
      }
    }
    return verdict;
  }

  /** Whether reads alone tell the order of versions, so that strong levels can be decided. */
  public static boolean isOrderKnown(History history) {
    return orderOf(history).obstacle(history).isEmpty();
  }

  /** Whether an order of versions that reads do not tell can be searched for. */
  public static boolean isSearchable(History history) {
    return !history.hasLists() && history.predicateReads().count() == 0;
  }

  /** Whether the database told the order of versions or version sets of predicate reads. */
  static boolean hasCertificate(History history) {
    boolean told =
        !history.versionOrders().isEmpty()
            || IntStream.range(0, history.predicateReads().count())
                .anyMatch(history.predicateReads()::hasVersionSet);
    return told && VersionCertificate.ORDER.obstacle(history).isEmpty();
  }

  /** Whether the database told the order of versions, but not all that a certificate needs. */
  static boolean hasPartialOrder(History history) {
    return !history.versionOrders().isEmpty()
        && isSearchable(history)
        && VersionCertificate.ORDER.isPartial(history);
  }

  private static KnownOrder orderOf(History history) {
    return history.hasLists() ? ListAppends.ORDER : MiniTransactions.ORDER;
  }
}
