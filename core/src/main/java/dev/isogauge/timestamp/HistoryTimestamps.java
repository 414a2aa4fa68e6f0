package dev.isogauge.timestamp;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;

/** The rules over the transactions of a history. */
public final class HistoryTimestamps extends TimestampRules {
  private final History history;
  private final boolean[] updating;

  /** By transaction, small enough to stay near: the order of its start and its commit. */
  private final byte[] ownTimes;

  public HistoryTimestamps(History history, boolean snapshots) {
    super(snapshots, history.atoms());
    this.history = history;
    updating = new boolean[history.transactionCount()];
    ownTimes = new byte[updating.length];
    for (int t = 0; t < updating.length; t++) {
      updating[t] = writes(t);
      ownTimes[t] = (byte) compareStartToCommit(t, t);
    }
  }

  private boolean writes(int transaction) {
    int end = history.endOperation(transaction);
    for (int i = history.firstOperation(transaction); i < end; i++) {
      if (history.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long start(int transaction) {
    return history.startTimestamp(transaction);
  }

  @Override
  public long startLogical(int transaction) {
    return history.startLogical(transaction);
  }

  @Override
  public long commit(int transaction) {
    return history.commitTimestamp(transaction);
  }

  @Override
  public long commitLogical(int transaction) {
    return history.commitLogical(transaction);
  }

  @Override
  public boolean isUpdating(int transaction) {
    return updating[transaction];
  }

  @Override
  protected int compareOwnTimes(int transaction) {
    return ownTimes[transaction];
  }

  @Override
  protected long session(int transaction) {
    return history.sessionAtom(history.sessionOf(transaction));
  }

  @Override
  protected int compareInSession(int left, int right) {
    return Integer.compare(left, right);
  }

  @Override
  protected boolean isDeterminate(int transaction) {
    return history.outcome(transaction) == Outcome.COMMITTED;
  }

  @Override
  protected long begin(int transaction) {
    return history.beginTime(transaction);
  }

  @Override
  protected long end(int transaction) {
    return history.endTime(transaction);
  }
}
