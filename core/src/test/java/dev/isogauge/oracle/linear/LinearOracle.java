package dev.isogauge.oracle.linear;

import java.util.List;

/** Linearizability of one small register, by trying all orders. */
public final class LinearOracle {
  private final List<RegisterOperation> operations;
  private final boolean[] used;

  private LinearOracle(List<RegisterOperation> operations) {
    this.operations = operations;
    this.used = new boolean[operations.size()];
  }

  public static boolean isLinearizable(List<RegisterOperation> operations) {
    return new LinearOracle(operations.stream().filter(o -> !o.isAborted()).toList())
        .canGoOn(RegisterOperation.INITIAL);
  }

  /** Whether the operations in this order agree with values and real time. */
  public static boolean isOrder(List<RegisterOperation> order, Long start) {
    Long value = start;
    for (int i = 0; i < order.size(); i++) {
      RegisterOperation operation = order.get(i);
      for (int j = 0; j < i; j++) {
        if (operation.latest() < order.get(j).earliest()) {
          return false;
        }
      }
      if (operation.read() != null) {
        if (value != null && !value.equals(operation.read())) {
          return false;
        }
        value = operation.read();
      }
      value = operation.write() == null ? value : operation.write();
    }
    return true;
  }

  private boolean canGoOn(long value) {
    boolean done = true;
    for (int i = 0; i < used.length; i++) {
      done &= used[i] || !operations.get(i).isCommitted();
    }
    if (done) {
      return true;
    }
    for (int i = 0; i < used.length; i++) {
      RegisterOperation next = operations.get(i);
      if (!used[i] && mayComeNext(next) && (next.read() == null || next.read() == value)) {
        used[i] = true;
        boolean found = canGoOn(next.write() == null ? value : next.write());
        used[i] = false;
        if (found) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean mayComeNext(RegisterOperation next) {
    for (int i = 0; i < used.length; i++) {
      if (!used[i] && operations.get(i).latest() < next.earliest()) {
        return false;
      }
    }
    return true;
  }
}
