package dev.isogauge.property;

import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All commit orders of a tiny committed history, with all writers that its reads may have seen. */
public final class AllWitnesses {
  private final History history;
  private final IsolationLevel level;
  private final List<Integer> order = new ArrayList<>();
  private final Map<Integer, Integer> writers = new HashMap<>();

  private AllWitnesses(History history, IsolationLevel level) {
    this.history = history;
    this.level = level;
  }

  /** Whether the verifier accepts one of them as a proof of a level. */
  public static boolean somePasses(History history, IsolationLevel level) {
    return new AllWitnesses(history, level).someOrderPasses();
  }

  private boolean someOrderPasses() {
    if (order.size() == history.transactionCount()) {
      return someWritersPass(0);
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (!order.contains(t)) {
        order.add(t);
        boolean passes = someOrderPasses();
        order.remove(order.size() - 1);
        if (passes) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean someWritersPass(int from) {
    int read = from;
    while (read < history.operationCount() && !hasSeveralWriters(read)) {
      read++;
    }
    if (read == history.operationCount()) {
      int[] transactions = order.stream().mapToInt(Integer::intValue).toArray();
      return passes(Witness.serial(transactions, writers));
    }
    for (int write : history.candidates(read)) {
      writers.put(read, write == History.INITIAL ? write : history.transactionOf(write));
      if (someWritersPass(read + 1)) {
        return true;
      }
    }
    writers.remove(read);
    return false;
  }

  private boolean passes(Witness witness) {
    return WitnessVerifier.refute(history, level, witness).isEmpty();
  }

  private boolean hasSeveralWriters(int operation) {
    return !history.isWrite(operation)
        && !history.isListRead(operation)
        && history.readStatus(operation) == ReadStatus.SEVERAL;
  }
}
