package dev.isogauge.check.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.linear.LinearConfirm;
import dev.isogauge.oracle.linear.LinearOracle;
import dev.isogauge.oracle.linear.RegisterHistories;
import dev.isogauge.oracle.linear.RegisterOperation;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Both ways of checking against all orders, and every witness and finding confirmed. */
class LinearOracleTest {
  private static final int TIMES = 4;

  private int linearizable;
  private int faulty;
  private int unique;
  private final Set<LinearFault> faults = EnumSet.noneOf(LinearFault.class);

  @Test
  void randomRegisters() {
    int count = TestSize.pick(24_000, 100_000);
    for (int seed = 0; seed < count; seed++) {
      List<RegisterOperation> operations = new RegisterHistories(seed).next(6);
      agree("seed " + seed, operations);
    }
    assertThat(linearizable).isGreaterThan(count / 5);
    assertThat(faulty).isGreaterThan(count / 5);
    assertThat(unique).isGreaterThan(count / 5);
    assertThat(faults).containsExactlyInAnyOrder(LinearFault.values());
  }

  @Test
  void longerRegisters() {
    for (int seed = 0; seed < TestSize.pick(1_000, 20_000); seed++) {
      agree("seed " + seed, new RegisterHistories(seed).next(9));
    }
  }

  /** Too long for all orders: the two ways of checking against each other. */
  @Test
  void bothWaysAgreeOnLongRegisters() {
    int compared = 0;
    for (int seed = 0; seed < TestSize.pick(4_000, 40_000); seed++) {
      History history = RegisterOperation.history(List.of(new RegisterHistories(seed).next(40)));
      Register register = new Registers(history).of(0);
      Optional<UniqueValues> fast = UniqueValues.of(register);
      if (fast.isPresent()) {
        compared++;
        Budget budget = new Budget(Limits.DEFAULT.timeout(), Long.MAX_VALUE);
        assertThat(fast.get().judge() instanceof KeyVerdict.Linearizable)
            .as("seed %d", seed)
            .isEqualTo(new LinearizationSearch(register, Register.INITIAL, budget).run());
      }
    }
    assertThat(compared).isGreaterThan(500);
  }

  @Test
  void severalKeys() {
    for (int seed = 0; seed < TestSize.pick(1_000, 20_000); seed++) {
      RegisterHistories histories = new RegisterHistories(seed);
      List<List<RegisterOperation>> keys = new ArrayList<>();
      for (int key = 0; key < 3; key++) {
        keys.add(histories.next(4));
      }
      agreeOnKeys("seed " + seed, keys);
    }
  }

  @Test
  void allPairs() {
    List<RegisterOperation> all = all(3, true);
    for (int i = 0; i < all.size(); i++) {
      for (int j = i; j < all.size(); j++) {
        agree("pair", List.of(all.get(i), all.get(j)));
      }
    }
  }

  @Test
  void allTriples() {
    List<RegisterOperation> all = all(2, TestSize.isThorough());
    for (int i = 0; i < all.size(); i++) {
      for (int j = i; j < all.size(); j++) {
        for (int k = j; k < all.size(); k++) {
          agree("triple", List.of(all.get(i), all.get(j), all.get(k)));
        }
      }
    }
  }

  /** Every operation over a few values and times. */
  private static List<RegisterOperation> all(int values, boolean indeterminate) {
    List<RegisterOperation> all = new ArrayList<>();
    for (long read = -1; read < values; read++) {
      for (long write = -1; write < values; write++) {
        for (long begin = 0; begin < TIMES && (read >= 0 || write >= 0); begin++) {
          Long r = read < 0 ? null : (Long) read;
          Long w = write < 0 ? null : (Long) write;
          for (long end = begin; end < TIMES; end++) {
            all.add(new RegisterOperation(r, w, begin, end, Outcome.COMMITTED));
          }
          if (indeterminate && w != null) {
            all.add(new RegisterOperation(r, w, begin, null, Outcome.INDETERMINATE));
          }
        }
      }
    }
    return all;
  }

  private void agree(String label, List<RegisterOperation> operations) {
    agreeOnKeys(label, List.of(operations));
  }

  private void agreeOnKeys(String label, List<List<RegisterOperation>> keys) {
    boolean expected = keys.stream().allMatch(LinearOracle::isLinearizable);
    History history = RegisterOperation.history(keys);
    Verdict verdict = new LinearizabilityChecker(Limits.DEFAULT).byKnownTimes(history);
    Supplier<String> about = () -> label + ": " + keys;
    assertThat(verdict.word()).as(about).isEqualTo(expected ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied satisfied) {
      linearizable++;
      assertThat(
              WitnessVerifier.refute(
                  history, Question.of(IsolationLevel.LINEARIZABILITY), satisfied.witness()))
          .as(about)
          .isEmpty();
    } else if (verdict instanceof Verdict.Violated violated) {
      faulty++;
      violated.anomalies().forEach(a -> confirm(about, history, keys, a));
    }
    for (int key = 0; key < history.keyCount(); key++) {
      compareWays(about, keys.get((int) history.keyAtom(key)), new Registers(history).of(key));
    }
  }

  private void confirm(
      Supplier<String> about,
      History history,
      List<List<RegisterOperation>> keys,
      Anomaly anomaly) {
    faults.add((LinearFault) anomaly.form().orElseThrow());
    int key = (int) history.keyAtom(anomaly.parts().get(0).place().key());
    int first = keys.subList(0, key).stream().mapToInt(List::size).sum();
    try {
      new LinearConfirm(keys.get(key), first).confirm(anomaly);
    } catch (AssertionError e) {
      throw new AssertionError(about.get() + ": " + anomaly, e);
    }
  }

  private void compareWays(
      Supplier<String> about, List<RegisterOperation> operations, Register register) {
    boolean expected = LinearOracle.isLinearizable(operations);
    Budget budget = new Budget(Limits.DEFAULT.timeout(), Long.MAX_VALUE);
    assertThat(new LinearizationSearch(register, Register.INITIAL, budget).run())
        .as(about)
        .isEqualTo(expected);
    KeyVerdict general = new GeneralRegister(register, Limits.DEFAULT).judge(budget);
    assertThat(general instanceof KeyVerdict.Linearizable).as(about).isEqualTo(expected);
    Optional<UniqueValues> fast = UniqueValues.of(register);
    if (fast.isPresent()) {
      unique++;
      assertThat(fast.get().judge() instanceof KeyVerdict.Linearizable)
          .as(about)
          .isEqualTo(expected);
    }
  }
}
