package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Collects what concerns the keys and sessions of each of several shards in other processes, until
 * it is sent: then a shard has all of it at once, with the facts of a transaction once. For one
 * thread.
 */
public final class ShardBatches {
  private final TransactionTable table;
  private final Atoms atoms;
  private final Router router;
  private final ShardBatch[] batches;
  private final FactsCodec facts;
  private final BlockWriter writer;
  private final TransactionParts.Entries entries = new Sorter();

  /** Knows the shards of keys and sessions. */
  @FunctionalInterface
  public interface Router {
    /**
     * The number of a shard, from 0.
     *
     * @param isKey whether it is that of a key; that of a session otherwise
     * @param timeline the atom of the key or session
     */
    int shard(boolean isKey, long timeline, Atoms atoms);
  }

  /** Takes batches. */
  @FunctionalInterface
  public interface Outlet {
    /**
     * Takes what concerns a shard.
     *
     * @param reached the latest commit of each session of the shard, by its token
     * @param batch for {@link ShardKernel#take(byte[], long, ShardKernel.Touched)}
     */
    void take(int shard, Map<String, Long> reached, byte[] batch);
  }

  ShardBatches(TransactionTable table, Atoms atoms, int shards, Router router) {
    this.table = table;
    this.atoms = atoms;
    this.router = router;
    this.batches = new ShardBatch[shards];
    this.facts = new FactsCodec(table);
    this.writer = new BlockWriter(atoms);
  }

  TransactionParts.Entries entries() {
    return entries;
  }

  /** Sends what was collected, and starts over. */
  public void handOver(Outlet to) {
    for (int shard = 0; shard < batches.length; shard++) {
      ShardBatch batch = batches[shard];
      if (batch != null) {
        to.take(shard, reached(batch), BatchCodec.write(batch, facts, writer));
        batch.release(table);
        batches[shard] = null;
      }
    }
  }

  private Map<String, Long> reached(ShardBatch batch) {
    Long2LongOpenHashMap commits = new Long2LongOpenHashMap();
    commits.defaultReturnValue(Long.MIN_VALUE);
    for (int i = 0; i < batch.count; i++) {
      if (batch.kind(i) == ShardBatch.SESSION
          && table.has(batch.slot(i), TransactionTable.COUNTS)) {
        long commit = table.fact(batch.slot(i), TransactionTable.COMMIT);
        commits.put(batch.id(i), Math.max(commit, commits.get(batch.id(i))));
      }
    }
    Map<String, Long> reached = new HashMap<>();
    commits.forEach((session, commit) -> reached.put(atoms.token(session), commit));
    return reached;
  }

  private final class Sorter implements TransactionParts.Entries {
    @Override
    public void expect(int slot, int parts) {
      table.retain(slot, parts);
    }

    @Override
    public void add(byte kind, long id, int slot, int operation, long value) {
      batch(kind, id).add(kind, id, slot, operation, value);
    }

    @Override
    public void addList(byte kind, long id, int slot, int operation, long value, long[] list) {
      batch(kind, id).addList(kind, id, slot, operation, value, list);
    }

    private ShardBatch batch(byte kind, long id) {
      int shard = router.shard(kind != ShardBatch.SESSION, id, atoms);
      if (batches[shard] == null) {
        batches[shard] = new ShardBatch(ShardBatch.FIRST_CAPACITY);
      }
      return batches[shard];
    }
  }
}
