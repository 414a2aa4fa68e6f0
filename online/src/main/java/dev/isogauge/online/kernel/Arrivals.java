package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.timestamp.TransactionList;
import java.util.Optional;

/**
 * Takes arriving transactions apart on the submitting thread, judges what needs no other
 * transaction, and hands the rest to the shards. This is how Aion begins with a new transaction (Li
 * et al., Online Timestamp-based Transactional Isolation Checking of Database Systems, algorithm 3,
 * lines 6 to 25), except that the parts of a transaction are judged apart from one another.
 *
 * <ol>
 *   <li>Validate the block as a whole, so that it is taken whole or not at all.
 *   <li>Register its transactions under one lock: each gets a slot with its facts, its number in
 *       the session and its position in the source, and moves its session's progress.
 *   <li>Judge each by itself: start after commit, and reads that contradict their own transaction
 *       ({@link TransactionSummary}).
 *   <li>Split it into entries: one for its session, one for the external read of each key, one for
 *       the final write or the appends of each key. A slot lives as long as an entry refers to it.
 *   <li>Hand the entries to the shards, by hash of session or key. The submission is judged when
 *       the shards are done with all of them.
 * </ol>
 *
 * <p>O(operations). Threads that submit at the same time wait for each other in step 2 only.
 */
final class Arrivals {
  private final TransactionTable table;
  private final TransactionOrder order;
  private final FindingBuilder findings;
  private final OnlineListener listener;
  private final SessionProgress sessions;
  private final Finality finality;
  private final HorizonMarks horizon;
  private final ThreadLocal<TransactionSummary> summaries =
      ThreadLocal.withInitial(TransactionSummary::new);

  Arrivals(
      TransactionTable table,
      TransactionOrder order,
      FindingBuilder findings,
      OnlineListener listener,
      SessionProgress sessions,
      Finality finality,
      HorizonMarks horizon) {
    this.table = table;
    this.order = order;
    this.findings = findings;
    this.listener = listener;
    this.sessions = sessions;
    this.finality = finality;
    this.horizon = horizon;
  }

  void advanceWatermark(long now, long idleNanos) {
    synchronized (sessions) {
      finality.advance(sessions.watermark(now, idleNanos));
    }
  }

  /** Step 1. Fails if the block cannot be taken as it is. */
  void validate(RawBlock block, Atoms atoms) {
    FragmentMetadata metadata = block.metadata();
    for (int run = 0; run < block.fragmentCount(); run++) {
      if (counts(block, run)
          && (metadata.start(run) == RawBlock.NO_TIME
              || metadata.commit(run) == RawBlock.NO_TIME)) {
        throw fault(block, run, "a transaction without start and commit timestamps; expected both");
      }
      if (block.fragmentEnd(run) - block.fragmentBegin(run)
          >= 1 << ProvisionalVerdicts.OPERATION_BITS) {
        throw fault(block, run, "a transaction of 2^24 or more operations; expected fewer");
      }
    }
    boolean hasLists = false;
    for (int i = 0; i < block.operationCount() && !hasLists; i++) {
      hasLists = block.isAppend(i) || block.isListRead(i);
    }
    for (int run = 0; hasLists && run < block.fragmentCount(); run++) {
      Optional<Long> mixed = summaries.get().mixedKey(block, run);
      if (mixed.isPresent()) {
        throw fault(
            block,
            run,
            "key "
                + atoms.token(mixed.get())
                + " is used as a list and as a register; expected one of them");
      }
    }
  }

  private static IllegalArgumentException fault(RawBlock block, int run, String what) {
    return new IllegalArgumentException("line " + block.line(run) + ": " + what);
  }

  private static boolean counts(RawBlock block, int run) {
    return switch (block.outcome(run)) {
      case COMMITTED -> true;
      case ABORTED -> false;
      case INDETERMINATE -> block.metadata().commit(run) != RawBlock.NO_TIME;
    };
  }

  /**
   * Takes a block that is valid.
   *
   * @param position of its first transaction in the source, from 1
   */
  void take(RawBlock block, long position, long now, int shards, Kernel.Outlet outlet) {
    // Step 2.
    int[] slots = arrive(block, position, now);
    TransactionSummary summary = summaries.get();
    ShardBatch[] batches = new ShardBatch[shards];
    int capacity =
        Math.min(ShardBatch.ENTRIES, (block.operationCount() + block.fragmentCount()) / shards + 8);
    for (int run = 0; run < slots.length; run++) {
      int slot = slots[run];
      boolean counts = table.has(slot, TransactionTable.COUNTS);
      if (!counts && !table.has(slot, TransactionTable.NUMBERED)) {
        table.release(slot, 1);
        continue;
      }
      // The reference that came with the slot is that of the entry in the session.
      boolean reads = !order.snapshots() || !counts || !order.startsAfterCommit(slot);
      // Step 3.
      if (counts) {
        summary.read(
            block,
            run,
            findings.atoms,
            (key, operation, expected, actual) ->
                listener.found(findings.internal(slot, key, operation, expected, actual)));
        table.retain(slot, count(summary, reads));
        if (!reads) {
          listener.found(findings.timestampOrder(slot));
        }
      }
      // Step 4.
      long session = block.session(run);
      batch(batches, outlet, session, capacity).add(ShardBatch.SESSION, session, slot, 0, 0);
      if (counts) {
        add(summary, slot, reads, batches, outlet, capacity);
      }
    }
    summary.release();
    // Step 5.
    for (int i = 0; i < shards; i++) {
      if (batches[i] != null) {
        outlet.hand(i, batches[i]);
      }
    }
  }

