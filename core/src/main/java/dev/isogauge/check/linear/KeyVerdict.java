package dev.isogauge.check.linear;

import dev.isogauge.anomaly.LinearFault;
import java.util.List;

/** What was found out about one key. */
sealed interface KeyVerdict {

  /** The transactions that took effect, in an order that proves it. */
  record Linearizable(int[] transactions) implements KeyVerdict {}

  /** The key has no linearization, and why; see {@link dev.isogauge.anomaly.LinearParts#of}. */
  record Faulty(LinearFault fault, int key, List<Integer> transactions, List<Integer> others)
      implements KeyVerdict {}

  static KeyVerdict faulty(
      LinearFault fault, Register register, List<Integer> transactions, List<Integer> others) {
    return new Faulty(fault, register.key(), transactions, others);
  }
}
