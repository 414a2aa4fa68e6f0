package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.util.Parallel;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The small structures of the weak checkers against naive twins. */
class PartsTest {
  @Test
  void sourceSetIsASet() {
    Random random = new Random(7);
    SourceSet set = new SourceSet(200);
    for (int reader = 0; reader < 50; reader++) {
      set.clear(reader);
      Set<Integer> twin = new HashSet<>();
      for (int i = 0; i < random.nextInt(120); i++) {
        int source = random.nextInt(reader % 2 == 0 ? 200 : 10);
        assertThat(set.add(source)).as("reader %d", reader).isEqualTo(twin.add(source));
      }
    }
  }

  /** No reader's mark is that of a node that was never read from. */
  @Test
  void sourceSetOfManySources() {
    for (int reader = 0; reader < 4; reader++) {
      SourceSet set = new SourceSet(100);
      set.clear(reader);
      for (int source = 0; source < 100; source++) {
        assertThat(set.add(source)).isTrue();
      }
      for (int source = 0; source < 100; source++) {
        assertThat(set.add(source)).isFalse();
      }
    }
  }

  @Test
  void indexCountsReadsAndWrites() {
    WeakIndex index = Written.of("s1: w(x,1) w(y,1) w(x,2) | s2: r(x,2) r(y,1) r(y,1)").index();
    assertThat(index.readCount()).isEqualTo(3);
    assertThat(index.writeCount()).isEqualTo(2);
  }

  @Test
  void indexKnowsWhatEachTransactionWrites() {
    WeakIndex index = new WeakIndex(wide());
    for (int v = 0; v < index.nodeCount(); v++) {
      Set<Integer> keys = new HashSet<>();
      long signature = 0;
      for (int w = index.firstWrite(v); w < index.endWrite(v); w++) {
        assertThat(keys.add(index.writeKey(w))).isTrue();
        signature |= WeakIndex.signature(index.writeKey(w));
      }
      for (int key = 0; key < index.keyCount(); key++) {
        assertThat(index.writes(v, key)).isEqualTo(keys.contains(key));
        assertThat(index.mayWrite(v, WeakIndex.signature(key)))
            .isEqualTo((signature & WeakIndex.signature(key)) != 0);
      }
    }
  }

  @Test
  void signaturesSpread() {
    Set<Long> bits = new HashSet<>();
    for (int key = 0; key < 1000; key++) {
      assertThat(Long.bitCount(WeakIndex.signature(key))).isEqualTo(1);
      bits.add(WeakIndex.signature(key));
    }
    assertThat(bits).hasSize(64);
  }

  @Test
  void findingsAreCountedBeyondWhatIsKept() {
    AnomalyTally findings = new AnomalyTally(2);
    assertThat(findings.isEmpty()).isTrue();
    for (int t = 0; t < 3; t++) {
      findings.add(anomaly(AnomalyKind.NON_REPEATABLE_READ, t));
      findings.add(anomaly(AnomalyKind.THIN_AIR_READ, t));
    }
    assertThat(findings.counts())
        .containsOnly(
            Map.entry(AnomalyKind.THIN_AIR_READ, 3L),
            Map.entry(AnomalyKind.NON_REPEATABLE_READ, 3L));
    assertThat(findings.sorted().anomalies())
        .containsExactly(
            anomaly(AnomalyKind.THIN_AIR_READ, 0),
            anomaly(AnomalyKind.THIN_AIR_READ, 1),
            anomaly(AnomalyKind.NON_REPEATABLE_READ, 0),
            anomaly(AnomalyKind.NON_REPEATABLE_READ, 1));
  }

  private static Anomaly anomaly(AnomalyKind kind, int transaction) {
    return Anomaly.of(kind, Part.ofTransaction(Role.READER, transaction));
  }

  /** A block has an even share of the chains, or as many as fit beside one for each core. */
  @Test
  void blocksFitIntoMemory() {
    Written written = Written.of("s1: w(x,1) ; w(y,1) | s2: r(x,1) r(y,1)");
    LiveRows plan =
        LiveRows.plan(written.index(), CausalOrder.of(written.index(), Written.ample()));
    int cores = Parallel.cores();
    long column = 4L * plan.most() * cores;
    assertThat(Causal.columnsPerBlock(plan, 10 * cores, 10, memory(column * 100))).isEqualTo(10);
    assertThat(Causal.columnsPerBlock(plan, 10 * cores + 1, 11, memory(column * 100)))
        .isEqualTo(11);
    assertThat(Causal.columnsPerBlock(plan, 10 * cores, 10, memory(column * 5))).isEqualTo(5);
    assertThat(Causal.columnsPerBlock(plan, 10 * cores, 10, memory(column))).isEqualTo(1);
    assertThatThrownBy(() -> Causal.columnsPerBlock(plan, 10 * cores, 10, memory(column - 1)))
        .isInstanceOf(BudgetExceededException.class);
    assertThat(Causal.columnsPerBlock(plan, 1, 1, memory(4L * plan.most()))).isEqualTo(1);
  }

  private static Budget memory(long bytes) {
    return new Budget(Duration.ofDays(1), bytes);
  }

  @Test
  void writersStandByKeyAndChain() {
    WeakIndex index = new WeakIndex(wide());
    WritersByChain writers = new WritersByChain(index);
    for (int key = 0; key < index.keyCount(); key++) {
      int found = 0;
      for (int s = writers.firstSegment(key); s < writers.endSegment(key); s++) {
        for (int place = writers.segmentStart(s); place < writers.segmentEnd(s); place++) {
          int node = writers.writer(place);
          assertThat(index.writes(node, key)).isTrue();
          assertThat(index.chains().chain(node)).isEqualTo(writers.chain(s));
          assertThat(writers.firstAtOrAfter(s, node)).isEqualTo(place);
          assertThat(writers.firstAtOrAfter(s, node + 1)).isEqualTo(place + 1);
          found++;
        }
      }
      int expected = 0;
      for (int v = 0; v < index.nodeCount(); v++) {
        expected += index.writes(v, key) ? 1 : 0;
      }
      assertThat(found).isEqualTo(expected);
    }
  }

  private static History wide() {
    return HistoryGenerator.generate(
        WorkloadSpec.DEFAULT
            .withSessions(6)
            .withTransactions(80)
            .withOperations(60)
            .withKeys(90)
            .withAbortRatio(0.2));
  }
}
