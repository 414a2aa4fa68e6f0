package dev.isogauge.check;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.check.certificate.VersionCertificate;
import dev.isogauge.check.known.OrderChecker;
import dev.isogauge.check.known.RegisterVersions;
import dev.isogauge.check.linear.LinearizabilityChecker;
import dev.isogauge.check.replay.ReplayChecker;
import dev.isogauge.check.timestamp.TimestampChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.checker.Guards;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.Versions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** How one question about a history is answered. */
public final class Route {
  private final Plan plan;
  private final History history;
  private final Question question;
  private final Method method;

  Route(Plan plan, Question question, Method method) {
    this.plan = plan;
    this.history = plan.known();
    this.question = question;
    this.method = method;
  }

  /** The question. */
  public Question question() {
    return question;
  }

  /** The checker that answers it. */
  public Method method() {
    return method;
  }

  /** Why this checker: what the history records, or does not. */
  public String reason() {
    return new RouteWords(plan, this).reason();
  }

  /** What keeps the answer from saying more, most important first. */
  public List<Gap> gaps() {
    return new RouteWords(plan, this).gaps();
  }

  /** Whether the time it takes may grow exponentially with the history. */
  public boolean searches() {
    boolean choosesWriters =
        method == Method.COMMIT_ORDER
            && question.level() != IsolationLevel.CUT_ISOLATION
            && !history.duplicateWrites().isEmpty();
    return choosesWriters
        || method == Method.SEARCH
        || method == Method.GUIDED_SEARCH
        || method == Method.COMMIT_SEARCH;
  }

  /** The answer. */
  public Verdict check(Limits limits) {
    Verdict judged = SinglePattern.only(question, judge(limits), history);
    Verdict verdict = Guards.unlessSomethingIsUnknown(judged, plan.history());
    if (question.order() == OrderSource.NONE) {
      plan.serialOrder().learn(question, verdict);
    }
    return verdict;
  }

  private Verdict judge(Limits limits) {
    return switch (method) {
      case COMMIT_ORDER -> checkWeak(limits);
      case DEPENDENCY_GRAPH -> checkKnown(limits);
      case PARTIAL_GRAPH -> checkPartial(limits);
      case SEARCH -> search(limits);
      case COMMIT_SEARCH -> new ReplicaRoute(plan, question).check(limits);
      case GUIDED_SEARCH -> searchAlong(limits);
      case CERTIFICATE -> checkBy(VersionCertificate.ORDER, limits);
      case TIMESTAMPS -> new TimestampChecker(question.level(), limits).check(history);
      case REPLAY ->
          new ReplayChecker(question.level(), question.sessionOrder(), limits).check(history);
      case LINEARIZATION -> new LinearizabilityChecker(limits).check(history);
      case NONE -> unanswered();
    };
  }

  /** Where values repeat, a serial order is often found sooner than a choice of writers. */
  private Verdict checkWeak(Limits limits) {
    Limits share = limits.withTimeout(limits.evidence());
    return new WeakChecker(question.level(), limits)
        .trying(whole -> plan.serialOrder().find(whole, share))
        .check(history);
  }

  /** An empty history satisfies every level, and is most likely a mistake of the sender. */
  Verdict.Unknown unanswered() {
    if (history.transactionCount() == 0) {
      return new Verdict.Unknown(
          "the history has no transaction, so there is nothing to judge", List.of());
    }
    if (!question.order().levels().contains(question.level())) {
      String levels =
          question.order().levels().stream()
              .map(IsolationLevel::id)
              .collect(Collectors.joining(", "));
      return new Verdict.Unknown(
          String.format(
              "%s is not decided by %s; these levels are: %s",
              question.level().id(), question.order().id(), levels),
          Verdict.Cause.ORDER,
          List.of());
    }
    return history.versionOrders().isEmpty()
        ? new Verdict.Unknown(
            "no order of versions is recorded", Verdict.Cause.VERSION_ORDER, List.of())
        : new Verdict.Unknown(
            "version orders do not help with lists, whose reads show them",
            Verdict.Cause.ORDER,
            List.of());
  }

  /** By the order of versions that reads show; what is assumed of registers may show more. */
  private Verdict checkKnown(Limits limits) {
    if (question.order() == OrderSource.NONE
        && question.assumesRegisterOrder()
        && !history.hasLists()) {
      Verdict assumed = checkBy(RegisterVersions.by(question.registers()), limits);
      if (assumed instanceof Verdict.Violated) {
        return assumed;
      }
    }
    return checkBy(plan.orders().shownByReads(question.order()), limits);
  }

  private Verdict checkPartial(Limits limits) {
    Verdict partial = checkBy(RegisterVersions.by(question.registers()), limits);
    return partial instanceof Verdict.Violated || history.duplicateWrites().isEmpty()
        ? partial
        : checkBy(plan.orders().shownByReads(question.order()), limits);
  }

