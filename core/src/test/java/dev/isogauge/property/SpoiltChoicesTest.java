package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.oracle.WriterChoices;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The verifier refuses an order with other writers than those found, where the oracle does. */
class SpoiltChoicesTest {
  private static final int HISTORIES = TestSize.pick(200, 10_000);

  @Test
  void areRefused() {
    int refused = 0;
    int accepted = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      Random random = new Random(seed);
      Shape shape = Shape.ALL[seed % 2 == 0 ? 2 : 5];
      TinyHistory tiny = RandomHistories.make(shape, seed, 6);
      History history = tiny.toHistory();
      WriterChoices choices = new WriterChoices(tiny);
      for (IsolationLevel level : WeakLevels.ALL) {
        if (level != IsolationLevel.CUT_ISOLATION
            && !history.duplicateWrites().isEmpty()
            && choices.areFew()
            && new WeakChecker(level, Limits.DEFAULT).check(history)
                instanceof Verdict.Satisfied satisfied
            && satisfied.witness().size() > 0) {
          for (int i = 0; i < 4; i++) {
            Witness spoilt = spoilt(history, satisfied.witness(), random);
            if (!Arrays.stream(spoilt.commitOrder()).allMatch(history::counts)) {
              // A run may hold what need not have happened; the oracle leaves that out.
              continue;
            }
            boolean isProof = WitnessVerifier.refute(history, level, spoilt).isEmpty();
            assertThat(isProof)
                .as("%s, seed %d: %s of %s", level, seed, spoilt, tiny)
                .isEqualTo(choices.accepts(level, spoilt));
            refused += isProof ? 0 : 1;
            accepted += isProof ? 1 : 0;
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(HISTORIES);
    assertThat(accepted).isGreaterThan(HISTORIES / 2);
  }

  /** Swaps two transactions, or lets a read see some other transaction. */
  private static Witness spoilt(History history, Witness witness, Random random) {
    int[] order = witness.commitOrder();
    Map<Integer, Integer> writers = new HashMap<>();
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i) && history.readStatus(i) == ReadStatus.SEVERAL) {
        int read = i;
        witness.writer(i).ifPresent(writer -> writers.put(read, writer));
      }
    }
    if (writers.isEmpty() || random.nextInt(3) == 0) {
      int i = random.nextInt(order.length);
      int j = random.nextInt(order.length);
      int t = order[i];
      order[i] = order[j];
      order[j] = t;
    } else {
      Integer[] reads = writers.keySet().toArray(Integer[]::new);
      int writer = random.nextInt(order.length + 1);
      writers.put(
          reads[random.nextInt(reads.length)],
          writer == order.length ? History.INITIAL : order[writer]);
    }
    return Witness.serial(order, writers);
  }
}
