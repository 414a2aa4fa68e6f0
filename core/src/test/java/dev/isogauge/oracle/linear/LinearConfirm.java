package dev.isogauge.oracle.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.anomaly.LinearParts;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Confirms what a finding claims, from the operations alone. */
public final class LinearConfirm {
  private final List<RegisterOperation> operations;

  /** The number of the first operation's transaction. */
  private final int first;

  public LinearConfirm(List<RegisterOperation> operations, int first) {
    this.operations = operations;
    this.first = first;
  }

  public void confirm(Anomaly anomaly) {
    switch ((LinearFault) anomaly.form().orElseThrow()) {
      case NEVER_WRITTEN -> neverWritten(anomaly);
      case FORK -> fork(anomaly);
      case CIRCULAR -> circular(anomaly);
      case BACKWARDS -> backwards(LinearParts.transactions(anomaly));
      case ENTANGLED -> entangled(anomaly);
      case NO_ORDER -> noOrder(anomaly);
    }
  }

  private RegisterOperation operation(int transaction) {
    return operations.get(transaction - first);
  }

  private long writersOf(long value) {
    return operations.stream()
            .filter(o -> !o.isAborted() && Objects.equals(o.write(), value))
            .filter(o -> !Objects.equals(o.read(), o.write()))
            .count()
        + (value == RegisterOperation.INITIAL ? 1 : 0);
  }

  private void neverWritten(Anomaly anomaly) {
    RegisterOperation reader = operation(LinearParts.transactions(anomaly).get(0));
    assertThat(writersOf(reader.read())).isZero();
    for (int t : LinearParts.others(anomaly)) {
      assertThat(operation(t).isAborted()).isTrue();
      assertThat(operation(t).write()).isEqualTo(reader.read());
    }
  }

  private void fork(Anomaly anomaly) {
    RegisterOperation one = operation(LinearParts.transactions(anomaly).get(0));
    RegisterOperation other = operation(LinearParts.transactions(anomaly).get(1));
    assertThat(LinearParts.transactions(anomaly)).doesNotHaveDuplicates();
    assertThat(one.write()).isNotNull().isNotEqualTo(one.read());
    assertThat(other.write()).isNotNull().isNotEqualTo(other.read());
    assertThat(one.read()).isEqualTo(other.read());
    assertThat(writersOf(one.read())).isEqualTo(1);
    assertThat(written(LinearParts.others(anomaly).get(0))).isEqualTo(one.read());
  }

  private long written(int transaction) {
    return transaction == History.INITIAL
        ? RegisterOperation.INITIAL
        : operation(transaction).write();
  }

  private void circular(Anomaly anomaly) {
    List<Integer> circle = LinearParts.transactions(anomaly);
    int before = circle.get(circle.size() - 1);
    for (int t : circle) {
      assertThat(operation(t).read()).isEqualTo(written(before));
      assertThat(writersOf(operation(t).read())).isEqualTo(1);
      before = t;
    }
  }

  /** Each must directly or with reads between follow the one before. */
  private void follow(List<Integer> piece) {
    for (int p = 1; p < piece.size(); p++) {
      RegisterOperation next = operation(piece.get(p));
      int before = piece.get(p - 1);
      long value =
          before != History.INITIAL && operation(before).write() == null
              ? operation(before).read()
              : written(before);
      assertThat(next.read()).isEqualTo(value);
      assertThat(writersOf(value)).isEqualTo(1);
    }
  }

  private void backwards(List<Integer> piece) {
    assertThat(operation(piece.get(piece.size() - 1)).latest())
        .isLessThan(operation(piece.get(0)).earliest());
    // Two reads of one value do not follow one another; something must replace it between them.
    assertThat(
            piece.stream().skip(1).anyMatch(t -> operation(t).write() != null)
                || operation(piece.get(0)).write() != null)
        .isTrue();
    follow(piece);
  }

  private void entangled(Anomaly anomaly) {
    follow(LinearParts.transactions(anomaly));
    follow(LinearParts.others(anomaly));
    assertThat(LinearParts.transactions(anomaly))
        .doesNotContainAnyElementsOf(LinearParts.others(anomaly));
    assertThat(firstEnd(LinearParts.others(anomaly)))
        .isLessThan(lastBegin(LinearParts.transactions(anomaly)));
    if (LinearParts.transactions(anomaly).get(0) != History.INITIAL) {
      assertThat(firstEnd(LinearParts.transactions(anomaly)))
          .isLessThan(lastBegin(LinearParts.others(anomaly)));
    }
  }

  private long firstEnd(List<Integer> piece) {
    return piece.stream().mapToLong(t -> operation(t).latest()).min().orElseThrow();
  }

  private long lastBegin(List<Integer> piece) {
    return piece.stream()
        .filter(t -> t != History.INITIAL)
        .mapToLong(t -> operation(t).earliest())
        .max()
        .orElseThrow();
  }

  private void noOrder(Anomaly anomaly) {
    RegisterOperation obstacle = operation(LinearParts.others(anomaly).get(0));
    assertThat(LinearOracle.isLinearizable(until(obstacle.latest(), true))).isFalse();
    assertThat(LinearOracle.isLinearizable(until(obstacle.latest(), false))).isTrue();
    List<Integer> placed = LinearParts.transactions(anomaly);
    boolean fromInitial = !placed.isEmpty() && placed.get(0) == History.INITIAL;
    List<RegisterOperation> order = new ArrayList<>();
    placed.stream().skip(fromInitial ? 1 : 0).forEach(t -> order.add(operation(t)));
    assertThat(LinearOracle.isOrder(order, fromInitial ? (Long) RegisterOperation.INITIAL : null))
        .isTrue();
    assertThat(placed)
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(LinearParts.others(anomaly));
  }

  /** The history as it was known at a time: what had not ended then is of unknown outcome. */
  private List<RegisterOperation> until(long time, boolean inclusive) {
    return operations.stream()
        .filter(o -> o.earliest() <= time)
        .map(
            o ->
                o.isCommitted() && (o.latest() > time || (o.latest() == time && !inclusive))
                    ? o.with(Outcome.INDETERMINATE)
                    : o)
        .toList();
  }
}
