package dev.isogauge.check.linear;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.anomaly.LinearParts;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.checker.Guards;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Checks linearizability: the operations of each key can be put into an order in which every read
 * sees the write before it, and everything that ended before another began comes first. Session
 * order plays no role; an operation with unknown outcome may take effect at any time after its
 * begin, or never. Values are compared; a record of which write a read saw is not used.
 *
 * <ol>
 *   <li>Cut the history by key: it is linearizable if each key is (Herlihy and Wing).
 *   <li>Keys whose values are unique need no search: {@link UniqueValues}, O(n log n).
 *   <li>For the others search: {@link GeneralRegister}, within the budget.
 *   <li>Merge the orders of all keys into one, the witness.
 * </ol>
 *
 * <p>A violated key gives one finding.
 */
public final class LinearizabilityChecker extends Checker {
  /** What is held for a transaction while it is checked, roughly. */
  private static final long BYTES_PER_TRANSACTION = 100;

  private final Limits limits;

  public LinearizabilityChecker(Limits limits) {
    this.limits = limits;
  }

  @Override
  protected Verdict decide(History history) {
    return Guards.unlessTimesAreMissing(byKnownTimes(history), history);
  }

  /** The verdict if the times that are missing ordered nothing. */
  Verdict byKnownTimes(History history) {
    // Step 1.
    Registers registers = new Registers(history);
    return registers
        .obstacle()
        .map(reason -> (Verdict) new Verdict.Unknown(reason, List.of()))
        .orElseGet(() -> new Run(history, registers).check());
  }

  /** One check. */
  private final class Run {
    private final History history;
    private final Registers registers;
    private final Budget budget;
    private final int[][] orders;
    private final AnomalyTally findings = new AnomalyTally(limits.maxAnomalies());

    Run(History history, Registers registers) {
      this.history = history;
      this.registers = registers;
      this.budget =
          new Budget(
              limits.timeout(),
              Math.min(limits.memoryBytes(), Runtime.getRuntime().maxMemory() / 2));
      this.orders = new int[history.keyCount()][];
    }

    Verdict check() {
      Optional<Verdict.Unknown> incomplete = Optional.empty();
      try {
        budget.reserve(BYTES_PER_TRANSACTION * history.transactionCount(), "the history");
        checkKeys();
      } catch (BudgetExceededException e) {
        incomplete = Optional.of(e.verdict(List.of()));
      }
      if (!findings.isEmpty()) {
        return findings.violated(incomplete.map(Verdict.Unknown::reason), List.of());
      }
      if (!history.hasRealTime() && !registers.isEmpty()) {
        incomplete =
            incomplete.or(
                () ->
                    Optional.of(
                        new Verdict.Unknown(
                            "the history has no real times; record when every operation began and"
                                + " ended",
                            List.of())));
      }
      return incomplete
          .map(Verdict.class::cast)
          .orElseGet(() -> new Verdict.Satisfied(Witness.serial(merged()), List.of()));
    }

    private void checkKeys() {
      IntArrayList difficult = new IntArrayList();
      // Step 2.
      for (int key = 0; key < orders.length; key++) {
        Optional<UniqueValues> unique = UniqueValues.of(registers.of(key));
        if (unique.isPresent()) {
          note(key, unique.get().judge());
        } else {
          difficult.add(key);
        }
        budget.checkTime();
      }
      // Step 3.
      for (int key : difficult) {
        try {
          note(key, new GeneralRegister(registers.of(key), limits).judge(budget));
        } catch (BudgetExceededException e) {
          throw e.saying(String.format("key %s: %s", history.keyName(key), e.getMessage()));
        }
      }
    }

    private void note(int key, KeyVerdict judgement) {
      if (judgement instanceof KeyVerdict.Linearizable linearizable) {
        orders[key] = linearizable.transactions();
      } else if (judgement instanceof KeyVerdict.Faulty faulty) {
        findings.add(AnomalyKind.NON_LINEARIZABLE, () -> anomaly(faulty));
      }
    }

    /**
     * Step 4: an operation takes effect as soon as it has begun and the one before it on its key
     * took effect. That is before it ends, or the order of its key would not keep to real time; so
     * the order of these moments keeps to it for all keys. What reads nothing known, and so is in
     * no order, may take effect when it begins.
     */
    private int[] merged() {
      long[] moments = new long[history.transactionCount()];
      boolean[] placed = new boolean[moments.length];
      IntArrayList all = new IntArrayList();
      for (int[] order : orders) {
        long moment = RawBlock.NO_TIME;
        for (int t : order) {
          moment = Math.max(moment, history.beginTime(t));
          moments[t] = moment;
          placed[t] = true;
          all.add(t);
        }
      }
      for (int t = 0; t < moments.length; t++) {
        if (!placed[t] && history.outcome(t) == Outcome.COMMITTED) {
          moments[t] = history.beginTime(t);
          all.add(t);
        }
      }
      int[] merged = all.toIntArray();
      IntArrays.mergeSort(merged, (s, t) -> Long.compare(moments[s], moments[t]));
      return merged;
    }

    private Anomaly anomaly(KeyVerdict.Faulty faulty) {
      return LinearParts.of(
          history,
          faulty.fault(),
          faulty.key(),
          faulty.transactions(),
          faulty.fault() == LinearFault.NEVER_WRITTEN ? aborted(faulty) : faulty.others());
    }

    /** The aborted transaction that wrote what no other wrote. */
    private List<Integer> aborted(KeyVerdict.Faulty faulty) {
      int read = LinearParts.readOf(history, faulty.transactions().get(0)).orElseThrow();
      return Arrays.stream(history.writesOf(faulty.key(), history.valueOf(read)))
          .map(history::transactionOf)
          .filter(t -> history.outcome(t) == Outcome.ABORTED)
          .limit(1)
          .boxed()
          .toList();
    }
  }
}
