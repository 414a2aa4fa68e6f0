package dev.isogauge.check;

import dev.isogauge.check.order.KnownOrder;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Guards;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Why a route was taken, and what would have to be recorded for more. */
final class RouteWords {
  private static final String HIDDEN = "reads do not show the order of versions, since ";

  private final Plan plan;
  private final History history;
  private final Route route;
  private final Question question;

  RouteWords(Plan plan, Route route) {
    this.plan = plan;
    this.history = plan.history();
    this.route = route;
    this.question = route.question();
  }

  String reason() {
    return switch (route.method()) {
      case COMMIT_ORDER -> "the level depends only on sessions and on which write each read saw";
      case LIST_ORDER, DEPENDENCY_GRAPH ->
          obstacle()
              .map(obstacle -> HIDDEN + obstacle)
              .orElse(
                  known() == KnownOrder.LIST_APPEND
                      ? "values are lists, and a list shows the order of its appends"
                      : "every write follows a read of its key, so reads show the order of versions"
                          + " and no search is needed");
      case PARTIAL_GRAPH, SEARCH -> HIDDEN + obstacle().orElseThrow();
      case GUIDED_SEARCH -> "version orders are recorded, which may leave a part of the order open";
      case CERTIFICATE, TIMESTAMPS, REPLAY ->
          plan.orders().has(question.order())
              ? "the history records " + what(question.order())
              : "the question is about " + what(question.order());
      case LINEARIZATION -> "the level speaks of single operations and of real time only";
      case NONE -> route.unanswered().reason();
    };
  }

  private KnownOrder known() {
    return switch (question.order()) {
      case MINI -> KnownOrder.MINI_TRANSACTIONS;
      case LIST_APPEND -> KnownOrder.LIST_APPEND;
      default -> plan.orders().shownByReads();
    };
  }

  private Optional<String> obstacle() {
    return plan.orders().obstacle(known());
  }

  List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    addMissingOrder(gaps);
    addUnjudgedPredicates(gaps);
    addMissingTimes(gaps);
    addMissingClaim(gaps);
    return gaps;
  }

  private static String what(OrderSource claim) {
    return switch (claim) {
      case TIMESTAMPS -> "start and commit timestamps";
      case CERTIFICATE, VERSION_ORDER -> "version orders";
      default -> "a serial order of its transactions, or their commit timestamps";
    };
  }

  /** The order of versions that the method needs and the history does not show. */
  private void addMissingOrder(List<Gap> gaps) {
    switch (route.method()) {
      case COMMIT_ORDER -> {
        if (!history.duplicateWrites().isEmpty()) {
          gaps.add(
              new Gap(
                  "write every value of a key only once",
                  "some values have several writers, and a read of one may leave the verdict"
                      + " unknown"));
        }
      }
      case SEARCH ->
          gaps.add(new Gap(known().hint(), "with that no search is needed, and the time is linear"));
      case PARTIAL_GRAPH ->
          gaps.add(new Gap(known().hint(), "without that the level cannot be shown to hold"));
      case LIST_ORDER, DEPENDENCY_GRAPH -> {
        if (obstacle().isPresent()) {
          gaps.add(
              new Gap(
                  history.hasLists() ? "append every element only once, and to lists only"
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
          gaps.add(
              new Gap(
                  "record the order of all versions of every key",
                  "with that no search is needed, and the time is linear"));
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
                          "record version orders and version sets, or the serial order",
                          history.transactionName(reader)
                              + " reads a predicate, which this checker does not judge, so it can"
                              + " find a violation but not show that the level holds")));
    }
  }

  private void addMissingTimes(List<Gap> gaps) {
    boolean isRealTime =
        question.level() == IsolationLevel.STRICT_SERIALIZABILITY
            || question.level() == IsolationLevel.LINEARIZABILITY;
    if (isRealTime && route.method() != Method.NONE) {
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

  /** Whether some order explains the reads says less than whether the order of the database does. */
  private void addMissingClaim(List<Gap> gaps) {
    boolean isStrong =
        route.method() == Method.DEPENDENCY_GRAPH
            || route.method() == Method.PARTIAL_GRAPH
            || route.method() == Method.SEARCH;
    List<OrderSource> claims =
        plan.orders().claims().stream()
            .filter(claim -> claim.levels().contains(question.level()))
            .toList();
    if (isStrong && claims.stream().noneMatch(plan.orders()::has)) {
      gaps.add(
          new Gap(
              "record "
                  + claims.stream()
                      .map(RouteWords::what)
                      .distinct()
                      .collect(Collectors.joining(", or ")),
              "this answers whether some order explains the reads; with a recorded order also"
                  + " whether that one does"));
    }
  }
}
