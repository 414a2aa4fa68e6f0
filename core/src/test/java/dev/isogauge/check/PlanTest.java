package dev.isogauge.check;

import static dev.isogauge.level.IsolationLevel.CAUSAL;
import static dev.isogauge.level.IsolationLevel.LINEARIZABILITY;
import static dev.isogauge.level.IsolationLevel.PL_3;
import static dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
import static dev.isogauge.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.STRICT_SERIALIZABILITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Route.Gap;
import dev.isogauge.check.Route.Method;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which checker answers which question about which history. */
class PlanTest {
  private static final String MINI = "s1: r(x,nil) w(x,1) | s2: r(x,1) w(x,2)";
  private static final String BLIND = "s1: w(x,1) | s2: w(x,2) | s3: r(x,1)";
  private static final String LISTS = "s1: a(x,1) | s2: r(x,[1])";
  private static final String MIXED = "s1: a(x,1) w(y,1) | s2: r(x,[1])";
  private static final String STAMPED = "s1: [ts 1..2] w(x,1) | s2: [ts 3..4] r(x,1)";
  private static final String SERIAL = "s1: [serial 1] w(x,1) | s2: [serial 2] r(x,1) w(x,2)";
  private static final String ORDERED = BLIND + "\norder x: 1 2";
  private static final String PREDICATE = MINI + " p(*,\"value > 0\",[x])";

  private static Method method(String text, IsolationLevel level) throws InputException {
    return route(text, level).method();
  }

  private static Route route(String text, IsolationLevel level) throws InputException {
    Plan plan = Plan.of(IsogaugeText.parse(text));
    return plan.route(plan.question(level));
  }

  @Test
  void whatIsRecordedDecidesTheChecker() throws InputException {
    assertThat(method(MINI, CAUSAL)).isEqualTo(Method.COMMIT_ORDER);
    assertThat(method(LISTS, CAUSAL)).isEqualTo(Method.COMMIT_ORDER);
    assertThat(method(MINI, SERIALIZABILITY)).isEqualTo(Method.DEPENDENCY_GRAPH);
    assertThat(method(LISTS, PL_3)).isEqualTo(Method.DEPENDENCY_GRAPH);
    assertThat(method(BLIND, SNAPSHOT_ISOLATION)).isEqualTo(Method.SEARCH);
    assertThat(method(BLIND, PL_3)).isEqualTo(Method.PARTIAL_GRAPH);
    assertThat(method(STAMPED, SNAPSHOT_ISOLATION)).isEqualTo(Method.TIMESTAMPS);
    assertThat(method(STAMPED, STRICT_SERIALIZABILITY)).isEqualTo(Method.DEPENDENCY_GRAPH);
    assertThat(method(SERIAL, SERIALIZABILITY)).isEqualTo(Method.REPLAY);
    assertThat(method(ORDERED, SERIALIZABILITY)).isEqualTo(Method.CERTIFICATE);
    assertThat(method(MINI, LINEARIZABILITY)).isEqualTo(Method.LINEARIZATION);
  }

  @Test
  void aRouteSaysWhyAndWhatIsMissing() throws InputException {
    Route search = route(BLIND, SERIALIZABILITY);

    assertThat(search.searches()).isTrue();
    assertThat(search.reason())
        .isEqualTo(
            "reads do not show the order of versions, since s2.1 writes x without having read it");
    assertThat(search.gaps())
        .extracting(Gap::remedy)
        .containsExactly(
            "read every key before writing it, or append to lists",
            "record start and commit timestamps, or version orders");
    assertThat(route(STAMPED, SERIALIZABILITY).gaps()).isEmpty();
    assertThat(route(MINI, STRICT_SERIALIZABILITY).gaps().get(0).remedy())
        .isEqualTo("record begin and end of every transaction");
    assertThat(route(PREDICATE, CAUSAL).gaps().get(0).effect())
        .startsWith("s2.1 reads a predicate, which this checker does not judge");
    assertThat(route(MIXED, SERIALIZABILITY).reason())
        .isEqualTo(
            "reads do not show the order of versions, since s1.1 reads or writes y as a plain"
                + " value");
  }

  /** A gap is honest: where the plan expects no verdict, there is none. */
  @ParameterizedTest
  @EnumSource(IsolationLevel.class)
  void thePlanFitsTheVerdict(IsolationLevel level) throws InputException {
    for (String text : List.of(MINI, BLIND, LISTS, MIXED, STAMPED, SERIAL, ORDERED, PREDICATE)) {
      Route route = route(text, level);
      boolean canHold =
          route.gaps().stream()
              .noneMatch(
                  gap ->
                      gap.effect().contains("not show that the level holds")
                          || gap.effect().contains("will be unknown"));

      boolean mayBeOpen = !canHold || route.method() == Method.PARTIAL_GRAPH;

      Verdict verdict = route.check(Limits.DEFAULT);

      List<String> expected = new ArrayList<>(List.of("violated"));
      expected.addAll(canHold ? List.of("satisfied") : List.of());
      expected.addAll(mayBeOpen ? List.of("unknown") : List.of());
      assertThat(verdict.word()).as("%s of %s by %s", level, text, route.method()).isIn(expected);
    }
  }

  @Test
  void questionsThatNoCheckerAnswersSaySo() throws InputException {
    Plan plan = Plan.of(IsogaugeText.parse(BLIND));
    Route along = plan.route(new Question(SERIALIZABILITY, OrderSource.VERSION_ORDER, true));

    assertThat(along.method()).isEqualTo(Method.NONE);
    assertThat(along.reason()).isEqualTo("no order of versions is recorded");
    assertThat(along.check(Limits.DEFAULT))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown -> assertThat(unknown.cause()).isEqualTo(Verdict.Cause.VERSION_ORDER));
  }
}
