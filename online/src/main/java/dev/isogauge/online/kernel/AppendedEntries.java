package dev.isogauge.online.kernel;

import static dev.isogauge.online.kernel.TransactionTable.COMMIT;
import static dev.isogauge.online.kernel.TransactionTable.NUMBER;
import static dev.isogauge.online.kernel.TransactionTable.SESSION;
import static dev.isogauge.online.kernel.TransactionTable.START;

import dev.isogauge.history.Atoms;

/**
 * Takes reads and writes of registers that are not in memory, if they come in order, by appending
 * them to the key's block. {@link KeyTimeline} takes the others, and these when it is restored.
 *
 * <ol>
 *   <li>A read is right if it shows the last version, which is before it and does not follow the
 *       reader in its session.
 *   <li>A version behind all that happened to the key changes no verdict. It has no conflict if it
 *       starts behind the last version.
 *   <li>Times that are equal are left to the timeline, so there is no tie.
 * </ol>
 *
 * <p>O(1), with one blind write to disk.
 */
final class AppendedEntries {
  static final int READ = 1;
  static final int WRITE = 2;

  private final ShardContext context;
  private final ColdKeys cold;
  private final TransactionTable table;

  /** Whether the key that was looked up last is new. */
  private boolean isNew;

  private boolean isElsewhere;

  // The entry that was read last.
  private int slot;
  private int operation;
  private long value;

  AppendedEntries(ShardContext context) {
    this.context = context;
    this.cold = context.cold;
    this.table = context.table;
  }

  /**
   * Takes a read of a key that is not in memory; false if that is needed there.
   *
   * @param at where the key is, from {@link #find} or the table
   */
  boolean takeRead(int at, long key, int reader, int inTransaction, long shown) {
    long time = context.order.readTime(reader);
    if (at == ColdKeys.NONE
        || Atoms.isLocal(shown)
        || time <= cold.time(at)
        || shown != cold.value(at)
        || cold.mayFollow(at, table.fact(reader, SESSION), table.fact(reader, NUMBER))) {
      return false;
    }
    cold.read(at, time);
    append(key, READ, reader, inTransaction, shown);
    return true;
  }

  /** Takes a write of a key that is not in memory; false if that is needed there. */
  boolean takeWrite(int at, long key, int writer, long written) {
    long time = table.fact(writer, COMMIT);
    if (at == ColdKeys.NONE
        || Atoms.isLocal(written)
        || time <= cold.top(at)
        || table.fact(writer, START) <= cold.time(at)) {
      return false;
    }
    cold.write(at, time, written, table.fact(writer, SESSION), table.fact(writer, NUMBER));
    append(key, WRITE, writer, 0, written);
    return true;
  }

  /** Where a key is of which more can be taken; {@link ColdKeys#NONE} if there is none. */
  int find(long key) {
    int at = cold.find(key);
    boolean isUnknown = at == ColdKeys.NONE;
    isNew = isUnknown && cold.isComplete() && !Atoms.isLocal(context.initialValue());
    isElsewhere = isUnknown && !isNew;
    if (isNew) {
      return openNew(key);
    }
    return at != ColdKeys.NONE && cold.isOpen(at) ? at : ColdKeys.NONE;
  }

  int openNew(long key) {
    return cold.open(key, context.initialValue(), Long.MIN_VALUE, Long.MIN_VALUE, 0, 0);
  }

  /** Whether nothing is known of the key that was looked up last, so that the disk must tell. */
  boolean isElsewhere() {
    return isElsewhere;
  }

  private void append(long key, int kind, int transaction, int inTransaction, long atom) {
    BlockWriter to = context.writer;
    to.clear();
    to.number(kind);
    to.number(inTransaction);
    to.number(atom);
    context.facts.writeAlone(transaction, to);
    context.keyBlocks.append(Blocks.Key.header(key), to.toBytes());
    table.release(transaction, 1);
    if (isNew) {
      context.keys.increment();
    }
  }

  /** Reads an entry, whose transaction gets a slot. */
  void read(int kind, BlockReader from) {
    if (kind != READ && kind != WRITE) {
      throw new IllegalStateException("found an entry of kind " + kind + "; expected 1 or 2");
    }
    operation = from.integer();
    value = from.number();
    slot = context.facts.readAlone(from);
  }

  int slot() {
    return slot;
  }

  int operation() {
    return operation;
  }

  long value() {
    return value;
  }
}
