package dev.isogauge.online;

import static dev.isogauge.online.TransactionTable.BEGIN;
import static dev.isogauge.online.TransactionTable.COMMIT;
import static dev.isogauge.online.TransactionTable.COMMIT_LOGICAL;
import static dev.isogauge.online.TransactionTable.DETERMINATE;
import static dev.isogauge.online.TransactionTable.END;
import static dev.isogauge.online.TransactionTable.NAME;
import static dev.isogauge.online.TransactionTable.NUMBER;
import static dev.isogauge.online.TransactionTable.SEQUENCE;
import static dev.isogauge.online.TransactionTable.SESSION;
import static dev.isogauge.online.TransactionTable.START;
import static dev.isogauge.online.TransactionTable.START_LOGICAL;
import static dev.isogauge.online.TransactionTable.UPDATING;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;

/**
 * How transactions are ordered: by arbitration (AR) and by session. At equal commit updating
 * transactions come before read-only ones, then start, session and place decide.
 *
 * <p>A read has a position in AR: after all versions committed by its start (SI), or where its
 * transaction stands (SER, and SI where start and commit are equal).
 */
public final class TransactionOrder {
  final boolean snapshots;
  private final TransactionTable table;
  private final Atoms atoms;

  TransactionOrder(boolean snapshots, TransactionTable table, Atoms atoms) {
    this.snapshots = snapshots;
    this.table = table;
    this.atoms = atoms;
  }

  /** The time of a read's position. */
  long readTime(int slot) {
    return table.fact(slot, snapshots ? START : COMMIT);
  }

  long readLogical(int slot) {
    return table.fact(slot, snapshots ? START_LOGICAL : COMMIT_LOGICAL);
  }

  /** Whether the read's position is after all versions of its time. */
  boolean readsAfterTime(int slot) {
    return snapshots && !startsAtCommit(slot);
  }

  boolean startsAtCommit(int slot) {
    return table.fact(slot, START) == table.fact(slot, COMMIT)
        && table.fact(slot, START_LOGICAL) == table.fact(slot, COMMIT_LOGICAL);
  }

  /** Whether the transaction starts after its commit. */
  boolean isInverted(int slot) {
    return compareStartToCommit(slot, slot) > 0;
  }

  /** Compares the start of one transaction with the commit of another. */
  int compareStartToCommit(int starting, int committing) {
    int order = Long.compare(table.fact(starting, START), table.fact(committing, COMMIT));
    return order != 0
        ? order
        : Long.compare(table.fact(starting, START_LOGICAL), table.fact(committing, COMMIT_LOGICAL));
  }

  int compareCommits(int left, int right) {
    int order = Long.compare(table.fact(left, COMMIT), table.fact(right, COMMIT));
    return order != 0
        ? order
        : Long.compare(table.fact(left, COMMIT_LOGICAL), table.fact(right, COMMIT_LOGICAL));
  }

  private int compareStarts(int left, int right) {
    int order = Long.compare(table.fact(left, START), table.fact(right, START));
    return order != 0
        ? order
        : Long.compare(table.fact(left, START_LOGICAL), table.fact(right, START_LOGICAL));
  }

  /** The arbitration order. */
  int compare(int left, int right) {
    int order = compareCommits(left, right);
    if (order != 0) {
      return order;
    }
    order = Boolean.compare(table.has(right, UPDATING), table.has(left, UPDATING));
    if (order == 0) {
      order = compareStarts(left, right);
    }
    if (order == 0) {
      order = atoms.compare(table.fact(left, SESSION), table.fact(right, SESSION));
    }
    return order != 0 ? order : comparePlaces(left, right);
  }

  /** Orders transactions of one session. */
  int comparePlaces(int left, int right) {
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

  /** Whether one transaction follows another in its session. */
  boolean follows(int later, int earlier) {
    return table.fact(later, SESSION) == table.fact(earlier, SESSION)
        && table.has(earlier, DETERMINATE)
        && comparePlaces(later, earlier) > 0
        && !overlaps(later, earlier);
  }

  /** Whether the later one began before the earlier one ended, on the client's clock. */
  boolean overlaps(int later, int earlier) {
    long begin = table.fact(later, BEGIN);
    long end = table.fact(earlier, END);
    return begin != RawBlock.NO_TIME && end != RawBlock.NO_TIME && begin < end;
  }

  /** Whether a version is before a read's position. */
  boolean isBefore(int version, int reader) {
    int order = Long.compare(table.fact(version, COMMIT), readTime(reader));
    if (order == 0) {
      order = Long.compare(table.fact(version, COMMIT_LOGICAL), readLogical(reader));
    }
    return order != 0 ? order < 0 : readsAfterTime(reader) || compare(version, reader) < 0;
  }

  /** Whether only a tie-break can decide between this transaction and others of its time. */
  boolean canTie(int slot) {
    return table.has(slot, UPDATING) && (!snapshots || startsAtCommit(slot));
  }

  boolean isSame(int left, int right) {
    return table.fact(left, SEQUENCE) == table.fact(right, SEQUENCE);
  }
}
