package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.timestamp.TransactionList;
import java.util.Optional;

/**
 * Takes one transaction at a time apart: judges what needs no other transaction, and passes on what
 * concerns its session and each of its keys. For one thread.
 */
final class TransactionParts {
  private final TransactionTable table;
  private final TransactionOrder order;
  private final FindingBuilder findings;
  private final OnlineListener listener;
  private final TransactionSummary summary = new TransactionSummary();

  /** Takes the parts of a transaction. */
  interface Entries {
    /** How many parts are about to come, beside that of the session. */
    void expect(int slot, int parts);

    void add(byte kind, long id, int slot, int operation, long value);

    void addList(byte kind, long id, int slot, int operation, long value, long[] list);
  }

  TransactionParts(
      TransactionTable table,
      TransactionOrder order,
      FindingBuilder findings,
      OnlineListener listener) {
    this.table = table;
    this.order = order;
    this.findings = findings;
    this.listener = listener;
  }

  /** Why a transaction cannot be judged by itself. */
  Optional<String> fault(RawBlock block, int fragment, Atoms atoms, boolean hasLists) {
    FragmentMetadata metadata = block.metadata();
    if (counts(block, fragment)
        && (metadata.start(fragment) == RawBlock.NO_TIME
            || metadata.commit(fragment) == RawBlock.NO_TIME)) {
      return Optional.of("a transaction without start and commit timestamps; expected both");
    }
    if (block.fragmentEnd(fragment) - block.fragmentBegin(fragment)
        >= 1 << ProvisionalVerdicts.OPERATION_BITS) {
      return Optional.of("a transaction of 2^24 or more operations; expected fewer");
    }
    Optional<Long> mixed = hasLists ? summary.mixedKey(block, fragment) : Optional.empty();
    return mixed.map(
        key ->
            "key "
                + atoms.token(key)
                + " is used as a list and as a register; expected one of them");
  }

  static boolean hasLists(RawBlock block) {
    for (int i = 0; i < block.operationCount(); i++) {
      if (block.isAppend(i) || block.isListRead(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is committed, or may be and has a commit timestamp. */
  static boolean counts(RawBlock block, int fragment) {
    return switch (block.outcome(fragment)) {
      case COMMITTED -> true;
      case ABORTED -> false;
      case INDETERMINATE -> block.metadata().commit(fragment) != RawBlock.NO_TIME;
    };
  }

  /** Fills a slot with the facts of a transaction. */
  void facts(RawBlock block, int fragment, int slot, long number, long position, long now) {
    FragmentMetadata metadata = block.metadata();
    table.set(slot, TransactionTable.COMMIT, metadata.commit(fragment));
    table.set(slot, TransactionTable.COMMIT_LOGICAL, metadata.commitLogical(fragment));
    table.set(slot, TransactionTable.START, metadata.start(fragment));
    table.set(slot, TransactionTable.START_LOGICAL, metadata.startLogical(fragment));
    table.set(slot, TransactionTable.SESSION, block.session(fragment));
    table.set(slot, TransactionTable.NUMBER, number);
    table.set(slot, TransactionTable.NAME, block.name(fragment));
    table.set(slot, TransactionTable.BEGIN, metadata.begin(fragment));
    table.set(slot, TransactionTable.END, metadata.end(fragment));
    table.set(slot, TransactionTable.SEQUENCE, position);
    table.set(slot, TransactionTable.ARRIVAL, now);
    boolean numbered = metadata.number(fragment) != RawBlock.NO_NUMBER;
    table.set(
        slot,
        TransactionTable.FLAGS,
        (isUpdating(block, fragment) ? TransactionTable.UPDATING : 0)
            | (block.outcome(fragment) == Outcome.COMMITTED ? TransactionTable.DETERMINATE : 0)
            | (counts(block, fragment) ? TransactionTable.COUNTS : 0)
            | (numbered ? TransactionTable.NUMBERED : 0));
  }

  private static boolean isUpdating(RawBlock block, int fragment) {
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Steps 3 and 4 of {@link Arrivals}. The reference that came with the slot is that of the entry
   * in the session; it is given back if there is none.
   */
  void split(RawBlock block, int fragment, int slot, Entries to) {
    boolean counts = table.has(slot, TransactionTable.COUNTS);
    if (!counts && !table.has(slot, TransactionTable.NUMBERED)) {
      table.release(slot, 1);
      return;
    }
    boolean reads = !order.snapshots() || !counts || !order.startsAfterCommit(slot);
    if (counts) {
      summary.read(
          block,
          fragment,
          findings.atoms,
          (key, operation, expected, actual) ->
              listener.found(findings.internal(slot, key, operation, expected, actual)));
      to.expect(slot, count(reads));
      if (!reads) {
        listener.found(findings.timestampOrder(slot));
      }
    }
    to.add(ShardBatch.SESSION, block.session(fragment), slot, 0, 0);
    if (counts) {
      addKeys(slot, reads, to);
    }
    summary.release();
  }

  private int count(boolean reads) {
    int entries = 0;
    for (int k = 0; k < summary.keyCount(); k++) {
      entries += reads && summary.externalRead(k) > 0 ? 1 : 0;
      entries += summary.isWritten(k) ? 1 : 0;
    }
    return entries;
  }

  private void addKeys(int slot, boolean reads, Entries to) {
    for (int k = 0; k < summary.keyCount(); k++) {
      long key = summary.key(k);
      int read = summary.externalRead(k);
      if (summary.isList(k)) {
        TransactionList list = summary.list(k);
        if (reads && read > 0) {
          to.addList(ShardBatch.READ_LIST, key, slot, read, list.ownRead(), list.externalRead());
        }
        if (summary.isWritten(k)) {
          to.addList(ShardBatch.APPEND, key, slot, 0, 0, list.appended().toLongArray());
        }
      } else {
        if (reads && read > 0) {
          to.add(ShardBatch.READ, key, slot, read, summary.externalValue(k));
        }
        if (summary.isWritten(k)) {
          to.add(ShardBatch.WRITE, key, slot, 0, summary.written(k));
        }
      }
    }
  }
}
