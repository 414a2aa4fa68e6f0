package dev.isogauge.app.serve;

import dev.isogauge.app.serve.Refusal.Reason;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.function.LongSupplier;

/**
 * Refuses to take a value twice for the same key. A read shows which transaction it saw only if one
 * transaction alone ever writes the value; were a second one to come later, an alarm that was
 * raised before could be wrong. What was rolled back counts, too: a read of it is an alarm.
 *
 * <p>Keys and values are known by a hash of 64 bits, so that of ten million different ones two are
 * taken for the same with a probability of one in 400,000.
 */
final class WrittenValues {
  /** What a hash set takes for each. */
  private static final int BYTES = 16;

  private final LongOpenHashSet known = new LongOpenHashSet();
  private final long most;
  private final LongSupplier strings;

  /**
   * Knows of none yet.
   *
   * @param most how many bytes they and strings may take
   * @param strings how many bytes strings take
   */
  WrittenValues(long most, LongSupplier strings) {
    this.most = most;
    this.strings = strings;
  }

  /** Takes note of all that a batch writes, or refuses it and takes note of nothing. */
  synchronized void admit(ParsedBatch batch) throws BadBatchException, Refusal {
    LongArrayList added = new LongArrayList();
    LongOpenHashSet own = new LongOpenHashSet();
    for (RawBlock block : batch.blocks()) {
      for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
        own.clear();
        for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
          long write = block.isWrite(i) ? hash(block, i, batch.atoms()) : 0;
          if (!block.isWrite(i) || !own.add(write)) {
            continue;
          }
          if (known.add(write)) {
            added.add(write);
            continue;
          }
          added.forEach(known::remove);
          throw new BadBatchException(
              block.line(fragment),
              1,
              "found value "
                  + batch.atoms().token(block.value(i))
                  + " of key "
                  + batch.atoms().token(block.key(i))
                  + ", which another transaction wrote; expected a new value with every write, or"
                  + " timestamps and a service with --order timestamps");
        }
      }
    }
    if ((long) BYTES * known.size() + strings.getAsLong() > most) {
      added.forEach(known::remove);
      throw new Refusal(
          Reason.NO_SPACE,
          "memory has no room for more values that were written; finish this stream, or start the"
              + " service again with more --memory");
    }
  }

  /** Takes back what was noted of a batch that did not become durable. */
  synchronized void takeBack(ParsedBatch batch) {
    for (RawBlock block : batch.blocks()) {
      for (int i = 0; i < block.operationCount(); i++) {
        if (block.isWrite(i)) {
          known.remove(hash(block, i, batch.atoms()));
        }
      }
    }
  }

  private static long hash(RawBlock block, int operation, Atoms atoms) {
    return HashCommon.mix(
        HashCommon.mix(hash(block.key(operation), atoms)) * 31
            + hash(block.value(operation), atoms));
  }

  /** The same for a string whenever it comes, although its atom may be another then. */
  private static long hash(long atom, Atoms atoms) {
    if (!Atoms.isLocal(atom)) {
      return atom;
    }
    long hash = 1;
    String token = atoms.token(atom);
    for (int i = 0; i < token.length(); i++) {
      hash = HashCommon.mix(hash + token.charAt(i));
    }
    return hash;
  }
}
