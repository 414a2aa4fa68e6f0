package dev.isogauge.oracle.timestamp;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.List;

/** Transactions with timestamps, as plain as can be. All names, keys and values are integers. */
public final class Timed {
  private Timed() {}

  /** What an operation does. */
  public enum Kind {
    READ,
    WRITE,
    APPEND,
    READ_LIST,
    READ_UNKNOWN
  }

  /** An operation; {@code value} is null for nil, {@code list} only for reads of lists. */
  public record Operation(Kind kind, long key, Long value, List<Long> list) {
    public boolean isWrite() {
      return kind == Kind.WRITE || kind == Kind.APPEND;
    }

    public boolean isRead() {
      return kind == Kind.READ || kind == Kind.READ_LIST;
    }
  }

  /** A timestamp. */
  public record Time(long physical, long logical) implements Comparable<Time> {
    @Override
    public int compareTo(Time other) {
      int order = Long.compare(physical, other.physical);
      return order != 0 ? order : Long.compare(logical, other.logical);
    }

    @Override
    public String toString() {
      return logical == 0 ? "" + physical : physical + ":" + logical;
    }
  }

  /**
   * A transaction. {@code number} is null where sequence numbers are not given, {@code begin} and
   * {@code end} where real time is not.
   */
  public record Transaction(
      long name,
      long session,
      Long number,
      Outcome outcome,
      Time start,
      Time commit,
      Long begin,
      Long end,
      List<Operation> operations) {

    public boolean counts() {
      return outcome != Outcome.ABORTED;
    }

    public boolean updates() {
      return operations.stream().anyMatch(Operation::isWrite);
    }

    public boolean writes(long key) {
      return operations.stream().anyMatch(o -> o.isWrite() && o.key() == key);
    }

    public boolean touches(long key) {
      return operations.stream().anyMatch(o -> o.kind() != Kind.READ_UNKNOWN && o.key() == key);
    }

    public void addTo(RawBlock block, Atoms atoms) {
      block.transaction(atoms.integer(session), atoms.integer(name), outcome, 0);
      block.timestamps(start.physical(), commit.physical());
      if (start.logical() != 0 || commit.logical() != 0) {
        block.logicalTimes(start.logical(), commit.logical());
      }
      if (number != null) {
        block.number(number);
      }
      if (begin != null) {
        block.realTime(begin, end);
      }
      for (Operation operation : operations) {
        long value = operation.value() == null ? Atoms.NIL : atoms.integer(operation.value());
        switch (operation.kind()) {
          case READ -> block.read(operation.key(), value);
          case WRITE -> block.write(operation.key(), value);
          case APPEND -> block.append(operation.key(), value);
          case READ_UNKNOWN -> block.readUnknown(operation.key());
          case READ_LIST -> {
            block.readList(operation.key());
            operation.list().forEach(block::element);
          }
        }
      }
    }
  }
}
