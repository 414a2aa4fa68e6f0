package dev.isogauge.order;

import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import dev.isogauge.timestamp.HistoryTimestamps;
import dev.isogauge.timestamp.TimestampRules;
import java.util.Optional;

/** Which transactions are in a transaction's snapshot, by what the database recorded. */
public final class SnapshotVisibility {
  private final History history;
  private final boolean bySnapshots;
  private final TimestampRules timestamps;

  private SnapshotVisibility(History history) {
    this.history = history;
    this.timestamps = new HistoryTimestamps(history, true);
    this.bySnapshots = hasSnapshots();
  }

  /** By snapshots if every transaction that counts has one, else by timestamps if all have them. */
  public static Optional<SnapshotVisibility> of(History history) {
    return Optional.of(new SnapshotVisibility(history))
        .filter(visibility -> visibility.bySnapshots || history.isTimestamped());
  }

  private boolean hasSnapshots() {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)
          && (history.snapshot(t).isEmpty()
              || (timestamps.isUpdating(t) && history.transactionId(t) == RawBlock.NO_NUMBER))) {
        return false;
      }
    }
    return history.hasClaims();
  }

  /**
   * Why a snapshot may lack what is in the snapshot of one of its members; empty if none does. Real
   * snapshots grow with time, so that this is a fault of the recording.
   */
  public Optional<String> contradiction() {
    if (bySnapshots) {
      return new SnapshotChain(history).isNested()
          ? Optional.empty()
          : Optional.of("the recorded snapshots contradict one another");
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t) && timestamps.startsAfterCommit(t)) {
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
        && timestamps.compareStartToCommit(reader, writer) >= 0
        && timestamps.compare(writer, reader) < 0;
  }
}
