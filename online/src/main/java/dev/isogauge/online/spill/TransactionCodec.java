package dev.isogauge.online.spill;

import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.IOException;

/** Whole transactions as bytes, for files of this process only: atoms stand as they are. */
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

  static void write(RawBlock block, int fragment, NumberBuffer to) {
    FragmentMetadata metadata = block.metadata();
    boolean hasTimes =
        metadata.start(fragment) != RawBlock.NO_TIME
            || metadata.commit(fragment) != RawBlock.NO_TIME;
    boolean hasLogical =
        metadata.startLogical(fragment) != 0 || metadata.commitLogical(fragment) != 0;
    boolean hasRealTime =
        metadata.begin(fragment) != RawBlock.NO_TIME || metadata.end(fragment) != RawBlock.NO_TIME;
    boolean hasNumber = metadata.number(fragment) != RawBlock.NO_NUMBER;
    to.number(
        block.outcome(fragment).ordinal()
            | (hasTimes ? HAS_TIMES : 0)
            | (hasLogical ? HAS_LOGICAL : 0)
            | (hasRealTime ? HAS_REAL_TIME : 0)
            | (hasNumber ? HAS_NUMBER : 0));
    to.number(block.session(fragment));
    to.number(block.name(fragment));
    to.number(block.line(fragment));
    if (hasTimes) {
      to.number(metadata.start(fragment));
      to.number(metadata.commit(fragment));
    }
    if (hasLogical) {
      to.number(metadata.startLogical(fragment));
      to.number(metadata.commitLogical(fragment));
    }
    if (hasRealTime) {
      to.number(metadata.begin(fragment));
      to.number(metadata.end(fragment));
    }
    if (hasNumber) {
      to.number(metadata.number(fragment));
    }
    to.number(block.fragmentEnd(fragment) - block.fragmentBegin(fragment));
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      operation(block, i, to);
    }
  }

  private static void operation(RawBlock block, int i, NumberBuffer to) {
    if (block.isUnknownRead(i)) {
      to.number(READ_UNKNOWN);
      to.number(block.key(i));
    } else if (block.isListRead(i)) {
      to.number(READ_LIST);
      to.number(block.key(i));
      to.number(block.listSize(i));
      for (int e = 0; e < block.listSize(i); e++) {
        to.number(block.listElement(i, e));
      }
    } else {
      to.number(block.isAppend(i) ? APPEND : block.isWrite(i) ? WRITE : READ);
      to.number(block.key(i));
      to.number(block.value(i));
    }
  }

  /** Adds a transaction to a block whose lines count from 0. */
  static void read(ByteSource from, RawBlock into) throws IOException {
    int flags = (int) from.number();
    long session = from.number();
    long name = from.number();
    into.transaction(session, name, OUTCOMES[flags & 3], (int) from.number());
    if ((flags & HAS_TIMES) != 0) {
      into.timestamps(from.number(), from.number());
    }
    if ((flags & HAS_LOGICAL) != 0) {
      into.logicalTimes(from.number(), from.number());
    }
    if ((flags & HAS_REAL_TIME) != 0) {
      into.realTime(from.number(), from.number());
    }
    if ((flags & HAS_NUMBER) != 0) {
      into.number(from.number());
    }
    for (long rest = from.number(); rest > 0; rest--) {
      int kind = (int) from.number();
      long key = from.number();
      switch (kind) {
        case READ -> into.read(key, from.number());
        case WRITE -> into.write(key, from.number());
        case APPEND -> into.append(key, from.number());
        case READ_UNKNOWN -> into.readUnknown(key);
        default -> {
          into.readList(key);
          for (long elements = from.number(); elements > 0; elements--) {
            into.element(from.number());
          }
        }
      }
    }
  }
}