  /** Registers may show a violation even where their order is open; else an order is searched. */
  private Verdict search(Limits limits) {
    long begin = System.nanoTime();
    Verdict partial = checkBy(RegisterVersions.by(question.registers()), limits);
    if (partial instanceof Verdict.Violated) {
      return partial;
    }
    if (question.assumesRegisterOrder()) {
      Optional<Verdict> found = searchAsAssumed(limits, begin);
      if (found.isPresent()) {
        return found.get();
      }
    }
    Verdict found = search(limits, begin);
    // What was found need not keep to an order that is assumed.
    return found instanceof Verdict.Satisfied && question.assumesRegisterOrder() ? partial : found;
  }

  /** An order that keeps to what is assumed of registers, if one is found. */
  private Optional<Verdict> searchAsAssumed(Limits limits, long begin) {
    Versions inferred = RegisterVersions.by(question.registers()).versions(history, () -> {});
    Optional<Witness> found =
        inferred.findings().isEmpty() && question.registers().contains(RegisterOrder.INITIAL)
            ? new BlackBoxChecker(constraints(), limits)
                .since(begin)
                .along(inferred)
                .witness(history)
            : Optional.empty();
    return found.map(
        witness -> {
          Verdict holds = new Verdict.Satisfied(witness, OverlappingSessions.notes(history));
          Verdict guarded = Guards.unlessPredicatesMatter(holds, history);
          return question.level().usesRealTime()
              ? Guards.unlessRealTimeIsMissing(guarded, history)
              : guarded;
        });
  }

  private Constraints constraints() {
    return new Constraints(
        question.level(), question.sessionOrder(), method == Method.GUIDED_SEARCH);
  }

  /**
   * Searches for an order that keeps the recorded parts of the order of versions, unless these
   * contradict the level by themselves.
   */
  private Verdict searchAlong(Limits limits) {
    long begin = System.nanoTime();
    Verdict claimed = checkBy(VersionCertificate.ORDER, limits);
    if (claimed instanceof Verdict.Violated) {
      return claimed;
    }
    // That versions are missing was known; that the order has others may be a slip.
    List<Anomaly> unknown =
        claimed.notes().stream().filter(n -> n.kind() == AnomalyKind.UNKNOWN_VERSION).toList();
    return search(limits, begin).withNotes(unknown);
  }

  /** Searches for an order, in a time that counts from {@code begin} on. */
  private Verdict search(Limits limits, long begin) {
    return new BlackBoxChecker(constraints(), limits).since(begin).check(history);
  }

  private Verdict checkBy(KnownOrder source, Limits limits) {
    OrderChecker checker =
        new OrderChecker(question.level(), source, question.sessionOrder(), limits);
    return (plan.orders().obstacle(source).isEmpty() ? checker.unobstructed() : checker)
        .check(history);
  }

  /** How a question is answered. */
  public enum Method {
    /** Reads and sessions force an order of commits; the level holds if that has no cycle. */
    COMMIT_ORDER(
        "commit-order",
        "derives the commit order that sessions and reads force; a cycle in it is a violation"),
    /** Reads show the order of versions, which gives a graph of dependencies. */
    DEPENDENCY_GRAPH(
        "dependency-graph",
        "builds the graph of dependencies between transactions; a cycle that the level forbids is a"
            + " violation"),
    /** Reads show a part of the order of versions. */
    PARTIAL_GRAPH(
        "partial-graph",
        "builds the graph of those dependencies that reads show; it can find a violation, and that the"
            + " level holds where the rest does not matter"),
    /** Nothing shows the order of versions: one is searched for. */
    SEARCH(
        "search",
        "searches for an order of versions that explains every read, which can take exponential"
            + " time"),
    /** Causal consistency and snapshot isolation settle it, or a commit order is searched for. */
    COMMIT_SEARCH(
        "commit-search",
        "looks for a violation of causal consistency, and for cycles of dependencies; if there is"
            + " none, searches for an order of commits that explains every read, which can take"
            + " exponential time"),
    /** As {@link #SEARCH}, along the recorded parts of the order. */
    GUIDED_SEARCH(
        "guided-search",
        "searches for an order of versions that explains every read and keeps the recorded version"
            + " orders, which can take exponential time"),
    /** The order of versions is recorded, and what predicate reads saw. */
    CERTIFICATE(
        "certificate",
        "builds the graph of dependencies from the recorded version orders, taken at their word"),
    /** Start and commit timestamps are recorded. */
    TIMESTAMPS(
        "timestamps",
        "simulates the run in the order of its start and commit timestamps, taken at their word, and"
            + " compares every read"),
    /** The serial order is recorded. */
    REPLAY(
        "replay",
        "runs the transactions again, one after the other in the serial order that the database"
            + " claims, and compares every read"),
    /** Operations on single keys, by real time. */
    LINEARIZATION(
        "linearization",
        "orders the operations of each key within their begin and end times; searches where values"
            + " repeat"),
    /** No checker answers the question. */
    NONE("none", "does not check: the verdict will be unknown");

    private final String id;
    private final String meaning;

    Method(String id, String meaning) {
      this.id = id;
      this.meaning = meaning;
    }

    /** The name used in reports. */
    public String id() {
      return id;
    }

    /** What the checker does, as a clause without a subject. */
    public String meaning() {
      return meaning;
    }
  }

  /**
   * What a history lacks for a stronger answer.
   *
   * @param remedy what to record or to do, as a command
   * @param effect what cannot be said without it
   */
  public record Gap(String remedy, String effect) {}
}
