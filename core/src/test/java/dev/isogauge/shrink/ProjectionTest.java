package dev.isogauge.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.certificate.CertifiedHistories;
import dev.isogauge.oracle.linear.RegisterHistories;
import dev.isogauge.oracle.linear.RegisterOperation;
import dev.isogauge.oracle.replay.RandomRuns;
import dev.isogauge.oracle.timestamp.TimedHistories;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A part of a history that holds at a level never violates it. */
class ProjectionTest {
  private static final int RUNS = TestSize.pick(75, 20_000);

  private int satisfied;

  /** It is in the result whatever others wrote between the version set and it. */
  @Test
  void aPredicateReadGoesWithTheOwnWriteThatItReturned() throws InputException {
    History history =
        IsogaugeText.parse(
            """
            order x: 4@T1 8@T2
            s1 T1: w(x,4)
            s2 T2: w(x,8) p(*,"value > 2",[x] of [])
            """);
    Question question = new Question(IsolationLevel.READ_COMMITTED, OrderSource.CERTIFICATE, true);
    HistoryPart part = HistoryPart.of(history, BitSet.valueOf(new long[] {0b11}));
    BitSet own = BitSet.valueOf(new long[] {0b10});

    assertThat(new Projection(history, question).of(part).part().predicates().isEmpty()).isFalse();
    part = part.without(history, own, new BitSet());
    assertThat(new Projection(history, question).of(part).part().predicates().isEmpty()).isTrue();
  }

  /** T3 comes after T1 in the session, so it saw that x was gone, not that it was not there yet. */
  @Test
  void aPredicateReadGoesWithTheDeleteOfWhatItDidNotSee() throws InputException {
    History history =
        IsogaugeText.parse(
            """
            order x: 8@T1 dead@T2
            s1 T1: [ts 1..2] w(x,8)
            s2 T2: [ts 3..4] d(x)
            s1 T3: [ts 5..6] p(*,"value > 2",[] of [])
            """);
    Question question = new Question(IsolationLevel.PL_SI, OrderSource.CERTIFICATE, true);
    BitSet delete = BitSet.valueOf(new long[] {0b10});
    HistoryPart part = HistoryPart.of(history, BitSet.valueOf(new long[] {0b111}));

    assertThat(new Projection(history, question).of(part).part().predicates().isEmpty()).isFalse();
    part = part.without(history, delete, new BitSet());
    assertThat(new Projection(history, question).of(part).part().predicates().isEmpty()).isTrue();
  }

  /** T1 would miss what T0 wrote, were it not deleted. */
  @Test
  void whatIsDeletedGoesWithTheDelete() throws InputException {
    History history =
        IsogaugeText.parse(
            """
            order x: dead@T0
            s0 T0: [ts 1..10] w(x,3) d(x) w(y,1)
            s1 T1: [ts 15..20] r(x,nil@init)
            """);
    Question question = new Question(IsolationLevel.PL_SI, OrderSource.CERTIFICATE, true);
    BitSet delete = BitSet.valueOf(new long[] {0b10});
    HistoryPart part =
        HistoryPart.of(history, BitSet.valueOf(new long[] {0b11}))
            .without(history, delete, new BitSet());

    assertThat(new Projection(history, question).of(part).part().operations())
        .isEqualTo(BitSet.valueOf(new long[] {0b1100}));
  }

  /** What may have seen T1 or T2 must not become what saw T1. */
  @Test
  void aReadGoesWithAnyWriteThatItMayHaveSeen() throws InputException {
    History history =
        IsogaugeText.parse(
            """
            s1 T1: [rt 1..2] w(x,1)
            s2 T2: [rt 3..4] w(x,2)
            s3 T3: [rt 5..6] w(x,1)
            s4 T4: [rt 7..8] r(x,1)
            s5 T5: [rt 9..10] w(x,1)
            """);

    assertThat(without(history, IsolationLevel.CAUSAL, 0)).containsExactly("T2", "T3", "T5");
    assertThat(without(history, IsolationLevel.CAUSAL, 1)).containsExactly("T1", "T3", "T4", "T5");
    // In real time T1 was overwritten before T4, and T5 came after it.
    assertThat(without(history, IsolationLevel.LINEARIZABILITY, 0))
        .containsExactly("T2", "T3", "T4", "T5");
    assertThat(without(history, IsolationLevel.LINEARIZABILITY, 4))
        .containsExactly("T1", "T2", "T3", "T4");
    assertThat(without(history, IsolationLevel.LINEARIZABILITY, 2))
        .containsExactly("T1", "T2", "T5");
  }

