package dev.isogauge.explain;

import static dev.isogauge.level.IsolationLevel.CUT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.LINEARIZABILITY;
import static dev.isogauge.level.IsolationLevel.PL_SI;
import static dev.isogauge.level.IsolationLevel.READ_ATOMIC;
import static dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
import static dev.isogauge.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.check.Checks;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories in which a sentence that fits the usual case would not be true. */
class TrueClaimsTest {

  @Test
  void whoLostAnUpdateMayHaveReadALaterVersionToo() {
    Sample sample =
        Sample.of("s1 T1: r(x,nil) w(x,1)", "s2 T2: r(x,nil) r(x,1) w(x,2) r(x,2) w(x,3)");
    assertThat(explained(sample, SNAPSHOT_ISOLATION, AnomalyKind.LOST_UPDATE))
        .contains("T1 read x = nil, the initial value, and then wrote x = 1.")
        .contains("T2 read that version too, beside x = 1, and then wrote x = 3.");
  }

  /** T1 starts before A, so before B, which ends before T2; and likewise the other way round. */
  @Test
  void appendsExcludeEachOtherThoughNobodyReadTheList() {
    Sample sample =
        Sample.of(
            "s1 T1: r(p,[]) a(x,1) a(q,1) | s2 T2: r(n,[]) a(x,2) a(m,1)",
            "s3 A: a(p,1) ; B: r(m,[]) | s4 C: a(n,1) ; D: r(q,[])");
    assertThat(explained(sample, SNAPSHOT_ISOLATION, AnomalyKind.LOST_UPDATE))
        .contains("T1 appended 1 to x, and T2 appended 2; no other transaction read either.")
        .contains("forbid this: snapshot-isolation, serializability, strict-serializability.")
        .doesNotContain("both read");
    assertThat(Checks.check(sample.history, PL_SI, Limits.DEFAULT))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Test
  void appendsExcludeEachOtherByTheReadsOfTheirOwnTransactions() {
    Sample sample = Sample.of("s1 T1: a(x,2) r(x,[2])", "s2 T2: a(x,1) r(x,[1])");
    assertThat(explained(sample, SNAPSHOT_ISOLATION, AnomalyKind.LOST_UPDATE))
        .contains("T1 read x = [2], without what T2 appended")
        .contains("T2 read x = [1], without what T1 appended")
        .doesNotContain("elsewhere");
  }

  @Test
  void aCycleDoesNotPassWhatSessionOrderOnlyPassesThrough() {
    Sample sample = Sample.of("s1 T1: w(x,1) ; T2: r(y,nil) ; T3: r(y,nil) ; T4: r(x,nil)");
    assertThat(explained(sample, SNAPSHOT_ISOLATION, AnomalyKind.G_SINGLE_ITEM_SESSION))
        .contains("T1 < T4, because T4 follows T1 in session s1.")
        .doesNotContain("T2")
        .doesNotContain("T3");
  }

  /** "The version of 0" would be a version with the value 0. */
  @Test
  void aKeyThatIsANumberIsNotTakenForAValue() {
    Sample sample = Sample.of("s1 T1: r(0,nil) w(0,5)", "s2 T2: r(0,nil) w(0,6)");
    assertThat(explained(sample, SNAPSHOT_ISOLATION, AnomalyKind.LOST_UPDATE))
        .contains("T1 and T2 both read the initial version of key 0, and then both wrote key 0");
  }

  @Test
  void twoReadOneListAndAppendedToIt() {
    Sample sample = Sample.of("s1 T1: a(x,1)", "s2 T2: r(x,[1]) a(x,2)", "s3 T3: r(x,[1]) a(x,3)");
    assertThat(explained(sample, SNAPSHOT_ISOLATION, AnomalyKind.LOST_UPDATE))
        .contains("T2 read x = [1], which ends with what T1 appended, and then appended 2 to it.")
        .contains("T3 read that version too, and then appended 3 to it.");
  }

  @Test
  void aFracturedReadMayHaveSeenTheMissedWriteLater() {
    String writers = "s1 T1: w(x,1) | s2 T2: r(x,1) w(x,2) w(y,2)";
    Sample later = Sample.of(writers, "s3 T3: r(x,1) r(x,2) r(y,2)");
    assertThat(explained(later, READ_ATOMIC, AnomalyKind.FRACTURED_READ))
        .contains("it saw T2, but only later its write of x = 2")
        .contains("or a later version already then.");
    Sample never = Sample.of(writers, "s3 T3: r(x,1) r(y,2)");
    assertThat(explained(never, READ_ATOMIC, AnomalyKind.FRACTURED_READ))
        .contains("it saw T2, but not its write of x = 2")
        .doesNotContain("already then");
    Sample list = Sample.of("s1 T1: a(x,1) a(y,1)", "s2 T2: r(x,[]) r(x,[1]) r(y,[1])");
    assertThat(explained(list, READ_ATOMIC, AnomalyKind.FRACTURED_READ))
        .contains("it saw T1, but did not find at first 1 in x");
  }

  @Test
  void aListThatEndsWithOwnAppends() {
    Sample sample = Sample.of("s1 T1: a(x,1)", "s2 T2: a(x,9) r(x,[9]) r(x,[1,9])");
    assertThat(explained(sample, CUT_ISOLATION, AnomalyKind.NON_REPEATABLE_READ))
        .contains("T2 read x = [9], nothing but what it had appended itself.")
        .contains("it then read x = [1,9], which ends with what T1 appended and then itself.");
    Sample more = Sample.of("s1 T1: a(x,1) a(x,2)", "s2 T2: a(x,9) r(x,[1,9])");
    assertThat(explained(more, SNAPSHOT_ISOLATION, AnomalyKind.INTERMEDIATE_READ))
        .contains("the transaction that appended the last element before its own appended more");
  }

  @Test
  void equalValuesAreToldApartByTheirWriters() {
    Sample sample = Sample.of("s1 T1: w(x,1)", "s2 T2: w(x,1)", "s3 T3: r(x,1@T1) r(x,1@T2)");
    assertThat(explained(sample, CUT_ISOLATION, AnomalyKind.NON_REPEATABLE_READ))
        .contains("T3 read x = 1 of T1 and then x = 1 of T2");
  }

  @Test
  void whatSeveralWroteIsNotBlamedOnOneOnly() {
    Sample sample =
        Sample.of(
            "s1 T1: aborted [rt 1..2] w(x,7)",
            "s2 T2: aborted [rt 1..2] w(x,7)",
            "s3 T3: [rt 3..4] r(x,7)");
    assertThat(explained(sample, LINEARIZABILITY, AnomalyKind.NON_LINEARIZABLE))
        .contains(
            "T1 wrote that value to x and aborted, and no transaction that did not abort wrote it.");
  }

  @Test
  void twoReadsOfDifferentVersionsAreNoLostUpdate() {
    String[] history = {
      "s1 T1: w(x,1)", "s2 T2: w(x,3)", "s3 T3: r(x,3) w(x,2)", "s4 T4: r(x,1) w(x,4)"
    };
    assertThat(cycleOfTwo(Sample.of(history), "T3", "r(x,3)", "T4", "r(x,1)"))
        .startsWith("G2-item: each of T3 and T4");
    String[] alike = {"s1 T1: w(x,1)", "s3 T3: r(x,1) w(x,2)", "s4 T4: r(x,1) w(x,4)"};
    assertThat(cycleOfTwo(Sample.of(alike), "T3", "r(x,1)", "T4", "r(x,1)"))
        .startsWith("G2-item: a lost update, each of T3 and T4");
  }

  private static String cycleOfTwo(
      Sample sample, String first, String firstRead, String second, String secondRead) {
    int t = sample.transaction(first);
    int s = sample.transaction(second);
    int read = sample.operation(first, firstRead);
    int other = sample.operation(second, secondRead);
    return new Explainer(sample.history)
        .explain(
            Anomaly.ofCycle(
                AnomalyKind.G2_ITEM,
                List.of(
                    new Edge(t, s, Justification.readOverwritten(read)),
                    new Edge(s, t, Justification.readOverwritten(other)))))
        .text();
  }

  /** T3 wrote x too, so T4 need not have replaced what T2 read. */
  @Test
  void aLaterVersionNeedNotBeTheNext() {
    Sample sample =
        Sample.of("s1 T1: w(x,1)", "s2 T2: r(x,1)", "s3 T3: w(x,3)", "s4 T4: w(x,4) w(y,4)");
    Edge edge =
        new Edge(
            sample.transaction("T2"),
            sample.transaction("T4"),
            Justification.readOverwritten(sample.operation("T2", "r(x,1)")));
    assertThat(new Explainer(sample.history).explain(unseen(edge)).text())
        .contains("T2 read x = 1, and T4 wrote a later version, x = 4");
  }

  @Test
  void aKeyWithoutVersionOrderLacksNothingFromIt() {
    Sample sample = Sample.of("order y: 1", "s1 T1: w(x,1) w(y,1)", "s2 T2: w(x,2)");
    Anomaly missing =
        Anomaly.of(
            AnomalyKind.MISSING_VERSION,
            Part.ofOperation(Role.VERSION, sample.history, sample.operation("T1", "w(x,1)")));
    assertThat(new Explainer(sample.history).explain(missing).text())
        .contains("T1 wrote x = 1, and no version order of that key is recorded.");
  }

  /** The row was written again after the delete, with a value that does not match either. */
  @Test
  void whatAPredicateSawAfterADeleteIsNotBlamedOnTheDelete() {
    Sample sample =
        Sample.of("s1 T1: d(r/1) ; T2: w(r/1,{a:1})", "s2 T3: p(r,\"a > 5\",[] of [r/1={a:1}@T2])");
    int delete = sample.operation("T1", "d(r/1)");
    Edge edge =
        new Edge(
            sample.transaction("T1"),
            sample.transaction("T3"),
            Justification.predicate(Relation.PREDICATE_READS_FROM, 0, delete, false));
    assertThat(new Explainer(sample.history).explain(unseen(edge)).text())
        .contains("saw r/1 = {a:1}, which does not match any more since T1 deleted r/1");
  }

  /** Which of T1 and T2 was seen is open, so neither counts; neither has aborted. */
  @Test
  void whoeverHasNoPlaceInAClaimedOrderNeedNotHaveAborted() {
    Sample sample =
        Sample.of(
            "s1 T1: indeterminate w(x,1) w(x,2)",
            "s2 T2: indeterminate w(x,1) w(x,3)",
            "s3 T3: [serial 1] r(x,1)");
    Question question = new Question(SERIALIZABILITY, OrderSource.REPLAY, true);
    assertThat(explained(sample.history, question, AnomalyKind.REPLAY_MISMATCH))
        .contains("which has no place in that order");
  }

  private static Anomaly unseen(Edge edge) {
    return Anomaly.of(
        AnomalyKind.G_SIA,
        List.of(
            Part.ofTransaction(Role.EARLIER, edge.from()),
            Part.ofTransaction(Role.LATER, edge.to())),
        List.of(edge));
  }

  private static String explained(Sample sample, IsolationLevel level, AnomalyKind kind) {
    return explained(sample.history, Question.of(level), kind);
  }

  private static String explained(History history, Question question, AnomalyKind kind) {
    Verdict verdict = Checks.check(history, question, Limits.DEFAULT);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    Anomaly found =
        ((Verdict.Violated) verdict)
            .anomalies().stream().filter(a -> a.kind() == kind).findFirst().orElseThrow();
    return new Explainer(history).explain(found).text();
  }
}
