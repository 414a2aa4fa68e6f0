package dev.isogauge.oracle.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly.NonLinearizable;
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

  public void confirm(NonLinearizable anomaly) {
    switch (anomaly.fault()) {
      case NEVER_WRITTEN -> neverWritten(anomaly);
      case FORK -> fork(anomaly);
      case CIRCULAR -> circular(anomaly);
      case BACKWARDS -> backwards(anomaly.transactions());
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

  private void neverWritten(NonLinearizable anomaly) {
    RegisterOperation reader = operation(anomaly.transactions().get(0));
    assertThat(writersOf(reader.read())).isZero();
    for (int t : anomaly.others()) {
      assertThat(operation(t).isAborted()).isTrue();
      assertThat(operation(t).write()).isEqualTo(reader.read());
    }
  }

  private void fork(NonLinearizable anomaly) {
    RegisterOperation one = operation(anomaly.transactions().get(0));
    RegisterOperation other = operation(anomaly.transactions().get(1));
    assertThat(anomaly.transactions()).doesNotHaveDuplicates();
    assertThat(one.write()).isNotNull().isNotEqualTo(one.read());
    assertThat(other.write()).isNotNull().isNotEqualTo(other.read());
    assertThat(one.read()).isEqualTo(other.read());
    assertThat(writersOf(one.read())).isEqualTo(1);
    assertThat(written(anomaly.others().get(0))).isEqualTo(one.read());
  }

  private long written(int transaction) {
    return transaction == History.INITIAL
        ? RegisterOperation.INITIAL
        : operation(transaction).write();
  }

  private void circular(NonLinearizable anomaly) {
    List<Integer> circle = anomaly.transactions();
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

  private void entangled(NonLinearizable anomaly) {
    follow(anomaly.transactions());
    follow(anomaly.others());
    assertThat(anomaly.transactions()).doesNotContainAnyElementsOf(anomaly.others());
    assertThat(firstEnd(anomaly.others())).isLessThan(lastBegin(anomaly.transactions()));
    if (anomaly.transactions().get(0) != History.INITIAL) {
      assertThat(firstEnd(anomaly.transactions())).isLessThan(lastBegin(anomaly.others()));
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

  private void noOrder(NonLinearizable anomaly) {
    RegisterOperation obstacle = operation(anomaly.others().get(0));
    assertThat(LinearOracle.isLinearizable(until(obstacle.latest(), true))).isFalse();
    assertThat(LinearOracle.isLinearizable(until(obstacle.latest(), false))).isTrue();
    List<Integer> placed = anomaly.transactions();
    boolean fromInitial = !placed.isEmpty() && placed.get(0) == History.INITIAL;
    List<RegisterOperation> order = new ArrayList<>();
    placed.stream().skip(fromInitial ? 1 : 0).forEach(t -> order.add(operation(t)));
    assertThat(LinearOracle.isOrder(order, fromInitial ? (Long) RegisterOperation.INITIAL : null))
        .isTrue();
    assertThat(placed).doesNotHaveDuplicates().doesNotContainAnyElementsOf(anomaly.others());
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
