package dev.isogauge.check;

import dev.isogauge.check.Route.Gap;
import dev.isogauge.check.Route.Method;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.checker.Guards;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.ListAppends;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a route was taken, and what would have to be recorded for more. */
final class RouteWords {
  private static final String NO_SEARCH =
      "then no search is needed, and the time grows linearly with the history";
  private static final String HIDDEN = "reads do not show the order of versions, since ";

  private static final Set<Method> USES_READS =
      EnumSet.of(Method.DEPENDENCY_GRAPH, Method.PARTIAL_GRAPH, Method.SEARCH);

  private final Plan plan;
  private final History history;
  private final Route route;
  private final Question question;

  RouteWords(Plan plan, Route route) {
    this.plan = plan;
    this.history = plan.known();
    this.route = route;
    this.question = route.question();
  }

  String reason() {
    return switch (route.method()) {
      case COMMIT_ORDER -> "the level depends only on sessions and on which write each read saw";
      case DEPENDENCY_GRAPH ->
          obstacle()
              .map(obstacle -> HIDDEN + obstacle)
              .orElse(
                  known().equals(ListAppends.ORDER)
                      ? "values are lists, and a list shows the order of its appends"
                      : "every write of a key after the first follows a read of it, so reads show the"
                          + " order of versions and no search is needed");
      case PARTIAL_GRAPH, SEARCH -> HIDDEN + obstacle().orElseThrow();
      case COMMIT_SEARCH ->
          question.level() == IsolationLevel.RECORDED
              ? "every transaction has a level of its own, and all share one order of commits"
              : "the level lies between causal consistency and snapshot isolation";
      case GUIDED_SEARCH -> "version orders are recorded, which may leave a part of the order open";
      case CERTIFICATE, TIMESTAMPS, REPLAY ->
          plan.orders().has(question.order())
              ? "the history records " + what(question.order())
              : "the question names " + what(question.order());
      case LINEARIZATION -> "the level speaks of single operations and of real time only";
      case NONE -> route.unanswered().reason();
    };
  }

  private KnownOrder known() {
    return plan.orders().shownByReads(question.order());
  }

  private Optional<String> obstacle() {
    return plan.orders().obstacle(known());
  }

  List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    addUnknownOperations(gaps);
    addMissingLevels(gaps);
    addMissingOrder(gaps);
    addUnjudgedPredicates(gaps);
    addMissingTimes(gaps);
    addMissingClaim(gaps);
    return gaps;
  }

  private void addUnknownOperations(List<Gap> gaps) {
    History whole = plan.history();
    if (route.method() != Method.NONE) {
      Guards.firstUnknownOperation(whole)
          .ifPresent(
              first ->
                  gaps.add(
                      new Gap(
                          "record what each transaction read and wrote",
                          Guards.unknownOperation(whole, first)
                              + ", so the checker can find a violation but not show that the level"
                              + " holds")));
    }
  }

  private void addMissingLevels(List<Gap> gaps) {
    if (question.level() == IsolationLevel.RECORDED) {
      WeakChecker.missingLevel(history)
          .ifPresent(
              missing ->
                  gaps.add(
                      new Gap(
                          "record the level of every transaction",
                          missing + ", so the verdict will be unknown")));
    }
  }

  private String what(OrderSource claim) {
    return switch (claim) {
      case TIMESTAMPS -> "start and commit timestamps";
      case CERTIFICATE, VERSION_ORDER -> "version orders";
      default ->
          history.hasClaims() || history.predicateReads().count() == 0
              ? "a serial order"
              : "a serial order or commit timestamps";
    };
  }

  /** The order of versions that the method needs and the history does not show. */
  private void addMissingOrder(List<Gap> gaps) {
    switch (route.method()) {
      case COMMIT_SEARCH, COMMIT_ORDER -> {
        if (!history.duplicateWrites().isEmpty()) {
          gaps.add(
              new Gap(
                  "write every value of a key only once",
                  "some values have several writers, so the writers of some reads are searched for,"
                      + " which can take exponential time"));
        }
      }
      case SEARCH -> gaps.add(new Gap(known().hint(), NO_SEARCH));
      case PARTIAL_GRAPH ->
          gaps.add(
              new Gap(
                  known().hint(),
                  "without that the level can be shown to hold only where the order of the rest does"
                      + " not matter"));
      case DEPENDENCY_GRAPH -> {
        if (obstacle().isPresent()) {
          gaps.add(
              new Gap(
                  history.hasLists()
                      ? "append every element only once, and to lists only"
                      : known().hint(),
                  "without that the verdict will be unknown"));
        }
      }
      case CERTIFICATE, TIMESTAMPS, REPLAY -> {
        if (!plan.orders().has(question.order())) {
          gaps.add(
              new Gap(
                  "record " + what(question.order()) + " for every transaction",
                  "without all of them the verdict will be unknown"));
        }
      }
      case GUIDED_SEARCH ->
          gaps.add(new Gap("record the order of all versions of every key", NO_SEARCH));
      case LINEARIZATION, NONE -> {}
    }
  }

  private void addUnjudgedPredicates(List<Gap> gaps) {
    boolean judged = route.method() == Method.CERTIFICATE || route.method() == Method.REPLAY;
    if (!judged && route.method() != Method.NONE) {
      Guards.firstPredicateReader(history)
          .ifPresent(
              reader ->
                  gaps.add(
                      new Gap(
                          judge(),
                          history.transactionName(reader)
                              + " reads a predicate, which this checker does not judge, so it can"
                              + " find a violation but not show that the level holds")));
    }
  }

  /** Where predicate reads are judged. */
  private String judge() {
    return Stream.of(OrderSource.CERTIFICATE, OrderSource.REPLAY)
        .filter(plan.orders()::has)
        .findFirst()
        .map(order -> "see the levels by " + order.id())
        .orElse("record version orders and version sets, or the serial order");
  }

  private void addMissingTimes(List<Gap> gaps) {
    if (question.level().usesRealTime() && route.method() != Method.NONE) {
      Guards.firstWithoutTimes(history)
          .ifPresent(
              first ->
                  gaps.add(
                      new Gap(
                          "record begin and end of every transaction",
                          (history.hasRealTime()
                                  ? history.transactionName(first) + " lacks them"
                                  : "no transaction has them")
                              + ", so the checker can find a violation but not show that the level"
                              + " holds")));
    }
  }

  /** That some order explains the reads says less than that the order of the database does. */
  private void addMissingClaim(List<Gap> gaps) {
    List<OrderSource> claims =
        plan.orders().claims().stream()
            .filter(claim -> claim.levels().contains(question.level()) && isPossible(claim))
            .toList();
    if (!USES_READS.contains(route.method())
        || claims.isEmpty()
        || claims.stream().anyMatch(plan.orders()::has)) {
      return;
    }
    String orders =
        claims.stream().map(this::what).distinct().limit(2).collect(Collectors.joining(", or "));
    gaps.add(
        new Gap(
            "record " + orders,
            "then the order that the database used is checked as well, and not only whether some"
                + " order explains the reads"));
  }

  /** Lists show the order of their versions, and no other is recorded for them. */
  private boolean isPossible(OrderSource claim) {
    return !history.hasLists()
        || (claim != OrderSource.CERTIFICATE && claim != OrderSource.VERSION_ORDER);
  }
}