  private static int count(TransactionSummary summary, boolean reads) {
    int entries = 0;
    for (int k = 0; k < summary.keyCount(); k++) {
      entries += reads && summary.externalRead(k) > 0 ? 1 : 0;
      entries += summary.isWritten(k) ? 1 : 0;
    }
    return entries;
  }

  /** Step 4. */
  private static void add(
      TransactionSummary summary,
      int slot,
      boolean reads,
      ShardBatch[] batches,
      Kernel.Outlet outlet,
      int capacity) {
    for (int k = 0; k < summary.keyCount(); k++) {
      long key = summary.key(k);
      ShardBatch batch = batch(batches, outlet, key, capacity);
      int read = summary.externalRead(k);
      if (summary.isList(k)) {
        if (reads && read > 0) {
          TransactionList list = summary.list(k);
          batch.addList(ShardBatch.READ_LIST, key, slot, read, list.ownRead(), list.externalRead());
        }
        if (summary.isWritten(k)) {
          batch.addList(
              ShardBatch.APPEND, key, slot, 0, 0, summary.list(k).appended().toLongArray());
        }
      } else {
        if (reads && read > 0) {
          batch.add(ShardBatch.READ, key, slot, read, summary.externalValue(k));
        }
        if (summary.isWritten(k)) {
          batch.add(ShardBatch.WRITE, key, slot, 0, summary.written(k));
        }
      }
    }
  }

  /** Step 5. The batch for the shard of a key or session; a full one is handed over first. */
  private static ShardBatch batch(
      ShardBatch[] batches, Kernel.Outlet outlet, long id, int capacity) {
    int shard = (int) ((AtomHash.of(id) >>> 33) % batches.length);
    ShardBatch batch = batches[shard];
    if (batch != null && batch.count >= ShardBatch.ENTRIES) {
      outlet.hand(shard, batch);
      batch = null;
    }
    if (batch == null) {
      batch = new ShardBatch(capacity);
      batches[shard] = batch;
    }
    return batch;
  }

  /** Step 2. */
  private int[] arrive(RawBlock block, long position, long now) {
    int[] slots = new int[block.fragmentCount()];
    FragmentMetadata metadata = block.metadata();
    synchronized (sessions) {
      sessions.requireUniform(block);
      for (int run = 0; run < slots.length; run++) {
        int slot = table.arrive();
        slots[run] = slot;
        boolean counts = counts(block, run);
        boolean numbered = metadata.number(run) != RawBlock.NO_NUMBER;
        boolean determinate = block.outcome(run) == Outcome.COMMITTED;
        table.set(slot, TransactionTable.COMMIT, metadata.commit(run));
        table.set(slot, TransactionTable.COMMIT_LOGICAL, metadata.commitLogical(run));
        table.set(slot, TransactionTable.START, metadata.start(run));
        table.set(slot, TransactionTable.START_LOGICAL, metadata.startLogical(run));
        table.set(slot, TransactionTable.SESSION, block.session(run));
        table.set(slot, TransactionTable.NUMBER, sessions.arrive(block, run, counts, now));
        table.set(slot, TransactionTable.NAME, block.name(run));
        table.set(slot, TransactionTable.BEGIN, metadata.begin(run));
        table.set(slot, TransactionTable.END, metadata.end(run));
        table.set(slot, TransactionTable.SEQUENCE, position + run);
        table.set(slot, TransactionTable.ARRIVAL, now);
        if (counts) {
          horizon.arrived(position + run, now, metadata.commit(run), metadata.commitLogical(run));
        }
        table.set(
            slot,
            TransactionTable.FLAGS,
            (isUpdating(block, run) ? TransactionTable.UPDATING : 0)
                | (determinate ? TransactionTable.DETERMINATE : 0)
                | (counts ? TransactionTable.COUNTS : 0)
                | (numbered ? TransactionTable.NUMBERED : 0));
      }
    }
    return slots;
  }

  private static boolean isUpdating(RawBlock block, int run) {
    for (int i = block.fragmentBegin(run); i < block.fragmentEnd(run); i++) {
      if (block.isWrite(i)) {
        return true;
      }
    }
    return false;
  }
}
