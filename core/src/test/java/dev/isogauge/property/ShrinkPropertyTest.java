package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.generate.StoreKind;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.oracle.certificate.CertifiedHistories;
import dev.isogauge.oracle.linear.RegisterHistories;
import dev.isogauge.oracle.linear.RegisterOperation;
import dev.isogauge.oracle.replay.RandomRuns;
import dev.isogauge.oracle.timestamp.TimedHistories;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.shrink.Shrinker;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever violates a level is shrunk to a part of itself that violates it in the same way, and
 * from which nothing can be left out.
 */
class ShrinkPropertyTest {
  private static final int RUNS = TestSize.pick(25, 2_000);

  private int shrunk;
  private final Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);

  static Shape[] shapes() {
    return Shape.ALL;
  }

  @AfterEach
  void enoughWereViolating() {
    assertThat(shrunk).isGreaterThan(RUNS / 10);
    assertThat(kinds).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void weakLevels(Shape shape) throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      History history = RandomHistories.make(shape, seed, 9).toHistory();
      for (IsolationLevel level : WeakLevels.ALL) {
        shrink(Question.of(level), history);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY"})
  void timestamps(IsolationLevel level) throws IOException {
    for (long seed = 0; seed < 4L * RUNS; seed++) {
      Atoms atoms = new Atoms();
      RawBlock block = new RawBlock();
      new TimedHistories(seed)
          .next(false, level == IsolationLevel.SNAPSHOT_ISOLATION)
          .forEach(transaction -> transaction.addTo(block, atoms));
      HistoryBuilder builder = new HistoryBuilder(atoms);
      builder.add(block);
      shrink(Question.byTimestamps(level), builder.build());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY", "STRICT_SERIALIZABILITY"})
  void miniTransactions(IsolationLevel level) throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      shrink(Question.of(level), IsogaugeText.parse(miniTransactions(new Random(seed))));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY"})
  void listAppend(IsolationLevel level) throws IOException {
    WorkloadSpec spec =
        WorkloadSpec.DEFAULT
            .withStore(StoreKind.READ_COMMITTED)
            .withModel(DataModel.LIST_APPEND)
            .withSessions(4)
            .withTransactions(20)
            .withOperations(4)
            .withKeys(4)
            .withAbortRatio(0.1)
            .withDistribution(KeyDistribution.UNIFORM);
    for (long seed = 0; seed < RUNS / 3; seed++) {
      shrink(Question.of(level), HistoryGenerator.generate(spec.withSeed(seed)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SERIALIZABILITY", "STRICT_SERIALIZABILITY"})
  void replays(IsolationLevel level) throws IOException {
    Question question = new Question(level, OrderSource.REPLAY, true);
    for (long seed = 0; seed < 10L * RUNS; seed++) {
      shrink(question, IsogaugeText.parse(RandomRuns.text(seed)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PL_2", "SNAPSHOT_ISOLATION", "SERIALIZABILITY", "STRICT_SERIALIZABILITY"})
  void certificates(IsolationLevel level) throws IOException {
    Question question = new Question(level, OrderSource.CERTIFICATE, true);
    for (long seed = 0; seed < 4L * RUNS; seed++) {
      shrink(question, IsogaugeText.parse(CertifiedHistories.text(seed, 6)));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY"})
  void searched(IsolationLevel level) throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      String text = miniTransactions(new Random(seed)).replaceAll(" r\\(k0,[^)]*\\)", "");
      shrink(Question.of(level), IsogaugeText.parse(text));
    }
  }

  @Test
  void linearizability() throws IOException {
    for (long seed = 0; seed < RUNS; seed++) {
      RegisterHistories register = new RegisterHistories(seed);
      shrink(
          Question.of(IsolationLevel.LINEARIZABILITY),
          RegisterOperation.history(List.of(register.next(12), register.next(5))));
    }
  }

  private void shrink(Question question, History history) throws IOException {
    ShrinkResult result = new Shrinker(question, Limits.DEFAULT).shrink(history);
    if (!(Checks.check(history, question, Limits.DEFAULT) instanceof Verdict.Violated violated)) {
      assertThat(result).isInstanceOf(ShrinkResult.NotViolated.class);
      return;
    }
    ShrinkResult.Shrunk small = (ShrinkResult.Shrunk) result;
    String text = IsogaugeText.format(history) + "=>\n" + IsogaugeText.format(small.history());
    assertThat(small.minimal()).as(text).isTrue();
    assertThat(violated.counts()).as(text).containsKeys(small.kinds().toArray(AnomalyKind[]::new));
    assertThat(small.verdict().counts().keySet()).as(text).containsAnyElementsOf(small.kinds());
    PartOf.check(small.history(), history, text);
    for (HistoryFormat format : List.of(HistoryFormat.ISOGAUGE, HistoryFormat.JSONL)) {
      assertThat(isOfKind(question, Conversions.through(format, small.history()), small))
          .as(text)
          .isTrue();
    }
    for (History smaller : OneLess.of(small.history(), question)) {
      assertThat(isOfKind(question, smaller, small))
          .as(text + "=>\n" + IsogaugeText.format(smaller))
          .isFalse();
    }
    shrunk++;
    kinds.addAll(small.kinds());
  }

  private static boolean isOfKind(Question question, History history, ShrinkResult.Shrunk small) {
    return Checks.check(history, question, Limits.DEFAULT) instanceof Verdict.Violated violated
        && violated.counts().keySet().stream().anyMatch(small.kinds()::contains);
  }

  /** Every write follows a read of its key; reads are old now and then. */
  private static String miniTransactions(Random random) {
    List<List<String>> versions = new ArrayList<>();
    for (int key = 0; key < 3; key++) {
      versions.add(new ArrayList<>(List.of("nil")));
    }
    StringBuilder text = new StringBuilder();
    int next = 1;
    for (int t = 0; t < 12; t++) {
      int begin = 10 * t + random.nextInt(15);
      text.append("s").append(random.nextInt(4));
      text.append(": [rt ").append(begin).append("..").append(begin + random.nextInt(20));
      text.append("]");
      for (int key = 0; key < 3; key++) {
        List<String> known = versions.get(key);
        if (random.nextInt(3) > 0) {
          int age = random.nextInt(6) == 0 ? random.nextInt(3) : 0;
          String seen = known.get(Math.max(0, known.size() - 1 - age));
          text.append(" r(k").append(key).append(",").append(seen).append(")");
          if (random.nextInt(2) == 0) {
            text.append(" w(k").append(key).append(",").append(next).append(")");
            known.add("" + next++);
          }
        }
      }
      text.append("\n");
    }
    return text.toString();
  }
}
