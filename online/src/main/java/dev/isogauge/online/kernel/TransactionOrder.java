package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.BEGIN;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.DETERMINATE;
import static dev.isogauge.online.kernel.TransactionTable.END;
import static dev.isogauge.online.kernel.TransactionTable.NAME;
import static dev.isogauge.online.kernel.TransactionTable.NUMBER;
import static dev.isogauge.online.kernel.TransactionTable.SEQUENCE;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;
import static dev.isogauge.online.kernel.TransactionTable.START;
import static dev.isogauge.online.kernel.TransactionTable.START_LOGICAL;
import static dev.isogauge.online.kernel.TransactionTable.UPDATING;

import dev.isogauge.history.Atoms;
import dev.isogauge.timestamp.TimestampRules;

/** The rules of timestamps over the slots of a {@link TransactionTable}. */
final class TransactionOrder extends TimestampRules {
  private final TransactionTable table;
  private final Atoms atoms;

  TransactionOrder(boolean snapshots, TransactionTable table, Atoms atoms) {
    super(snapshots, atoms);
    this.table = table;
    this.atoms = atoms;
  }

  @Override
  public long start(int slot) {
    return table.fact(slot, START);
  }

  @Override
  public long startLogical(int slot) {
    return table.fact(slot, START_LOGICAL);
  }

  @Override
  public long commit(int slot) {
    return table.fact(slot, COMMIT);
  }

  @Override
  public long commitLogical(int slot) {
    return table.fact(slot, COMMIT_LOGICAL);
  }

  @Override
  public boolean isUpdating(int slot) {
    return table.has(slot, UPDATING);
  }

  @Override
  protected long session(int slot) {
    return table.fact(slot, SESSION);
  }

  /** By number; transactions that share one in whatever order does not depend on arrival. */
  @Override
  protected int compareInSession(int left, int right) {
    int order = Long.compare(table.fact(left, NUMBER), table.fact(right, NUMBER));
    if (order == 0) {
      order = compareCommits(left, right);
    }
    if (order == 0) {
      order = compareStarts(left, right);
    }
    if (order == 0) {
      order = atoms.compare(table.fact(left, NAME), table.fact(right, NAME));
    }
    return order != 0
        ? order
        : Long.compare(table.fact(left, SEQUENCE), table.fact(right, SEQUENCE));
  }

  @Override
  protected boolean isDeterminate(int slot) {
    return table.has(slot, DETERMINATE);
  }

  @Override
  protected long begin(int slot) {
    return table.fact(slot, BEGIN);
  }

  @Override
  protected long end(int slot) {
    return table.fact(slot, END);
  }

  /** Whether two slots hold the same transaction: it may have come back from disk. */
  boolean isSame(int left, int right) {
    return table.fact(left, SEQUENCE) == table.fact(right, SEQUENCE);
  }
}