  private static List<String> without(History history, IsolationLevel level, int transaction) {
    BitSet leftOut = new BitSet();
    leftOut.set(transaction);
    History part =
        new Projection(history, Question.of(level))
            .of(HistoryPart.whole(history).withoutTransactions(history, leftOut))
            .history();
    return IntStream.range(0, part.transactionCount()).mapToObj(part::transactionName).toList();
  }

  @ParameterizedTest
  @CsvSource({"READ_COMMITTED, READ_COMMITTED", "READ_ATOMIC, READ_ATOMIC", "CAUSAL, CAUSAL"})
  void weakLevels(StoreKind store, IsolationLevel level) {
    for (long seed = 0; seed < RUNS; seed++) {
      parts(Question.of(level), HistoryGenerator.generate(spec(store).withSeed(seed)), seed);
    }
    enoughWereSatisfied();
  }

  @ParameterizedTest
  @CsvSource({"SERIALIZABLE, SERIALIZABILITY", "SNAPSHOT, SNAPSHOT_ISOLATION"})
  void lists(StoreKind store, IsolationLevel level) {
    WorkloadSpec spec = spec(store).withModel(DataModel.LIST_APPEND).withTimestamps(true);
    for (long seed = 0; seed < RUNS; seed++) {
      History history = HistoryGenerator.generate(spec.withSeed(seed));
      parts(Question.of(level), history, seed);
      parts(Question.byTimestamps(level), history, seed);
    }
    enoughWereSatisfied();
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY"})
  void timestamps(IsolationLevel level) {
    for (long seed = 0; seed < 4L * RUNS; seed++) {
      Atoms atoms = new Atoms();
      RawBlock block = new RawBlock();
      new TimedHistories(seed)
          .next(seed % 2 == 0, level == IsolationLevel.SNAPSHOT_ISOLATION)
          .forEach(transaction -> transaction.addTo(block, atoms));
      HistoryBuilder builder = new HistoryBuilder(atoms);
      builder.add(block);
      History history = builder.build();
      // Where a session overlaps, only some pairs of its transactions are compared.
      if (!history.hasRealTime()) {
        parts(Question.byTimestamps(level), history, seed);
      }
    }
    enoughWereSatisfied();
  }

  @Test
  void repeatedValuesOfARegister() {
    for (long seed = 0; seed < 4L * RUNS; seed++) {
      parts(
          Question.of(IsolationLevel.LINEARIZABILITY),
          RegisterOperation.history(List.of(new RegisterHistories(seed).next(9))),
          seed);
    }
    enoughWereSatisfied();
  }

  @Test
  void replays() throws InputException {
    for (long seed = 0; seed < 10L * RUNS; seed++) {
      parts(
          new Question(IsolationLevel.SERIALIZABILITY, OrderSource.REPLAY, true),
          IsogaugeText.parse(RandomRuns.text(seed)),
          seed);
    }
    enoughWereSatisfied();
  }

  @Test
  void certificates() throws InputException {
    for (long seed = 0; seed < 4L * RUNS; seed++) {
      History history = IsogaugeText.parse(CertifiedHistories.text(seed, 6));
      for (IsolationLevel level : OrderSource.CERTIFICATE.levels()) {
        parts(new Question(level, OrderSource.CERTIFICATE, true), history, seed);
      }
    }
    enoughWereSatisfied();
  }

  private void enoughWereSatisfied() {
    assertThat(satisfied).isGreaterThan(RUNS / 10);
  }

  private static WorkloadSpec spec(StoreKind store) {
    return WorkloadSpec.DEFAULT
        .withStore(store)
        .withSessions(3)
        .withTransactions(12)
        .withOperations(4)
        .withKeys(3)
        .withAbortRatio(0.1);
  }

  private void parts(Question question, History history, long seed) {
    if (!(Checks.check(history, question, Limits.DEFAULT) instanceof Verdict.Satisfied)) {
      return;
    }
    satisfied++;
    Random random = new Random(seed);
    Projection projection = new Projection(history, question);
    for (int i = 0; i < 5; i++) {
      BitSet left = new BitSet();
      for (int t = 0; t < history.transactionCount(); t++) {
        left.set(t, random.nextInt(4) > 0);
      }
      BitSet struck = new BitSet();
      for (int o = 0; o < history.operationCount(); o++) {
        struck.set(o, random.nextInt(6) == 0);
      }
      BitSet unread = new BitSet();
      for (int p = 0; p < history.predicateReads().count(); p++) {
        unread.set(p, random.nextInt(6) == 0);
      }
      HistoryPart part = HistoryPart.of(history, left).without(history, struck, unread);
      History smaller = projection.of(part).history();
      assertThat(Checks.check(smaller, question, Limits.DEFAULT))
          .as("%s=>\n%s", IsogaugeText.format(history), IsogaugeText.format(smaller))
          .isNotInstanceOf(Verdict.Violated.class);
    }
  }
}
