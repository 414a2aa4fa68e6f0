package dev.isogauge.order;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import java.util.Optional;

/** Which transactions are in a transaction's snapshot, by what the database recorded. */
public final class Visibility {
  private final History history;
  private final boolean bySnapshots;

  private Visibility(History history, boolean bySnapshots) {
    this.history = history;
    this.bySnapshots = bySnapshots;
  }

  /** By snapshots if every transaction that counts has one, else by timestamps if all have them. */
  public static Optional<Visibility> of(History history) {
    if (hasSnapshots(history)) {
      return Optional.of(new Visibility(history, true));
    }
    return history.isTimestamped() ? Optional.of(new Visibility(history, false)) : Optional.empty();
  }

  private static boolean hasSnapshots(History history) {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)
          && (history.snapshot(t).isEmpty()
              || (writes(history, t) && history.transactionId(t) == RawBlock.NO_NUMBER))) {
        return false;
      }
    }
    return history.hasClaims();
  }

  public static boolean writes(History history, int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Why a snapshot may lack what is in the snapshot of one of its members; empty if none does. Real
   * snapshots grow with time, so that this is a fault of the recording.
   */
  public Optional<String> contradiction() {
    if (bySnapshots) {
      return new SnapshotOrder(history).isNested()
          ? Optional.empty()
          : Optional.of("the recorded snapshots contradict one another");
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)
          && compare(
                  history.startTimestamp(t),
                  history.startLogical(t),
                  history.commitTimestamp(t),
                  history.commitLogical(t))
              > 0) {
        return Optional.of(history.transactionName(t) + " starts after its commit");
      }
    }
    return Optional.empty();
  }

  /** Whether the writer, another transaction, is in the reader's snapshot. */
  public boolean sees(int reader, int writer) {
    if (reader == writer) {
      return false;
    }
    if (!bySnapshots) {
      return seesByTime(reader, writer);
    }
    Optional<Snapshot> snapshot = history.snapshot(reader);
    long id = history.transactionId(writer);
    return id != RawBlock.NO_NUMBER && snapshot.isPresent() && snapshot.get().contains(id);
  }

  private boolean seesByTime(int reader, int writer) {
    boolean follows = history.sessionOf(reader) == history.sessionOf(writer) && writer > reader;
    return !follows
        && compare(
                history.commitTimestamp(writer),
                history.commitLogical(writer),
                history.startTimestamp(reader),
                history.startLogical(reader))
            <= 0
        && commitsBefore(writer, reader);
  }

  /** The order of commits, with the tie-breaks of timestamp-based checking. */
  private boolean commitsBefore(int left, int right) {
    int byCommit =
        compare(
            history.commitTimestamp(left),
            history.commitLogical(left),
            history.commitTimestamp(right),
            history.commitLogical(right));
    if (byCommit != 0) {
      return byCommit < 0;
    }
    boolean leftWrites = writes(history, left);
    if (leftWrites != writes(history, right)) {
      return leftWrites;
    }
    int byStart =
        compare(
            history.startTimestamp(left),
            history.startLogical(left),
            history.startTimestamp(right),
            history.startLogical(right));
    if (byStart != 0) {
      return byStart < 0;
    }
    Atoms atoms = history.atoms();
    int bySession =
        atoms.compare(
            history.sessionAtom(history.sessionOf(left)),
            history.sessionAtom(history.sessionOf(right)));
    return bySession != 0 ? bySession < 0 : left < right;
  }

  private static int compare(long left, long leftLogical, long right, long rightLogical) {
    int physical = Long.compare(left, right);
    return physical != 0 ? physical : Long.compare(leftLogical, rightLogical);
  }
}
