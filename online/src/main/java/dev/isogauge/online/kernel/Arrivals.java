package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.RawBlock;
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
 *       ({@link TransactionParts}).
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
  private final SessionProgress sessions;
  private final Finality finality;
  private final HorizonMarks horizon;
  private final Atoms atoms;
  private final ThreadLocal<TransactionParts> parts;

  Arrivals(
      TransactionTable table,
      TransactionOrder order,
      FindingBuilder findings,
      OnlineListener listener,
      SessionProgress sessions,
      Finality finality,
      HorizonMarks horizon) {
    this.table = table;
    this.sessions = sessions;
    this.finality = finality;
    this.horizon = horizon;
    this.atoms = findings.atoms;
    this.parts =
        ThreadLocal.withInitial(() -> new TransactionParts(table, order, findings, listener));
  }

  void advanceWatermark(long now, long idleNanos) {
    synchronized (sessions) {
      finality.advance(sessions.watermark(now, idleNanos));
    }
  }

  /** Step 1. Fails if the block cannot be taken as it is. */
  void validate(RawBlock block, Atoms atoms) {
    boolean hasLists = TransactionParts.hasLists(block);
    TransactionParts judge = parts.get();
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      Optional<String> fault = judge.fault(block, fragment, atoms, hasLists);
      if (fault.isPresent()) {
        throw new IllegalArgumentException("line " + block.line(fragment) + ": " + fault.get());
      }
    }
  }

  /**
   * Takes a block that is valid.
   *
   * @param position of its first transaction in the source, from 1
   */
  void take(RawBlock block, long position, long now, int shards, Kernel.Outlet outlet) {
    TransactionParts splitter = parts.get();
    // Step 2.
    int[] slots = arrive(block, position, now, splitter);
    // Steps 3 and 4.
    Batches batches =
        new Batches(
            shards,
            Math.min(
                ShardBatch.ENTRIES, (block.operationCount() + block.fragmentCount()) / shards + 8),
            outlet);
    for (int fragment = 0; fragment < slots.length; fragment++) {
      splitter.split(block, fragment, slots[fragment], batches);
    }
    // Step 5.
    batches.handOver();
  }

  /** Step 5. Entries by shard; a full batch is sent before the others. */
  private final class Batches implements TransactionParts.Entries {
    private final ShardBatch[] batches;
    private final int capacity;
    private final Kernel.Outlet outlet;

    Batches(int shards, int capacity, Kernel.Outlet outlet) {
      this.batches = new ShardBatch[shards];
      this.capacity = capacity;
      this.outlet = outlet;
    }

    @Override
    public void expect(int slot, int parts) {
      table.retain(slot, parts);
    }

    @Override
    public void add(byte kind, long id, int slot, int operation, long value) {
      batch(id).add(kind, id, slot, operation, value);
    }

    @Override
    public void addList(byte kind, long id, int slot, int operation, long value, long[] list) {
      batch(id).addList(kind, id, slot, operation, value, list);
    }

    private ShardBatch batch(long id) {
      int shard = (int) ((hash(id) >>> 33) % batches.length);
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

    /** The same for a string whenever it comes, although its atom may be another then. */
    private long hash(long id) {
      return AtomHash.of(Atoms.isLocal(id) ? atoms.token(id).hashCode() : id);
    }

    void handOver() {
      for (int i = 0; i < batches.length; i++) {
        if (batches[i] != null) {
          outlet.hand(i, batches[i]);
        }
      }
    }
  }

  /** Step 2. */
  private int[] arrive(RawBlock block, long position, long now, TransactionParts splitter) {
    int[] slots = new int[block.fragmentCount()];
    FragmentMetadata metadata = block.metadata();
    synchronized (sessions) {
      sessions.requireUniform(block);
      for (int fragment = 0; fragment < slots.length; fragment++) {
        int slot = table.arrive();
        slots[fragment] = slot;
        boolean counts = TransactionParts.counts(block, fragment);
        long number = sessions.arrive(block, fragment, counts, now);
        splitter.facts(block, fragment, slot, number, position + fragment, now);
        if (counts) {
          horizon.arrived(
              position + fragment,
              now,
              metadata.commit(fragment),
              metadata.commitLogical(fragment));
        }
      }
    }
    return slots;
  }
}
