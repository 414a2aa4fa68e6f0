package dev.isogauge.check.blackbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlackBoxCheckerTest {
  private static final IsolationLevel SI = IsolationLevel.SNAPSHOT_ISOLATION;
  private static final IsolationLevel SER = IsolationLevel.SERIALIZABILITY;

  private static Verdict check(IsolationLevel level, String text) throws InputException {
    return new BlackBoxChecker(new Constraints(level, true, true), Limits.DEFAULT)
        .check(IsogaugeText.parse(text));
  }

  private static Anomaly only(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    List<Anomaly> anomalies = ((Verdict.Violated) verdict).anomalies();
    assertThat(anomalies).hasSize(1);
    return anomalies.get(0);
  }

  @Test
  void everyCaseIsTold() throws InputException {
    String text = "s1: T1: r(y,2) ; T2: w(x,1) ; T3: r(x,2) | s2 T4: w(x,2) w(y,2)";
    History history = IsogaugeText.parse(text.replace("s1: T1:", "s1 T1:"));
    Anomaly anomaly =
        only(new BlackBoxChecker(new Constraints(SER, true, true), Limits.DEFAULT).check(history));
    assertThat(new Explainer(history).explain(anomaly).text())
        .isEqualTo(
            """
            NoVersionOrder: no order of versions explains what T1, T2, T3 and T4 read and wrote
            Let:
              T1 (session s1) = r(y,2)
              T2 (session s1) = w(x,1)
              T3 (session s1) = r(x,2)
              T4 (session s2) = w(x,2) w(y,2)
            Then:
              Either x = 1 of T2 came first, or x = 2 of T4.
              Case 1, if T2 was first: T1 < T2, because T2 follows T1 in session s1; T2 < T4, because T4 overwrote x = 1, which T2 wrote, with x = 2; T4 < T1, because T1 read y = 2, which T4 wrote. A contradiction.
              Case 2, if T4 was first: T2 < T3, because T3 follows T2 in session s1; T3 < T2, because T3 read x = 2, which T2 overwrote with x = 1. A contradiction.
              Levels that forbid this: snapshot-isolation, serializability, strict-serializability.
            """);
  }

  /** T2 may have written x = 1 only if it happened, and nobody wrote q = 99. */
  @Test
  void aWriterThatCannotHaveHappenedIsACase() throws InputException {
    String text =
        "s1 T1: w(x,1) w(y,1) | s2 T2: indeterminate w(x,1) r(q,99) | s3 T3: r(x,1) r(y,nil)";
    assertThat(new Explainer(IsogaugeText.parse(text)).explain(only(check(SER, text))).text())
        .contains(
            "  T3 read x = 1, which T1 and T2 may have written.",
            "  Case 1, if it saw T1: ",
            "  Case 2, if it saw T2: T2 read q = 99, which no write explains, so that it cannot have"
                + " happened. A contradiction.");
  }

  @Test
  void familiarShapesKeepTheirNames() throws InputException {
    String skew = "s1: r(x,nil) r(y,nil) w(x,1) | s2: r(x,nil) r(y,nil) w(y,1)";
    assertThat(only(check(SER, skew)).kind()).isEqualTo(AnomalyKind.G2_ITEM);
    assertThat(check(SI, skew)).isInstanceOf(Verdict.Satisfied.class);
    String lost = "s1: w(x,1) | s2: r(x,1) w(x,2) | s3: r(x,1) w(x,3)";
    assertThat(only(check(SI, lost)).kind()).isEqualTo(AnomalyKind.LOST_UPDATE);
    String fork = "s1: w(x,1) | s2: w(y,1) | s3: r(x,1) r(y,nil) | s4: r(x,nil) r(y,1)";
    assertThat(only(check(SI, fork)).kind()).isEqualTo(AnomalyKind.G_NONADJACENT_ITEM);
    assertThat(only(check(SI, "s1: w(x,1) ; r(x,nil)")).kind())
        .isEqualTo(AnomalyKind.G_SINGLE_ITEM_SESSION);
    assertThat(only(check(SI, "s1: r(x,7)")).kind()).isEqualTo(AnomalyKind.THIN_AIR_READ);
  }

  /** T1 saw either writer of 1; only the second one explains it. */
  @Test
  void aReadOfARepeatedValueIsAChoice() throws InputException {
    String text = "s1: w(x,1) ; w(x,2) ; r(x,1) | s2: w(x,1)";
    Verdict verdict = check(SER, text);
    assertThat(verdict).isInstanceOf(Verdict.Satisfied.class);
    assertThat(((Verdict.Satisfied) verdict).witness().commitOrder()).containsExactly(0, 1, 3, 2);
    assertThat(check(SER, "s1: w(x,1) ; w(x,2) ; r(x,1) | s2: r(x,2) ; w(x,1) ; r(x,2)"))
        .isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void whoseOutcomeIsUnknownHappensIfARead() throws InputException {
    String text = "s1: w(x,1) ; w(x,2) ; r(x,1) | s2 T: indeterminate w(x,1) w(y,1) | s3: r(y,%s)";
    assertThat(check(SER, text.formatted("nil"))).isInstanceOf(Verdict.Satisfied.class);
    assertThat(check(SER, text.formatted("1"))).isInstanceOf(Verdict.Satisfied.class);
    assertThat(check(SER, "s1: w(x,1) ; w(x,2) ; r(x,1) | s2 T: indeterminate r(z,9) w(x,1)"))
        .isInstanceOf(Verdict.Violated.class);
  }

  /** T3 would have read y as it was before its session wrote it; T4 saw T2's x, then. */
  @Test
  void whoCannotHaveHappenedWasNotSeen() throws InputException {
    String text =
        "s1 T1: w(y,1) ; T2: indeterminate w(x,1) ; T3: indeterminate w(x,1) r(y,nil) ; T4: r(x,1)"
            + " | s2 T5: w(y,1)";
    for (IsolationLevel level : List.of(SI, SER)) {
      assertThat(check(level, text)).isInstanceOf(Verdict.Satisfied.class);
    }
  }

  @Test
  void partsOfAnOrderOfVersionsCount() throws InputException {
    String text = "s1 T1: w(x,1)\ns2 T2: w(x,2)\ns3 T3: w(x,3)\ns4 T4: r(x,1) ; T5: r(x,3)\n";
    assertThat(check(SER, text + "order x: 1@T1 3@T3")).isInstanceOf(Verdict.Satisfied.class);
    assertThat(check(SER, text + "order x: 3@T3 1@T1")).isInstanceOf(Verdict.Violated.class);
    Constraints without = new Constraints(SER, true, false);
    assertThat(
            new BlackBoxChecker(without, Limits.DEFAULT)
                .check(IsogaugeText.parse(text + "order x: 3@T3 1@T1")))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  /** Three of four versions have a place; the question says that these places are asked about. */
  @Test
  void aPartOfAnOrderIsAskedAbout() throws InputException {
    String text = "s1 T1: w(x,1)\ns2 T2: w(x,2)\ns3 T3: w(x,3)\ns4 T4: r(x,1) ; T5: r(x,3)\n";
    History kept = IsogaugeText.parse(text + "order x: 1@T1 3@T3");
    History broken = IsogaugeText.parse(text + "order x: 3@T3 1@T1");
    Question question = Plan.of(kept).question(SER);
    assertThat(question.id()).isEqualTo("serializability by version-order");
    assertThat(Plan.of(broken).question(SER)).isEqualTo(question);
    Verdict verdict = Checks.check(kept, question, Limits.DEFAULT);
    assertThat(verdict).isInstanceOf(Verdict.Satisfied.class);
    Witness witness = ((Verdict.Satisfied) verdict).witness();
    assertThat(WitnessVerifier.refute(kept, question, witness)).isEmpty();
    assertThat(WitnessVerifier.refute(broken, question, witness))
        .hasValueSatisfying(flaw -> assertThat(flaw).contains("against the order of versions"));
    assertThat(Checks.check(broken, question, Limits.DEFAULT)).isInstanceOf(Verdict.Violated.class);
    assertThat(Checks.check(broken, Question.of(SER), Limits.DEFAULT))
        .isInstanceOf(Verdict.Satisfied.class);
    assertThat(Checks.check(IsogaugeText.parse("s1: w(x,1)"), question, Limits.DEFAULT))
        .isInstanceOf(Verdict.Unknown.class);
  }

  @Test
  void versionsThatNobodyWroteAreNoted() throws InputException {
    History history =
        IsogaugeText.parse(
            "order x: 1 9 2\norder elsewhere: 1\ns1: w(x,1) | s2: w(x,2) | s3: w(x,3)");
    Verdict verdict = Checks.check(history, Plan.of(history).question(SER), Limits.DEFAULT);
    assertThat(verdict).isInstanceOf(Verdict.Satisfied.class);
    assertThat(verdict.notes())
        .extracting(Anomaly::kind)
        .containsExactly(AnomalyKind.UNKNOWN_VERSION, AnomalyKind.UNKNOWN_VERSION);
  }

  /** The begin of T1, by which its session would not order it, was not recorded. */
  @Test
  void sessionsAndClocksMayContradictEachOther() throws InputException {
    History history = IsogaugeText.parse("s1 T2: [rt 20..34] w(x,2) ; T1: [rt ..8] r(y,nil)");
    Constraints strict = new Constraints(IsolationLevel.STRICT_SERIALIZABILITY, true, true);
    Anomaly anomaly = only(new BlackBoxChecker(strict, Limits.DEFAULT).check(history));
    assertThat(new Explainer(history).explain(anomaly).text())
        .contains("T2 < T1, because T1 follows T2 in session s1.")
        .contains("T1 < T2, because T2 began at 20, after T1 had ended at 8.");
  }

  /** T4 follows T1 only by way of T2, whose operations have no part in the contradiction. */
  @Test
  void sessionOrderLeadsThroughWhoIsNotInTheCore() throws InputException {
    String text =
        "s1 T1: [rt 14..29] r(x,1) w(x,1) ; T2: [rt 29..] r(x,1)"
            + " ; T3: indeterminate [rt 20..35] w(x,1) ; T4: [rt -1..3] w(x,1)";
    History history = IsogaugeText.parse(text);
    assertThat(Shapes.of(only(check(SI, text))))
        .isInstanceOfSatisfying(
            Shapes.NoOrder.class,
            core ->
                assertThat(core.operations())
                    .extracting(
                        operation -> history.transactionName(history.transactionOf(operation)))
                    .containsExactly("T1", "T3", "T4"));
  }

  @Test
  void timeIsKept() throws InputException {
    Limits limits = Limits.DEFAULT.withTimeout(Duration.ofNanos(-1));
    Verdict verdict =
        new BlackBoxChecker(new Constraints(SER, true, true), limits)
            .check(IsogaugeText.parse("s1: w(x,1) | s2: r(x,1) | s3: w(x,2)"));
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown ->
                assertThat(unknown.reason())
                    .isEqualTo(
                        "no verdict within 0 ms (pruning had not begun, with up to 1 pairs of writers to order;"
                            + " the search for an order had not begun)"));
  }

  /** A hot key: thousands overwrite what they read, and a few write without reading. */
  @Test
  void aHotKeyMakesNoPairs() throws InputException {
    StringBuilder text = new StringBuilder("init x=0\n");
    for (int i = 1; i <= 5_000; i++) {
      text.append("s").append(i % 7).append(": r(x,").append(i - 1).append(") w(x,").append(i);
      text.append(")\n");
    }
    text.append("b1: w(x,-1)\nb2: w(x,-2)\nb3: r(x,-1)\n");
    History history = IsogaugeText.parse(text.toString());
    for (IsolationLevel level : List.of(SI, SER)) {
      assertThat(Checks.check(history, level, Limits.DEFAULT))
          .isInstanceOf(Verdict.Satisfied.class);
    }
  }

  private static String story(String text) throws InputException {
    History history = IsogaugeText.parse(text);
    Verdict verdict =
        new BlackBoxChecker(new Constraints(SER, true, true), Limits.DEFAULT).check(history);
    return new Explainer(history).explain(only(verdict)).text();
  }

  @Test
  void whyAVersionIsTheEarlierOneIsTold() throws InputException {
    assertThat(story("s1 T1: w(x,1) ; T2: w(x,2) ; T3: r(x,1)"))
        .contains("T1 (session s1) = w(x,1)")
        .contains(
            "which T2 overwrote with x = 2 (T1 wrote x = 1, and T2 follows T1 in session s1)");
    assertThat(story("s1 T1: w(x,1) w(y,1) | s2 T2: r(y,1) w(x,2) ; T3: r(x,1)"))
        .contains("(T1 wrote x = 1, and T2 read y = 1, which T1 wrote)");
    assertThat(story("order x: 1 2\ns1 T1: w(x,1) | s2 T2: w(x,2) ; T3: r(x,1)"))
        .contains("which T2 overwrote with x = 2 (by the recorded order of versions)");
    assertThat(story("order x: 1 2\ns1 T1: w(x,1) w(y,1) | s2 T2: w(x,2) w(y,2) ; T3: r(y,1)"))
        .contains("(T1 wrote y = 1, and T2 overwrote x = 1, which T1 wrote, with x = 2)");
    // What it overwrites it has read.
    assertThat(story("s1 T1: w(x,1) | s2 T2: r(x,1) w(x,2) ; T3: r(x,1)"))
        .contains("which T2 overwrote with x = 2. A contradiction");
  }

  /** Whatever level was asked, the argument says which levels it refutes. */
  @Test
  void anArgumentSaysWhichLevelsItRefutes() throws InputException {
    assertThat(story("s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,2)"))
        .contains("Levels that forbid this: snapshot-isolation, serializability,");
    String skewed =
        "s1: r(q,nil) w(z,1) | s2: w(p,1) w(z,2) w(m,1) | s3: r(p,nil) w(q,1) | s4: r(z,1) r(m,1)";
    assertThat(story(skewed)).contains("Levels that forbid this: serializability,");
    assertThat(check(SI, skewed)).isInstanceOf(Verdict.Satisfied.class);
  }

  /** Transactions that write one value, and as many that read it. */
  private static History oneValue(int writers) throws InputException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < writers; i++) {
      text.append("w").append(i).append(": w(x,1)\nr").append(i).append(": r(x,1)\n");
    }
    return IsogaugeText.parse(text.toString());
  }

  private static Verdict checkWithin(Limits limits, History history) {
    return new BlackBoxChecker(new Constraints(SER, true, false), limits).check(history);
  }

  @Test
  void possibleWritersTakeNoMoreMemoryThanTheyMay() throws InputException {
    assertThat(checkWithin(Limits.DEFAULT.withMemoryBytes(1 << 20), oneValue(400)))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown ->
                assertThat(unknown.reason())
                    .contains("needs more memory", "(writers and readers were still"));
  }

  /** There are 400 million possible writers, which take a minute to write down. */
  @Test
  void possibleWritersTakeNoMoreTimeThanTheyMay() throws InputException {
    History history = oneValue(20_000);
    Verdict verdict =
        assertTimeout(
            Duration.ofSeconds(10),
            () -> checkWithin(Limits.DEFAULT.withTimeout(Duration.ofMillis(100)), history));
    assertThat(verdict).isInstanceOf(Verdict.Unknown.class);
  }
}
