package dev.isogauge.online.kernel;

/**
 * The entries of a {@link ShardBatch} as bytes for any process: the facts of their transactions
 * ({@link FactsCodec}), {@code count}, and of each entry {@code kind (bits), id (atom)}, then of a
 * read {@code operation, value} and of a write {@code value}; of a list instead {@code operation,
 * own, elements} and {@code elements}. Entries of a transaction follow each other.
 */
final class BatchCodec {
  /** The entry is the first of the next transaction; the other bits are the kind. */
  private static final int NEXT = 8;

  private BatchCodec() {}

  /** Makes bytes of a batch whose entries are about transactions that a table has. */
  static byte[] write(ShardBatch batch, FactsCodec facts, BlockWriter to) {
    facts.begin();
    for (int i = 0; i < batch.count; i++) {
      if (isNext(batch, i)) {
        facts.add(batch.slot(i));
      }
    }
    to.clear();
    facts.write(to);
    to.number(batch.count);
    for (int i = 0; i < batch.count; i++) {
      byte kind = batch.kind(i);
      to.number(isNext(batch, i) ? kind | NEXT : kind);
      to.atom(batch.id(i));
      switch (kind) {
        case ShardBatch.READ -> {
          to.number(batch.operation(i));
          to.atom(batch.value(i));
        }
        case ShardBatch.READ_LIST -> {
          to.number(batch.operation(i));
          to.number(batch.value(i));
          to.atoms(batch.list(i));
        }
        case ShardBatch.WRITE -> to.atom(batch.value(i));
        case ShardBatch.APPEND -> to.atoms(batch.list(i));
        default -> {}
      }
    }
    return to.toBytes();
  }

  private static boolean isNext(ShardBatch batch, int index) {
    return index == 0 || batch.slot(index) != batch.slot(index - 1);
  }

  /** Gives the transactions slots, with one reference by each entry, and fills an empty batch. */
  static void read(BlockReader from, FactsCodec facts, ShardBatch to) {
    facts.readArrivals(from);
    int transaction = -1;
    for (int left = from.integer(); left > 0; left--) {
      int bits = from.integer();
      transaction += (bits & NEXT) != 0 ? 1 : 0;
      byte kind = (byte) (bits & ~NEXT);
      long id = from.atom();
      int slot = facts.slot(transaction);
      switch (kind) {
        case ShardBatch.READ -> to.add(kind, id, slot, from.integer(), from.atom());
        case ShardBatch.READ_LIST ->
            to.addList(kind, id, slot, from.integer(), from.number(), from.atoms());
        case ShardBatch.WRITE -> to.add(kind, id, slot, 0, from.atom());
        case ShardBatch.APPEND -> to.addList(kind, id, slot, 0, 0, from.atoms());
        default -> to.add(kind, id, slot, 0, 0);
      }
    }
    facts.end();
  }
}
