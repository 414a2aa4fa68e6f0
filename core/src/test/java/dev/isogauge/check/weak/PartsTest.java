package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import java.util.HashSet;
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
  void writersStandByKeyAndChain() {
    WeakIndex index = new WeakIndex(wide());
    KeyWriters writers = new KeyWriters(index);
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
