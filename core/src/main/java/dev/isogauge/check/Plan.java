package dev.isogauge.check;

import dev.isogauge.check.Route.Method;
import dev.isogauge.check.blackbox.BlackBoxChecker;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Which checker answers which question about one history, why that one, and what would have to be
 * recorded for more. Making a plan costs nothing; what it has to find out about the history it
 * finds out once, when first asked. Not safe for use by several threads at a time.
 *
 * <pre>{@code
 * Plan plan = Plan.of(history);
 * Route route = plan.route(plan.question(IsolationLevel.SERIALIZABILITY));
 * System.out.println(route.method().id() + ", since " + route.reason());
 * Verdict verdict = route.check(Limits.DEFAULT);
 * }</pre>
 */
public final class Plan {
  private final History history;

  /** What is judged, and decides how; the same unless there are unknown operations. */
  private final History known;

  private final Questions asking;
  private final CarriedOrders orders;
  private final SerialOrder serialOrder = new SerialOrder();

  private Plan(History history, Questions asking) {
    this.history = history;
    this.asking = asking;
    this.known = history.knownPart();
    this.orders = new CarriedOrders(known);
  }

  /** By the strongest order that the history carries, without assumptions about the database. */
  public static Plan of(History history) {
    return of(history, Questions.DEFAULT);
  }

  /** By the orders that are asked for. */
  public static Plan of(History history, Questions asking) {
    return new Plan(history, asking);
  }

  /** The history that the plan is about. */
  public History history() {
    return history;
  }

  History known() {
    return known;
  }

  CarriedOrders orders() {
    return orders;
  }

  SerialOrder serialOrder() {
    return serialOrder;
  }

  /** What to ask when a level was asked for. */
  public Question question(IsolationLevel level) {
    if (level.isWeak()
        || level == IsolationLevel.LINEARIZABILITY
        || level == IsolationLevel.RECORDED) {
      return Question.of(level);
    }
    return asking.by(level, asking.order() == OrderSource.AUTO ? strongest(level) : asking.order());
  }

  private OrderSource strongest(IsolationLevel level) {
    return orders.claims().stream()
        .filter(claim -> claim.levels().contains(level) && asking.fits(claim, level))
        .filter(orders::has)
        .findFirst()
        .orElse(OrderSource.NONE);
  }

  /** What to ask when no level was asked for: whatever the history may be able to answer. */
  public List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    IsolationLevel.weak().forEach(level -> questions.add(Question.of(level)));
    List<OrderSource> claims =
        orders.claims().stream()
            .filter(
                claim ->
                    claim == asking.order()
                        || (asking.order() == OrderSource.AUTO && orders.has(claim)))
            .toList();
    if (!claims.isEmpty() || orders.areShownByReads() || orders.isSearchable()) {
      questions.add(asking.any(IsolationLevel.SNAPSHOT_ISOLATION));
      questions.add(asking.any(IsolationLevel.SERIALIZABILITY));
      if (history.hasRealTime()) {
        questions.add(asking.any(IsolationLevel.STRICT_SERIALIZABILITY));
      }
    }
    for (OrderSource claim : claims) {
      for (IsolationLevel level : claim.levels()) {
        if (asking.fits(claim, level)
            && (level != IsolationLevel.STRICT_SERIALIZABILITY || history.hasRealTime())) {
          questions.add(asking.by(level, claim));
        }
      }
    }
    return questions;
  }

  /** How a question will be answered. */
  public Route route(Question question) {
    return new Route(this, question, method(question));
  }

  private Method method(Question question) {
    if (history.transactionCount() == 0 || !question.order().levels().contains(question.level())) {
      return Method.NONE;
    }
    return switch (question.order()) {
      case TIMESTAMPS -> Method.TIMESTAMPS;
      case CERTIFICATE -> Method.CERTIFICATE;
      case VERSION_ORDER ->
          known.versionOrders().isEmpty() || history.hasLists()
              ? Method.NONE
              : Method.GUIDED_SEARCH;
      case MINI, LIST_APPEND ->
          WeakChecker.searches(question.level()) ? Method.COMMIT_SEARCH : Method.DEPENDENCY_GRAPH;
      case REPLAY -> Method.REPLAY;
      case AUTO, NONE -> byAnyOrder(question.level());
    };
  }

  private Method byAnyOrder(IsolationLevel level) {
    if (level == IsolationLevel.LINEARIZABILITY) {
      return Method.LINEARIZATION;
    }
    if (level.isWeak()) {
      return Method.COMMIT_ORDER;
    }
    if (WeakChecker.searches(level)) {
      return Method.COMMIT_SEARCH;
    }
    if (orders.areShownByReads()) {
      return Method.DEPENDENCY_GRAPH;
    }
    // Beside predicate reads of registers the search still finds what single keys violate.
    if (BlackBoxChecker.decides(level) && (orders.isSearchable() || !history.hasLists())) {
      return Method.SEARCH;
    }
    return history.hasLists() ? Method.DEPENDENCY_GRAPH : Method.PARTIAL_GRAPH;
  }

  /**
   * Answers questions, strongest level first: what holds settles all weaker levels at once, and
   * what a weaker level violates settles a stronger one that was left unknown.
   *
   * @param limits what the answer to a question may use
   * @param listener hears of each question before it is checked
   * @return the answers, in the order of the questions
   */
  public Measurement measure(
      Collection<Question> questions, Function<Route, Limits> limits, Consumer<Route> listener) {
    return new StrongestFirst(this, limits, listener).answer(questions);
  }
}
