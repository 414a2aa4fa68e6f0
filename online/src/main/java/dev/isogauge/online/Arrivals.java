package dev.isogauge.online;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.RunMetadata;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Optional;

/**
 * Takes blocks of transactions apart on the submitting thread: gives transactions their slots,
 * judges what needs no other transaction, and hands the rest to the shards.
 */
public final class Arrivals {
  private final TransactionTable table;
  private final TransactionOrder order;
  private final FindingWords words;
  private final OnlineListener listener;
  private final Sessions sessions;
  private final Finality finality;
  private final ThreadLocal<TransactionSummary> summaries =
      ThreadLocal.withInitial(TransactionSummary::new);

  // Guarded by the sessions.
  private long sequence;

  Arrivals(
      TransactionTable table,
      TransactionOrder order,
      FindingWords words,
      OnlineListener listener,
      Sessions sessions,
      Finality finality) {
    this.table = table;
    this.order = order;
    this.words = words;
    this.listener = listener;
    this.sessions = sessions;
    this.finality = finality;
  }

  long lastSequence() {
    synchronized (sessions) {
      return sequence;
    }
  }

  void advanceWatermark(long now, long idleNanos) {
    synchronized (sessions) {
      finality.advance(sessions.watermark(now, idleNanos));
    }
  }

  /** Fails if the block cannot be taken as it is. */
  void validate(RawBlock block) {
    RunMetadata metadata = block.metadata();
    for (int run = 0; run < block.runCount(); run++) {
      if (counts(block, run)
          && (metadata.start(run) == RawBlock.NO_TIME
              || metadata.commit(run) == RawBlock.NO_TIME)) {
        throw fault(block, run, "a transaction without start and commit timestamps; expected both");
      }
      if (block.runEnd(run) - block.runBegin(run) >= 1 << Verdicts.OPERATION_BITS) {
        throw fault(block, run, "a transaction of 2^24 or more operations; expected fewer");
      }
    }
    boolean hasLists = false;
    for (int i = 0; i < block.operationCount() && !hasLists; i++) {
      hasLists = block.isAppend(i) || block.isListRead(i);
    }
    for (int run = 0; hasLists && run < block.runCount(); run++) {
      Optional<Long> mixed = summaries.get().mixedKey(block, run);
      if (mixed.isPresent()) {
        throw fault(
            block,
            run,
            "key "
                + words.token(mixed.get())
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

  /** Takes a block that is valid. */
  void take(RawBlock block, Shard[] shards, Submission submission) {
    int[] slots = arrive(block);
    TransactionSummary summary = summaries.get();
    Batch[] batches = new Batch[shards.length];
    int capacity =
        Math.min(Batch.ENTRIES, (block.operationCount() + block.runCount()) / shards.length + 8);
    for (int run = 0; run < slots.length; run++) {
      int slot = slots[run];
      boolean counts = table.has(slot, TransactionTable.COUNTS);
      if (!counts && !table.has(slot, TransactionTable.NUMBERED)) {
        table.release(slot, 1);
        continue;
      }
      // The reference that came with the slot is that of the entry in the session.
      boolean reads = !order.snapshots || !counts || !order.isInverted(slot);
      if (counts) {
        summary.read(block, run, internalReads(slot));
        table.retain(slot, count(summary, reads));
        if (!reads) {
          listener.found(words.alone(AnomalyKind.TIMESTAMP_ORDER, slot));
        }
      }
      long session = block.session(run);
      batch(batches, shards, submission, session, capacity).add(Batch.SESSION, session, slot, 0, 0);
      if (counts) {
        add(summary, slot, reads, batches, shards, submission, capacity);
      }
    }
    for (int i = 0; i < shards.length; i++) {
      if (batches[i] != null) {
        submission.handedOver();
        shards[i].put(batches[i]);
      }
    }
    submission.done();
  }

  private static int count(TransactionSummary summary, boolean reads) {
    int entries = 0;
    for (int k = 0; k < summary.keyCount(); k++) {
      entries += reads && summary.externalRead(k) > 0 ? 1 : 0;
      entries += summary.isWritten(k) ? 1 : 0;
    }
    return entries;
  }

  private static void add(
      TransactionSummary summary,
      int slot,
      boolean reads,
      Batch[] batches,
      Shard[] shards,
      Submission submission,
      int capacity) {
    for (int k = 0; k < summary.keyCount(); k++) {
      long key = summary.key(k);
      Batch batch = batch(batches, shards, submission, key, capacity);
      int read = summary.externalRead(k);
      if (summary.isList(k)) {
        if (reads && read > 0) {
          batch.addList(Batch.READ_LIST, key, slot, read, summary.ownElements(k), summary.shown(k));
        }
        if (summary.isWritten(k)) {
          batch.addList(Batch.APPEND, key, slot, 0, 0, summary.appended(k));
        }
      } else {
        if (reads && read > 0) {
          batch.add(Batch.READ, key, slot, read, summary.externalValue(k));
        }
        if (summary.isWritten(k)) {
          batch.add(Batch.WRITE, key, slot, 0, summary.written(k));
        }
      }
    }
  }

  /** The batch for the shard of a key or session; a full one is handed over first. */
  private static Batch batch(
      Batch[] batches, Shard[] shards, Submission submission, long id, int capacity) {
    int shard = (int) ((Hash.of(id) >>> 33) % shards.length);
    Batch batch = batches[shard];
    if (batch != null && batch.count >= Batch.ENTRIES) {
      submission.handedOver();
      shards[shard].put(batch);
      batch = null;
    }
    if (batch == null) {
      batch = new Batch(capacity, submission);
      batches[shard] = batch;
    }
    return batch;
  }

  /** Gives the transactions of a block their slots, and their places in their sessions. */
  private int[] arrive(RawBlock block) {
    int[] slots = new int[block.runCount()];
    RunMetadata metadata = block.metadata();
    long now = finality.now();
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
        table.set(slot, TransactionTable.SEQUENCE, ++sequence);
        table.set(slot, TransactionTable.ARRIVAL, now);
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
    for (int i = block.runBegin(run); i < block.runEnd(run); i++) {
      if (block.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  private TransactionSummary.InternalReads internalReads(int slot) {
    return new TransactionSummary.InternalReads() {
      @Override
      public void differs(long key, int operation, long expected, long actual) {
        listener.found(
            words.internal(slot, key, operation, words.token(expected), words.token(actual)));
      }

      @Override
      public void differs(
          long key, int operation, LongList expected, boolean isEnding, LongList actual) {
        String should = (isEnding ? "a list that ends with " : "") + words.list(expected);
        listener.found(words.internal(slot, key, operation, should, words.list(actual)));
      }
    };
  }
}
