package dev.isogauge.online.host;

import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.io.FastByteArrayOutputStream;
import java.io.IOException;

/**
 * Whole transactions as bytes, for files of this process only: atoms stand as they are, and numbers
 * in groups of seven bits, the lowest first, the sign in the lowest bit.
 */
final class TransactionCodec {
  private static final int HAS_TIMES = 4;
  private static final int HAS_LOGICAL = 8;
  private static final int HAS_REAL_TIME = 16;
  private static final int HAS_NUMBER = 32;

  private static final int READ = 0;
  private static final int WRITE = 1;
  private static final int APPEND = 2;
  private static final int READ_LIST = 3;
  private static final int READ_UNKNOWN = 4;

  private static final Outcome[] OUTCOMES = Outcome.values();

  private TransactionCodec() {}

  static void write(RawBlock block, int run, FastByteArrayOutputStream to) {
    FragmentMetadata metadata = block.metadata();
    boolean hasTimes =
        metadata.start(run) != RawBlock.NO_TIME || metadata.commit(run) != RawBlock.NO_TIME;
    boolean hasLogical = metadata.startLogical(run) != 0 || metadata.commitLogical(run) != 0;
    boolean hasRealTime =
        metadata.begin(run) != RawBlock.NO_TIME || metadata.end(run) != RawBlock.NO_TIME;
    boolean hasNumber = metadata.number(run) != RawBlock.NO_NUMBER;
    to.write(
        block.outcome(run).ordinal()
            | (hasTimes ? HAS_TIMES : 0)
            | (hasLogical ? HAS_LOGICAL : 0)
            | (hasRealTime ? HAS_REAL_TIME : 0)
            | (hasNumber ? HAS_NUMBER : 0));
    number(block.session(run), to);
    number(block.name(run), to);
    number(block.line(run), to);
    if (hasTimes) {
      number(metadata.start(run), to);
      number(metadata.commit(run), to);
    }
    if (hasLogical) {
      number(metadata.startLogical(run), to);
      number(metadata.commitLogical(run), to);
    }
    if (hasRealTime) {
      number(metadata.begin(run), to);
      number(metadata.end(run), to);
    }
    if (hasNumber) {
      number(metadata.number(run), to);
    }
    number(block.fragmentEnd(run) - block.fragmentBegin(run), to);
    for (int i = block.fragmentBegin(run); i < block.fragmentEnd(run); i++) {
      operation(block, i, to);
    }
  }

  private static void operation(RawBlock block, int i, FastByteArrayOutputStream to) {
    if (block.isUnknownRead(i)) {
      to.write(READ_UNKNOWN);
      number(block.key(i), to);
    } else if (block.isListRead(i)) {
      to.write(READ_LIST);
      number(block.key(i), to);
      number(block.listSize(i), to);
      for (int e = 0; e < block.listSize(i); e++) {
        number(block.listElement(i, e), to);
      }
    } else {
      to.write(block.isAppend(i) ? APPEND : block.isWrite(i) ? WRITE : READ);
      number(block.key(i), to);
      number(block.value(i), to);
    }
  }

  /** Adds a transaction to a block whose lines count from 0. */
  static void read(ByteSource from, RawBlock into) throws IOException {
    int flags = from.next();
    long session = number(from);
    long name = number(from);
    into.transaction(session, name, OUTCOMES[flags & 3], (int) number(from));
    if ((flags & HAS_TIMES) != 0) {
      into.timestamps(number(from), number(from));
    }
    if ((flags & HAS_LOGICAL) != 0) {
      into.logicalTimes(number(from), number(from));
    }
    if ((flags & HAS_REAL_TIME) != 0) {
      into.realTime(number(from), number(from));
    }
    if ((flags & HAS_NUMBER) != 0) {
      into.number(number(from));
    }
    for (long rest = number(from); rest > 0; rest--) {
      int kind = from.next();
      long key = number(from);
      switch (kind) {
        case READ -> into.read(key, number(from));
        case WRITE -> into.write(key, number(from));
        case APPEND -> into.append(key, number(from));
        case READ_UNKNOWN -> into.readUnknown(key);
        default -> {
          into.readList(key);
          for (long elements = number(from); elements > 0; elements--) {
            into.element(number(from));
          }
        }
      }
    }
  }

  private static void number(long value, FastByteArrayOutputStream to) {
    long left = (value << 1) ^ (value >> 63);
    while ((left & ~0x7FL) != 0) {
      to.write(((int) left & 0x7F) | 0x80);
      left >>>= 7;
    }
    to.write((int) left);
  }

  private static long number(ByteSource from) throws IOException {
    long bits = 0;
    for (int shift = 0; ; shift += 7) {
      int next = from.next();
      bits |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
  }
}
