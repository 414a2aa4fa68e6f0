package dev.isogauge.online.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Whole transactions as bytes. Integers stand for themselves; strings are written as their tokens,
 * so that their atoms need not last.
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

  static byte[] bytes(RawBlock block, int fragment, Atoms atoms) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    write(block, fragment, atoms, new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static void write(RawBlock block, int fragment, Atoms atoms, DataOutputStream to)
      throws IOException {
    FragmentMetadata metadata = block.metadata();
    boolean hasTimes =
        metadata.start(fragment) != RawBlock.NO_TIME
            || metadata.commit(fragment) != RawBlock.NO_TIME;
    boolean hasLogical =
        metadata.startLogical(fragment) != 0 || metadata.commitLogical(fragment) != 0;
    boolean hasRealTime =
        metadata.begin(fragment) != RawBlock.NO_TIME || metadata.end(fragment) != RawBlock.NO_TIME;
    boolean hasNumber = metadata.number(fragment) != RawBlock.NO_NUMBER;
    to.writeByte(
        block.outcome(fragment).ordinal()
            | (hasTimes ? HAS_TIMES : 0)
            | (hasLogical ? HAS_LOGICAL : 0)
            | (hasRealTime ? HAS_REAL_TIME : 0)
            | (hasNumber ? HAS_NUMBER : 0));
    atom(block.session(fragment), atoms, to);
    atom(block.name(fragment), atoms, to);
    to.writeInt((int) block.line(fragment));
    if (hasTimes) {
      to.writeLong(metadata.start(fragment));
      to.writeLong(metadata.commit(fragment));
    }
    if (hasLogical) {
      to.writeLong(metadata.startLogical(fragment));
      to.writeLong(metadata.commitLogical(fragment));
    }
    if (hasRealTime) {
      to.writeLong(metadata.begin(fragment));
      to.writeLong(metadata.end(fragment));
    }
    if (hasNumber) {
      to.writeLong(metadata.number(fragment));
    }
    to.writeInt(block.fragmentEnd(fragment) - block.fragmentBegin(fragment));
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      operation(block, i, atoms, to);
    }
  }

  private static void operation(RawBlock block, int i, Atoms atoms, DataOutputStream to)
      throws IOException {
    if (block.isUnknownRead(i)) {
      to.writeByte(READ_UNKNOWN);
      atom(block.key(i), atoms, to);
    } else if (block.isListRead(i)) {
      to.writeByte(READ_LIST);
      atom(block.key(i), atoms, to);
      to.writeInt(block.listSize(i));
      for (int e = 0; e < block.listSize(i); e++) {
        atom(block.listElement(i, e), atoms, to);
      }
    } else {
      to.writeByte(block.isAppend(i) ? APPEND : block.isWrite(i) ? WRITE : READ);
      atom(block.key(i), atoms, to);
      atom(block.value(i), atoms, to);
    }
  }

  /** Adds a transaction to a block whose lines count from 0. */
  static void read(byte[] bytes, Atoms atoms, RawBlock into) throws IOException {
    DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
    int flags = from.readByte();
    long session = atom(from, atoms);
    long name = atom(from, atoms);
    into.transaction(session, name, OUTCOMES[flags & 3], from.readInt());
    if ((flags & HAS_TIMES) != 0) {
      into.timestamps(from.readLong(), from.readLong());
    }
    if ((flags & HAS_LOGICAL) != 0) {
      into.logicalTimes(from.readLong(), from.readLong());
    }
    if ((flags & HAS_REAL_TIME) != 0) {
      into.realTime(from.readLong(), from.readLong());
    }
    if ((flags & HAS_NUMBER) != 0) {
      into.number(from.readLong());
    }
    for (int rest = from.readInt(); rest > 0; rest--) {
      int kind = from.readByte();
      long key = atom(from, atoms);
      switch (kind) {
        case READ -> into.read(key, atom(from, atoms));
        case WRITE -> into.write(key, atom(from, atoms));
        case APPEND -> into.append(key, atom(from, atoms));
        case READ_UNKNOWN -> into.readUnknown(key);
        default -> {
          into.readList(key);
          for (int elements = from.readInt(); elements > 0; elements--) {
            into.element(atom(from, atoms));
          }
        }
      }
    }
  }

  private static void atom(long atom, Atoms atoms, DataOutputStream to) throws IOException {
    boolean isText = Atoms.isLocal(atom);
    to.writeBoolean(isText);
    if (isText) {
      byte[] token = atoms.token(atom).getBytes(UTF_8);
      to.writeInt(token.length);
      to.write(token);
    } else {
      to.writeLong(atom);
    }
  }

  private static long atom(DataInputStream from, Atoms atoms) throws IOException {
    return from.readBoolean()
        ? atoms.ofToken(new String(from.readNBytes(from.readInt()), UTF_8))
        : from.readLong();
  }
}
