package dev.isogauge.check.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Verdict.Unknown;
import dev.isogauge.verdict.Verdict.Violated;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCheckerTest {
  private static final Question SERIALIZABILITY =
      new Question(IsolationLevel.SERIALIZABILITY, OrderSource.REPLAY, true);

  private static final String ACCOUNTS =
      """
      s1 T1: [serial 1] w(accounts/1,{balance:7,owner:x}) w(accounts/2,{balance:9,owner:nil})
      s1 T2: [serial 2] w(accounts/1,{balance:2,owner:x}) d(accounts/2)
      """;

  @Test
  void theClaimedOrderDecidesAndNotTheOrderOfTheInput() throws InputException {
    assertThat(words("s1: [serial 2] r(x,1) | s2: [serial 1] w(x,1)")).isEqualTo("satisfied");
    assertThat(words("s1: [serial 1] r(x,1) | s2: [serial 2] w(x,1)")).isEqualTo("violated");
  }

  @Test
  void commitTimestampsServeAsWell() throws InputException {
    String run = "s1: [ts ..7:%d] r(x,1) | s2: [ts ..7:3] w(x,1)";
    assertThat(words(String.format(run, 4))).isEqualTo("satisfied");
    assertThat(words(String.format(run, 2))).isEqualTo("violated");
    // At equal timestamps a reader sees what was written.
    assertThat(words(String.format(run, 3))).isEqualTo("satisfied");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p(accounts,\"balance > 5\",[])",
        "p(accounts,\"balance <= 5\",[accounts/1])",
        "p(accounts,\"owner = 'x'\",[accounts/1={balance:2,owner:x}])",
        "p(accounts,\"owner is null\",[])",
        "p(accounts,\"count(*)\",1)",
        "p(accounts,\"sum(balance) where balance > 5\",nil)",
        "p(accounts,\"max(owner)\",x)",
        "p(accounts,\"balance > 5\",?)",
        "w(accounts/3,{balance:8}) p(accounts,\"balance > 5\",[accounts/3]) d(accounts/3)"
            + " p(accounts,\"balance > 5\",[])",
        "p(other,\"TRUE\",[]) p(*,\"TRUE\",[])",
      })
  void resultsOfTheStateAreRight(String predicate) throws InputException {
    assertThat(words(ACCOUNTS + "s2 T3: [serial 3] " + predicate)).isEqualTo("satisfied");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "p(accounts,\"balance > 5\",[accounts/1])",
        "p(accounts,\"balance <= 5\",[])",
        "p(accounts,\"owner = 'x'\",[accounts/1={balance:7,owner:x}])",
        "p(accounts,\"owner is null\",[accounts/2])",
        "p(accounts,\"count(*)\",2)",
        "p(accounts,\"sum(balance) where balance > 5\",0)",
        "w(accounts/3,{balance:8}) p(accounts,\"balance > 5\",[])",
        "p(accounts,\"TRUE\",[accounts/1,elsewhere/1])",
      })
  void otherResultsAreNot(String predicate) throws InputException {
    Verdict verdict = check(history(ACCOUNTS + "s2 T3: [serial 3] " + predicate));
    assertThat(((Violated) verdict).anomalies()).hasSize(1);
  }

  @Test
  void oneFaultNeitherHidesNorCausesAnother() throws InputException {
    Verdict verdict =
        check(
            history(
                "s1: [serial 1] w(x,1) | s2: [serial 2] r(x,5) w(x,2) | s3: [serial 3] r(x,2)"
                    + " r(x,1) | s4: [serial 4] r(x,2)"));
    assertThat(((Violated) verdict).anomalies()).hasSize(2);
  }

  @Test
  void theOrderMustContainSessionsAndForStrictnessRealTime() throws InputException {
    String session = "s1 T1: [serial 2] w(x,1) ; T2: [serial 1] w(y,1)";
    assertThat(words(session)).isEqualTo("violated");
    assertThat(
            new ReplayChecker(IsolationLevel.SERIALIZABILITY, false, Limits.DEFAULT)
                .check(history(session))
                .word())
        .isEqualTo("satisfied");
    History late =
        history("s1 T1: [rt 1..2] [serial 2] w(x,1) | s2 T2: [rt 3..4] [serial 1] w(y,1)");
    assertThat(check(late).word()).isEqualTo("satisfied");
    Question strict = new Question(IsolationLevel.STRICT_SERIALIZABILITY, OrderSource.REPLAY, true);
    Violated violated = (Violated) Checks.check(late, strict, Limits.DEFAULT);
    assertThat(explain(late, violated.anomalies().get(0)).sentences())
        .contains(
            "T1 ended at 2, before T2 began at 3.",
            "However, the claimed order has T2 (serial 1) before T1 (serial 2). A contradiction!");
  }

  @Test
  void withoutATotalOrderNothingIsDecided() throws InputException {
    assertReason("s1: w(x,1)", "transactions have no place in a serial order; record it");
    assertReason(
        "s1 T1: [serial 1] w(x,1) ; T2: r(x,1)", "transaction T2 has no place in a serial order");
    assertReason(
        "s1 T1: [serial 1] w(x,1) | s2 T2: [serial 1] w(y,1)",
        "T1 and T2 both write and have the same place in the serial order");
  }

  @Test
  void predicatesThatCannotBeEvaluatedLeaveItOpen() throws InputException {
    assertReason(
        "s1 T1: [serial 1] p(*,\"value >\",[])",
        "the predicate \"value >\" of T1 cannot be evaluated: column 8: found the end");
    assertReason(
        "s1 T1: [serial 1] w(x,word) p(*,\"value > 5\",[])",
        "the predicate \"value > 5\" of T1 cannot be evaluated: the string 'word' is not an integer");
    assertReason(
        "s1 T1: [serial 1] p(*,\"count(*)\",[])", "the predicate \"count(*)\" of T1 cannot be");
    assertReason(
        "s1 T1: [serial 1] a(x,1) p(*,\"count(*)\",0)",
        "the predicate \"count(*)\" of T1 cannot be evaluated: x is a list");
    // What is found elsewhere stands.
    assertThat(words("s1 T1: [serial 1] p(*,\"value >\",[x=1])")).isEqualTo("violated");
  }

  private static void assertReason(String text, String reason) throws InputException {
    assertThat(((Unknown) check(history(text))).reason()).startsWith(reason);
  }

  @Test
  void aReadIsExplainedByItsNeighboursInTheOrder() throws InputException {
    History history =
        history("s1 T1: [serial 1] w(x,1) | s2 T2: [serial 2] w(x,2) | s3 T3: [serial 3] r(x,1)");
    Explanation explanation = explain(history, ((Violated) check(history)).anomalies().get(0));
    assertThat(explanation.title())
        .isEqualTo("ReplayMismatch: T3 read x = 1, where the claimed order has 2");
    assertThat(explanation.transactions()).hasSize(3);
    assertThat(explanation.sentences())
        .containsExactly(
            "x was last written by T2 (serial 2) and is 2.",
            "However, T3 (serial 3) read x = 1, written by T1 (serial 1). A contradiction!");
  }

  @Test
  void aPredicateReadIsExplainedRowByRow() throws InputException {
    History history =
        history(
            ACCOUNTS
                + "s2 T3: [serial 3] w(accounts/3,{balance:8,owner:y})"
                + " p(accounts,\"balance > 5\",[accounts/1={balance:7,owner:x},accounts/2])");
    Anomaly anomaly = ((Violated) check(history)).anomalies().get(0);
    assertThat(explain(history, anomaly).sentences())
        .containsExactly(
            "T3 (serial 3) asked accounts for \"balance > 5\"; after all that comes before it in the"
                + " claimed order, and its own operations, the answer is [accounts/3].",
            "accounts/1 was last written by T2 (serial 2) and is {balance:2,owner:x}; that does not"
                + " match, and was returned as {balance:7,owner:x}.",
            "accounts/2 was deleted last by T2 (serial 2); that does not match, and was returned.",
            "accounts/3 was last written by T3 (serial 3) and is {balance:8,owner:y}; that matches,"
                + " and was not returned.",
            "However, its answer was [accounts/1={balance:7,owner:x}, accounts/2]. A contradiction!");
  }

  @Test
  void aSerialOrderIsAskedAboutUnlessSomethingElseIsWanted() throws InputException {
    History serial = history("s1: [serial 1] w(x,1) p(*,\"TRUE\",[x])");
    assertThat(Plan.of(serial).question(IsolationLevel.SERIALIZABILITY)).isEqualTo(SERIALIZABILITY);
    assertThat(Plan.of(serial).questions()).contains(SERIALIZABILITY);
    History stamped = history("s1: [ts 1..2] w(x,1) p(*,\"TRUE\",[x])");
    assertThat(Plan.of(stamped).question(IsolationLevel.SERIALIZABILITY))
        .isEqualTo(SERIALIZABILITY);
  }

  @Test
  void aWrongWitnessIsRefuted() throws InputException {
    History history =
        history("s1: [serial 1] w(x,1) | s2: [serial 2] p(*,\"value = 1\",[x]) | s3: [serial 3]");
    for (Map.Entry<List<Integer>, Boolean> order :
        Map.of(List.of(0, 1, 2), true, List.of(1, 0, 2), false, List.of(0, 2, 1), false)
            .entrySet()) {
      assertThat(
              WitnessVerifier.refute(
                      history,
                      SERIALIZABILITY,
                      Witness.serial(order.getKey().stream().mapToInt(t -> t).toArray()))
                  .isEmpty())
          .isEqualTo(order.getValue());
    }
  }

  private static Explanation explain(History history, Anomaly anomaly) {
    return new Explainer(history).explain(anomaly);
  }

  private static String words(String text) throws InputException {
    return check(history(text)).word();
  }

  private static Verdict check(History history) {
    return Checks.check(history, SERIALIZABILITY, Limits.DEFAULT);
  }

  private static History history(String text) throws InputException {
    return IsogaugeText.parse(text);
  }
}
