package dev.isogauge.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.Injection;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final Question CAUSAL = Question.of(IsolationLevel.CAUSAL);
  private static final Question SNAPSHOTS =
      Question.byTimestamps(IsolationLevel.SNAPSHOT_ISOLATION);
  private static final Question SERIAL = Question.of(IsolationLevel.SERIALIZABILITY);

  /** What a replay needs stays: places, deletes and what predicates returned. */
  @Test
  void shrinksReplays() throws InputException {
    assertThat(
            shrunk(
                new Question(IsolationLevel.SERIALIZABILITY, OrderSource.REPLAY, true),
                """
                s1 T1: [serial 1] w(r/1,{a:1}) w(r/2,{a:1}) w(other/1,{a:7})
                s1 T2: [serial 2] w(r/1,{a:2}) r(other/1,{a:7})
                s2 T3: [serial 3] [xid 9] [snapshot 1:2:] p(r,"a > 0",[r/1={a:2},r/2]) d(r/1)
                s2 T4: [serial 4] w(r/3,{a:3})
                s3 T5: [serial 5] p(r,"a > 0",[r/1={a:2},r/2,r/3]) p(other,"true",[other/1])
                """))
        .isEqualTo(
            """
            s2 T3: [serial 3] [xid 9] [snapshot 1:2:] d(r/1)
            s3 T5: [serial 5] p(r,"a > 0",[r/1])
            """);
  }

  @Test
  void shrinksCertificates() throws InputException {
    assertThat(
            shrunk(
                new Question(IsolationLevel.SERIALIZABILITY, OrderSource.CERTIFICATE, true),
                """
                order x: 1@T1 2@T2
                order y: 0@T1 3@T2 4@T3 -1@T4
                order z: 5@T4
                s1 T1: w(x,1) w(y,0)
                s2 T2: p(*,"value > 3",[] of [x=1@T1]) w(x,2) w(y,3)
                s3 T3: p(*,"value > 1",[] of [x=1@T1]) w(y,4)
                s4 T4: w(z,5) w(y,-1)
                """))
        .isEqualTo(
            """
            order y: 3@T2 4@T3
            s2 T2: w(y,3)
            s3 T3: p(*,"value > 1",[] of []) w(y,4)
            """);
  }

  @Test
  void leavesOutWhatHasNoPartInIt() throws InputException {
    assertThat(
            shrunk(
                CAUSAL,
                """
                init y=7
                alice question: r(y,7) w(post,1) w(likes,1)
                bob: r(likes,1)
                bob answer: r(post,1) w(reply,2) w(likes,2)
                carol: r(likes,2) r(reply,2) r(post,nil)
                """))
        .isEqualTo(
            """
            alice question: w(post,1)
            bob answer: r(post,1) w(reply,2)
            carol: r(reply,2) r(post,nil)
            """);
  }

  /** Without T2 or T3 the value 1 would name the other one's version. */
  @Test
  void aVersionThatIsNotClearIsLeftOut() throws InputException {
    assertThat(
            shrunk(
                CAUSAL,
                """
                order x: 1 2
                s1 T1: w(x,2) w(y,1)
                s2 T2: w(x,1)
                s3 T3: w(x,1)
                s4 T4: r(y,1) r(x,nil)
                """))
        .isEqualTo("order x: 2\ns1 T1: w(x,2) w(y,1)\ns4 T4: r(y,1) r(x,nil)\n");
  }

  @Test
  void transactionsKeepTheirNames() throws InputException {
    History small =
        shrunk(
            CAUSAL,
            IsogaugeText.parse("s1: w(z,1)\ns1: w(x,1) w(y,1)\n7: r(z,1)\n7: r(x,1) r(y,nil)\n"));

    assertThat(IsogaugeText.format(small))
        .isEqualTo("s1 s1.2: w(x,1) w(y,1)\n7 \"7.2\": r(x,1) r(y,nil)\n");
  }

  @Test
  void aPlaceThatIsAlreadyANameIsNotTakenForOne() throws InputException {
    assertThat(
            shrunk(CAUSAL, "s1: w(z,1)\ns1: w(x,1) w(y,1)\ns2 s1.2: r(z,1)\ns3: r(x,1) r(y,nil)"))
        .isEqualTo("s1: w(x,1) w(y,1)\ns3: r(x,1) r(y,nil)\n");
  }

  @Test
  void theWriterOfWhatIsReadStays() throws InputException {
    // Without the first transaction the read would be of a value that nobody wrote.
    assertThat(
            shrunk(
                SNAPSHOTS,
                """
                s1 T1: [ts 1..2] w(x,1) w(y,1)
                s2 T2: [ts 3..4:1] w(x,2)
                s3 T3: [ts 5..6] r(y,1) r(x,1)
                """))
        .isEqualTo(
            """
            s1 T1: [ts 1..2] w(x,1)
            s2 T2: [ts 3..4:1] w(x,2)
            s3 T3: [ts 5..6] r(x,1)
            """);
  }

  @Test
  void appendsAreLeftOutOfTheListsThatWereRead() throws InputException {
    assertThat(
            shrunk(
                SERIAL,
                """
                s1 T1: a(x,1) a(x,2)
                s2 T2: a(x,3)
                s3 T3: a(x,4)
                s4 T4: r(x,[1,2,3,4])
                s5 T5: r(x,[1,2,4,3])
                """))
        .isEqualTo(
            """
            s2 T2: a(x,3)
            s3 T3: a(x,4)
            s4 T4: r(x,[3,4])
            s5 T5: r(x,[4,3])
            """);
  }

  @Test
  void aRecordedGapInSequenceNumbersStays() throws InputException {
    assertThat(
            shrunk(
                SNAPSHOTS,
                """
                s1 T1: [ts 1..2] [sno 1] w(x,1)
                s1 T2: [ts 3..4] [sno 2] w(x,2)
                s1 T3: [ts 5..6] [sno 4] w(x,3)
                """))
        .isEqualTo(
            """
            s1 T2: [ts 3..4] [sno 2] w(x,2)
            s1 T3: [ts 5..6] [sno 4] w(x,3)
            """);
  }

  @Test
  void sequenceNumbersCloseUpOverWhatIsLeftOut() throws InputException {
    assertThat(
            shrunk(
                SNAPSHOTS,
                """
                s1 T1: [ts 1..2] [sno 1] w(x,1)
                s1 T2: [ts 3..4] [sno 2] w(y,1)
                s1 T3: [ts 5..6] [sno 3] w(x,2)
                s2 T4: [ts 7..8] [sno 1] r(x,1)
                """))
        .isEqualTo(
            """
            s1 T1: [ts 1..2] [sno 1] w(x,1)
            s1 T3: [ts 5..6] [sno 2] w(x,2)
            s2 T4: [ts 7..8] [sno 1] r(x,1)
            """);
  }

  @Test
  void versionsThatNobodyWritesAnyMoreLeaveTheirOrder() throws InputException {
    assertThat(
            shrunk(
                CAUSAL,
                """
                order x: 1 2 3 9
                order z: 1
                s1: w(x,1) w(y,1)
                s2: w(x,2) w(z,1)
                s3: w(x,3)
                s4: r(x,1) r(y,nil)
                """))
        .isEqualTo("order x: 1 9\ns1: w(x,1) w(y,1)\ns4: r(x,1) r(y,nil)\n");
  }

  /** Of four writes of 1 none can be what was read; the one that was overwritten tells why. */
  @Test
  void aStaleReadOfARepeatedValueIsShownWithItsLastWriter() throws InputException {
    assertThat(
            shrunk(
                Question.of(IsolationLevel.LINEARIZABILITY),
                """
                s1 T1: [rt 1..2] w(x,1)
                s2 T2: [rt 3..4] w(x,1)
                s3 T3: [rt 5..6] w(x,2)
                s4 T4: [rt 7..8] r(x,1)
                s5 T5: [rt 9..10] w(x,1)
                s6 T6: [rt 11..12] w(x,1)
                """))
        .isEqualTo(
            """
            s2 T2: [rt 3..4] w(x,1)
            s3 T3: [rt 5..6] w(x,2)
            s4 T4: [rt 7..8] r(x,1)
            """);
  }

  @Test
  void theKindCanBeChosen() throws InputException {
    History history =
        IsogaugeText.parse(
            "s1: aborted w(a,1)\ns2: r(a,1)\ns3: w(x,1) w(y,1)\ns4: r(y,nil) r(x,1)");
    Shrinker shrinker = new Shrinker(CAUSAL, Limits.DEFAULT);

    assertThat(text(shrinker.shrink(history))).isEqualTo("s1: aborted w(a,1)\ns2: r(a,1)\n");
    assertThat(text(shrinker.keeping(Set.of(AnomalyKind.FRACTURED_READ)).shrink(history)))
        .isEqualTo("s3: w(x,1) w(y,1)\ns4: r(y,nil) r(x,1)\n");
    assertThat(shrinker.keeping(Set.of(AnomalyKind.CAUSALITY_VIOLATION)).shrink(history))
        .isInstanceOf(ShrinkResult.NoSuchAnomaly.class);
  }

  @Test
  void whatIsNotKnownToBeViolatedIsLeftAlone() throws InputException {
    ShrinkResult holds =
        new Shrinker(CAUSAL, Limits.DEFAULT).shrink(IsogaugeText.parse("s: w(x,1)"));
    ShrinkResult open =
        new Shrinker(CAUSAL, Limits.DEFAULT).shrink(IsogaugeText.parse("s: p(*,\"TRUE\",[])"));

    assertThat(holds.verdict().word()).isEqualTo("satisfied");
    assertThat(open.verdict().word()).isEqualTo("unknown");
    assertThat(List.of(holds, open)).hasOnlyElementsOfType(ShrinkResult.NotViolated.class);
  }

  @Test
  void theEvidenceMakesLargeHistoriesQuick() {
    History history =
        HistoryGenerator.generate(
                WorkloadSpec.DEFAULT.withTransactions(50_000).withSessions(20),
                List.of(new Injection(AnomalyKind.CAUSALITY_VIOLATION, 3)))
            .history();
    List<Integer> sizes = new ArrayList<>();

    ShrinkResult.Shrunk small =
        (ShrinkResult.Shrunk)
            new Shrinker(CAUSAL, Limits.DEFAULT)
                .withListener((transactions, operations) -> sizes.add(transactions))
                .shrink(history);

    assertThat(small.minimal()).isTrue();
    assertThat(small.checks()).isLessThan(200);
    assertThat(small.history().transactionCount()).isLessThanOrEqualTo(4);
    assertThat(sizes).isNotEmpty().isSortedAccordingTo((a, b) -> b - a);
    assertThat(sizes.get(0)).isLessThan(100);
  }

  @Test
  void outOfTimeTheSmallestSoFarIsGivenAsSuch() throws InputException {
    History history = IsogaugeText.parse("s1: w(x,1) w(y,1) w(z,1)\ns2: r(z,1) r(x,1) r(y,nil)");
    Limits twoSeconds = Limits.DEFAULT.withTimeout(Duration.ofSeconds(2));

    ShrinkResult.Shrunk late =
        (ShrinkResult.Shrunk)
            new Shrinker(CAUSAL, twoSeconds).withListener((t, o) -> sleep(2_000)).shrink(history);
    ShrinkResult never =
        new Shrinker(CAUSAL, Limits.DEFAULT.withTimeout(Duration.ofNanos(1))).shrink(history);

    assertThat(late.minimal()).isFalse();
    assertThat(late.verdict().word()).isEqualTo("violated");
    assertThat(never.verdict().word()).isEqualTo("unknown");
  }

  private static void sleep(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String shrunk(Question question, String text) throws InputException {
    return IsogaugeText.format(shrunk(question, IsogaugeText.parse(text)));
  }

  private static History shrunk(Question question, History history) {
    ShrinkResult.Shrunk result =
        (ShrinkResult.Shrunk) new Shrinker(question, Limits.DEFAULT).shrink(history);
    assertThat(result.minimal()).isTrue();
    assertThat(result.verdict().word()).isEqualTo("violated");
    return result.history();
  }

  private static String text(ShrinkResult result) {
    return IsogaugeText.format(((ShrinkResult.Shrunk) result).history());
  }
}
