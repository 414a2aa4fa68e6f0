package dev.isogauge.online.kernel;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import java.util.Optional;

/**
 * Takes transactions apart for shards in other processes, without any state: a part, or a batch of
 * {@link ShardBatches}, is complete in itself, and goes to whichever shard has its keys and
 * sessions. For one thread.
 *
 * <p>A transaction without number in its session has its position in the source as number: so the
 * order of such a session is that of the source.
 */
public final class TransactionSplitter {
  private final boolean snapshots;
  private final OnlineListener listener;
  private final TransactionTable table = new TransactionTable(StateMemory.UNLIMITED);

  /** Takes parts. */
  @FunctionalInterface
  public interface Parts {
    /**
     * Takes what concerns a key or a session.
     *
     * @param isKey whether it is about a key; about a session otherwise
     * @param token of the key or session
     * @param part for {@link ShardKernel#take(byte[], long)}
     */
    void take(boolean isKey, String token, byte[] part);
  }

  /**
   * A splitter.
   *
   * @param snapshots snapshot isolation; serializability otherwise
   * @param listener hears of what a transaction breaks by itself
   */
  public TransactionSplitter(boolean snapshots, OnlineListener listener) {
    this.snapshots = snapshots;
    this.listener = listener;
  }

  /**
   * Empty batches.
   *
   * @param atoms of the blocks whose transactions they will hold
   */
  public ShardBatches batches(Atoms atoms, int shards, ShardBatches.Router router) {
    return new ShardBatches(table, atoms, shards, router);
  }

  /** Takes transactions of one block apart; for as long as the block is not changed. */
  public Block block(RawBlock block, Atoms atoms) {
    return new Block(block, atoms);
  }

  /** The transactions of a block. */
  public final class Block {
    private final RawBlock block;
    private final Atoms atoms;
    private final boolean hasLists;
    private final TransactionParts parts;
    private final Encoder encoder;

    Block(RawBlock block, Atoms atoms) {
      this.block = block;
      this.atoms = atoms;
      this.hasLists = TransactionParts.hasLists(block);
      this.parts =
          new TransactionParts(
              table,
              new TransactionOrder(snapshots, table, atoms),
              new FindingBuilder(table, atoms),
              listener);
      this.encoder = new Encoder(table, atoms);
    }

    /** Why a transaction cannot be judged, by itself. */
    public Optional<String> fault(int fragment) {
      return parts.fault(block, fragment, atoms, hasLists);
    }

    /** When it commits; {@link RawBlock#NO_TIME} if it does not, or its timestamp is not known. */
    public long commit(int fragment) {
      return TransactionParts.counts(block, fragment)
          ? block.metadata().commit(fragment)
          : RawBlock.NO_TIME;
    }

    /**
     * Takes a transaction without fault apart.
     *
     * @param position in the source; no two transactions share one
     * @param now when it arrived, in nanoseconds
     */
    public void split(int fragment, long position, long now, Parts to) {
      encoder.to = to;
      parts.split(block, fragment, arrive(fragment, position, now), encoder);
      encoder.finish();
    }

    /** Takes a transaction without fault apart, like the other, to be sent later. */
    public void split(int fragment, long position, long now, ShardBatches to) {
      parts.split(block, fragment, arrive(fragment, position, now), to.entries());
    }

    private int arrive(int fragment, long position, long now) {
      int slot = table.arrive();
      long given = block.metadata().number(fragment);
      parts.facts(
          block, fragment, slot, given == RawBlock.NO_NUMBER ? position : given, position, now);
      return slot;
    }
  }

  /** Joins the read and the write of a key, which follow each other. The session comes last. */
  private static final class Encoder implements TransactionParts.Entries {
    private final TransactionTable table;
    private final Atoms atoms;
    private final BlockWriter writer;
    private Parts to = (isKey, token, part) -> {};

    // The read of a key whose write may follow.
    private boolean isOpen;
    private long key;
    private int slot;
    private int operation;
    private long value;
    private long[] list = TimedEntries.NO_LIST;
    private boolean isList;

    private boolean hasSession;
    private long session;
    private int sessionSlot;

    Encoder(TransactionTable table, Atoms atoms) {
      this.table = table;
      this.atoms = atoms;
      this.writer = new BlockWriter(atoms);
    }

    @Override
    public void expect(int ofSlot, int parts) {}

    @Override
    public void add(byte kind, long id, int ofSlot, int ofOperation, long ofValue) {
      addList(kind, id, ofSlot, ofOperation, ofValue, TimedEntries.NO_LIST);
    }

    @Override
    public void addList(
        byte kind, long id, int ofSlot, int ofOperation, long ofValue, long[] elements) {
      if (kind == ShardBatch.SESSION) {
        hasSession = true;
        session = id;
        sessionSlot = ofSlot;
        return;
      }
      boolean isRead = kind == ShardBatch.READ || kind == ShardBatch.READ_LIST;
      if (isRead) {
        close();
        isOpen = true;
        key = id;
        slot = ofSlot;
        operation = ofOperation;
        value = ofValue;
        list = elements;
        isList = kind == ShardBatch.READ_LIST;
        return;
      }
      boolean appends = kind == ShardBatch.APPEND;
      boolean joins = isOpen && key == id && isList == appends;
      if (!joins) {
        close();
      }
      int contents = PartCodec.WRITE | (appends ? PartCodec.LIST : 0);
      PartCodec.begin(writer, joins ? contents | PartCodec.READ : contents, id, table, ofSlot);
      if (joins) {
        writeRead();
        isOpen = false;
      }
      if (appends) {
        writer.atoms(elements);
      } else {
        writer.atom(ofValue);
      }
      to.take(true, atoms.token(id), writer.toBytes());
    }

    private void writeRead() {
      writer.number(operation);
      if (isList) {
        writer.number(value);
        writer.atoms(list);
      } else {
        writer.atom(value);
      }
    }

    private void close() {
      if (isOpen) {
        PartCodec.begin(writer, PartCodec.READ | (isList ? PartCodec.LIST : 0), key, table, slot);
        writeRead();
        isOpen = false;
        to.take(true, atoms.token(key), writer.toBytes());
      }
    }

    void finish() {
      close();
      if (hasSession) {
        hasSession = false;
        PartCodec.begin(writer, 0, session, table, sessionSlot);
        to.take(false, atoms.token(session), writer.toBytes());
        table.release(sessionSlot, 1);
      }
    }
  }
}
