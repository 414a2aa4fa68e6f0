package dev.isogauge.app.serve;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What all transactions of a stream must have in common: a session numbers its transactions or
 * relies on the order of arrival, and keys hold lists or plain values, the same everywhere. For one
 * thread at a time.
 */
final class StreamKinds {
  private static final int UNKNOWN = 0;
  private static final int NUMBERED = 1;
  private static final int BY_ARRIVAL = 2;

  private final Long2IntOpenHashMap kinds = new Long2IntOpenHashMap();
  private Values values = Values.UNKNOWN;

  private enum Values {
    UNKNOWN,
    PLAIN,
    LISTS
  }

  /** Takes note of the batch's sessions and values, or refuses it and takes note of nothing. */
  void admit(ParsedBatch batch, Fingerprints fingerprints) throws BadBatchException {
    Values found = values(batch);
    kinds.putAll(fresh(batch, fingerprints));
    values = found;
  }

  private Long2IntOpenHashMap fresh(ParsedBatch batch, Fingerprints fingerprints)
      throws BadBatchException {
    Long2IntOpenHashMap fresh = new Long2IntOpenHashMap();
    int transaction = 0;
    for (RawBlock block : batch.blocks()) {
      for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
        long session = fingerprints.session(transaction++);
        int kind = block.metadata().number(fragment) == RawBlock.NO_NUMBER ? BY_ARRIVAL : NUMBERED;
        int before = kinds.get(session);
        int known = before == UNKNOWN ? fresh.get(session) : before;
        if (known == UNKNOWN) {
          fresh.put(session, kind);
        } else if (known != kind) {
          throw new BadBatchException(
              block.line(fragment),
              1,
              "found a transaction of session "
                  + batch.atoms().token(block.session(fragment))
                  + (kind == NUMBERED ? " with" : " without")
                  + " a sequence number, and others "
                  + (kind == NUMBERED ? "without" : "with")
                  + " one; expected it on all of a session or on none");
        }
      }
    }
    return fresh;
  }

  void save(DataOutput to) throws IOException {
    to.writeByte(values.ordinal());
    to.writeInt(kinds.size());
    for (Long2IntMap.Entry entry : kinds.long2IntEntrySet()) {
      to.writeLong(entry.getLongKey());
      to.writeByte(entry.getIntValue());
    }
  }

  void restore(DataInput from) throws IOException {
    values = Values.values()[from.readByte()];
    for (int rest = from.readInt(); rest > 0; rest--) {
      kinds.put(from.readLong(), from.readByte());
    }
  }

  private Values values(ParsedBatch batch) throws BadBatchException {
    Values found = values;
    for (RawBlock block : batch.blocks()) {
      for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
        for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
          Values kind = kind(block, i);
          if (found != Values.UNKNOWN && kind != Values.UNKNOWN && kind != found) {
            throw new BadBatchException(
                block.line(fragment),
                1,
                kind == Values.LISTS
                    ? "found a list, and this stream has plain values; expected plain values, or a"
                        + " server of its own for lists"
                    : "found a plain value, and this stream has lists; expected lists, or a server of"
                        + " its own for plain values");
          }
          found = kind == Values.UNKNOWN ? found : kind;
        }
      }
    }
    return found;
  }

  /** A read of nil may be of an empty list. */
  private static Values kind(RawBlock block, int operation) {
    if (block.isAppend(operation) || block.isListRead(operation)) {
      return Values.LISTS;
    }
    boolean open =
        block.isUnknownRead(operation)
            || (!block.isWrite(operation) && block.value(operation) == Atoms.NIL);
    return open ? Values.UNKNOWN : Values.PLAIN;
  }
}
