package dev.isogauge.format.isogauge;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what stands between a transaction's name and its operations. */
abstract class AttributeCursor extends AtomCursor {
  private static final String ATTRIBUTE =
      "ts start..commit, rt begin..end, sno number, serial place, xid number or snapshot"
          + " begin:end:running, each at most once";

  // Attributes of the current transaction.
  private Outcome outcome;
  private boolean hasTimestamps;
  private long start;
  private long startLogical;
  private long commit;
  private long commitLogical;
  private boolean hasRealTime;
  private long begin;
  private long finish;
  private long number;
  private long serial;
  private long transactionId;
  private Optional<Snapshot> snapshot;

  AttributeCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /** Begins a transaction with the attributes that stand here. */
  final void transaction(RawBlock block, long session, long name) {
    attributes();
    block.transaction(session, name, outcome, line);
    if (hasTimestamps) {
      block.timestamps(start, commit);
      if (startLogical != 0 || commitLogical != 0) {
        block.logicalTimes(startLogical, commitLogical);
      }
    }
    if (number != RawBlock.NO_NUMBER) {
      block.number(number);
    }
    if (hasRealTime) {
      block.realTime(begin, finish);
    }
    if (serial != RawBlock.NO_NUMBER) {
      block.serial(serial);
    }
    if (transactionId != RawBlock.NO_NUMBER) {
      block.transactionId(transactionId);
    }
    snapshot.ifPresent(block::snapshot);
  }

  private void attributes() {
    outcome = Outcome.COMMITTED;
    hasTimestamps = false;
    hasRealTime = false;
    number = RawBlock.NO_NUMBER;
    serial = RawBlock.NO_NUMBER;
    transactionId = RawBlock.NO_NUMBER;
    snapshot = Optional.empty();
    while (true) {
      skipBlanks();
      byte first = buffer[position];
      if (first == '[') {
        bracket();
      } else if (first == 'a' && atWord("aborted")) {
        outcome(Outcome.ABORTED, "aborted");
      } else if (first == 'i' && atWord("indeterminate")) {
        outcome(Outcome.INDETERMINATE, "indeterminate");
      } else {
        return;
      }
    }
  }

  private void outcome(Outcome given, String word) {
    if (outcome != Outcome.COMMITTED) {
      throw fault("one outcome");
    }
    outcome = given;
    position += word.length();
  }

  private void bracket() {
    int bracket = position++;
    skipBlanks();
    if (atWord("ts") && !hasTimestamps) {
      position += 2;
      hasTimestamps = true;
      start = time();
      startLogical = logical(start);
      expectDots();
      commit = time();
      commitLogical = logical(commit);
    } else if (atWord("rt") && !hasRealTime) {
      position += 2;
      hasRealTime = true;
      begin = time();
      expectDots();
      finish = time();
      if (begin != RawBlock.NO_TIME && finish != RawBlock.NO_TIME && finish < begin) {
        throw faultAt(
            bracket, "found an end before the begin; expected [rt begin..end] in this order");
      }
    } else if (atWord("sno") && number == RawBlock.NO_NUMBER) {
      position += 3;
      number = required("a number");
    } else if (atWord("serial") && serial == RawBlock.NO_NUMBER) {
      position += 6;
      serial = required("a place in the order of all transactions");
    } else if (atWord("xid") && transactionId == RawBlock.NO_NUMBER) {
      position += 3;
      transactionId = required("a transaction's id");
    } else if (atWord("snapshot") && snapshot.isEmpty()) {
      position += 8;
      snapshot = Optional.of(snapshot());
    } else {
      throw fault(ATTRIBUTE);
    }
    expect((byte) ']');
  }

  private Snapshot snapshot() {
    String expected = "begin:end:running, as in [snapshot 740:750:741,745]";
    long from = required(expected);
    expect((byte) ':');
    long to = required(expected);
    expect((byte) ':');
    List<Long> running = new ArrayList<>();
    skipBlanks();
    while (buffer[position] != ']') {
      if (!running.isEmpty()) {
        expect((byte) ',');
      }
      running.add(required("the id of a transaction that was running"));
      skipBlanks();
    }
    return new Snapshot(from, to, running);
  }

  private long required(String expected) {
    long number = time();
    if (number == RawBlock.NO_TIME) {
      throw fault(expected);
    }
    return number;
  }

  private void expectDots() {
    expect((byte) '.');
    if (buffer[position] != '.') {
      throw fault("'..' between two times");
    }
    position++;
  }

  /** The part of a timestamp that decides between equal ones, behind ':'. */
  private long logical(long physical) {
    if (physical == RawBlock.NO_TIME || buffer[position] != ':') {
      return 0;
    }
    position++;
    long logical = time();
    if (logical == RawBlock.NO_TIME) {
      throw fault("the logical part of the timestamp");
    }
    return logical;
  }

  private long time() {
    skipBlanks();
    byte first = buffer[position];
    if (first != '-' && (first < '0' || first > '9')) {
      return RawBlock.NO_TIME;
    }
    int begin = position;
    long time = number();
    // Integers at the edge of the range are symbols; their token has the digits.
    try {
      time = Long.parseLong(atoms.token(time));
    } catch (NumberFormatException e) {
      time = RawBlock.NO_TIME;
    }
    if (time == RawBlock.NO_TIME) {
      throw faultAt(
          begin, "the time is out of range; expected -9223372036854775807 to 9223372036854775807");
    }
    return time;
  }
}
