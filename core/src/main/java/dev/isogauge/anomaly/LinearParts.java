package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** An anomaly of a key that has no linearization, and what its story asks of the history. */
public final class LinearParts {
  private LinearParts() {}

  /**
   * One key's operations cannot be put into an order that agrees with values and real time. What
   * the two lists hold depends on the fault.
   *
   * @param transactions those that contradict one another; {@code History.INITIAL} may be among
   *     them
   * @param others those that the contradiction is with
   */
  public static Anomaly of(
      History history,
      LinearFault fault,
      int key,
      List<Integer> transactions,
      List<Integer> others) {
    List<Part> parts = new ArrayList<>();
    for (int t : transactions) {
      parts.add(part(history, fault.first(), t, key));
    }
    for (int t : others) {
      Role role = t == others.get(0) ? fault.second() : fault.rest();
      parts.add(part(history, role, t, key));
    }
    return Anomaly.of(AnomalyKind.NON_LINEARIZABLE, parts, List.of()).as(fault);
  }

  private static Part part(History history, Role role, int transaction, int key) {
    int operation =
        transaction == History.INITIAL
            ? History.INITIAL
            : role == Role.WRITER
                ? writeOf(history, transaction).orElseGet(() -> main(history, transaction))
                : main(history, transaction);
    return Part.ofVersion(role, history, operation, key);
  }

  /** The transactions of the first list. */
  public static List<Integer> transactions(Anomaly anomaly) {
    return all(anomaly, Role.FIRST, Role.READER, Role.PLACED);
  }

  /** The transactions of the second list. */
  public static List<Integer> others(Anomaly anomaly) {
    return all(anomaly, Role.SECOND, Role.WRITER, Role.OBSTACLE, Role.UNDER_WAY);
  }

  private static List<Integer> all(Anomaly anomaly, Role... roles) {
    return anomaly.parts().stream()
        .filter(part -> List.of(roles).contains(part.role()))
        .map(Part::transaction)
        .toList();
  }

  /** The read that says most about the transaction, else its write. */
  private static int main(History history, int transaction) {
    return readOf(history, transaction)
        .orElseGet(() -> writeOf(history, transaction).orElseThrow());
  }

  /** The first read of a transaction. */
  public static OptionalInt readOf(History history, int transaction) {
    return operations(history, transaction)
        .filter(i -> !history.isWrite(i) && !history.isUnknownRead(i))
        .findFirst();
  }

  /** The write, unless it writes back what was read. */
  public static OptionalInt writeOf(History history, int transaction) {
    OptionalInt read = readOf(history, transaction);
    return operations(history, transaction)
        .filter(history::isWrite)
        .filter(i -> read.isEmpty() || history.valueOf(i) != history.valueOf(read.getAsInt()))
        .findFirst();
  }

  private static IntStream operations(History history, int transaction) {
    return IntStream.range(history.firstOperation(transaction), history.endOperation(transaction));
  }
}
