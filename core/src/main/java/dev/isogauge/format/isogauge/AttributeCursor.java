package dev.isogauge.format.isogauge;

import dev.isogauge.format.toolkit.TransactionAttributes;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what stands between a transaction's name and its operations. */
abstract class AttributeCursor extends AtomCursor {
  private static final String ATTRIBUTE =
      "ts start..commit, rt begin..end, sno number, serial place, xid number, snapshot"
          + " begin:end:running, level name or statements sizes, each at most once";

  private final TransactionAttributes attributes = new TransactionAttributes();

  AttributeCursor(byte[] buffer, int end, Atoms atoms) {
    super(buffer, end, atoms);
  }

  /** Begins a transaction with the attributes that stand here. */
  final void transaction(RawBlock block, long session, long name) {
    attributes();
    attributes.begin(block, session, name, line);
  }

  private void attributes() {
    attributes.clear();
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
    if (attributes.outcome() != Outcome.COMMITTED) {
      throw fault("one outcome");
    }
    attributes.outcome(given);
    position += word.length();
  }

  private void bracket() {
    int bracket = position++;
    skipBlanks();
    if (atWord("ts") && !attributes.hasTimestamps()) {
      position += 2;
      timestamps();
    } else if (atWord("rt") && !attributes.hasRealTime()) {
      position += 2;
      long begin = time();
      expectDots();
      attributes.realTime(begin, time());
      if (attributes.endsBeforeItBegins()) {
        throw faultAt(
            bracket, "found an end before the begin; expected [rt begin..end] in this order");
      }
    } else if (atWord("sno") && !attributes.hasNumber()) {
      position += 3;
      attributes.number(required("a number"));
    } else if (atWord("serial") && !attributes.hasSerial()) {
      position += 6;
      attributes.serial(required("a place in the order of all transactions"));
    } else if (atWord("xid") && !attributes.hasTransactionId()) {
      position += 3;
      attributes.transactionId(required("a transaction's id"));
    } else if (atWord("snapshot") && !attributes.hasSnapshot()) {
      position += 8;
      attributes.snapshot(snapshot());
    } else if (atWord("level") && !attributes.hasLevel()) {
      position += 5;
      level();
    } else if (atWord("statements") && !attributes.hasStatements()) {
      position += 10;
      skipBlanks();
      int begin = position;
      if (!attributes.statements(toBracket())) {
        position = begin;
        throw fault(TransactionAttributes.STATEMENTS);
      }
    } else {
      throw fault(ATTRIBUTE);
    }
    expect((byte) ']');
  }

  private void timestamps() {
    long start = time();
    long startLogical = logical(start);
    expectDots();
    long commit = time();
    attributes.timestamps(start, startLogical, commit, logical(commit));
  }

  private void level() {
    skipBlanks();
    int begin = position;
    if (!attributes.level(toBracket())) {
      position = begin;
      throw fault("the name of an isolation level, as in [level rc]");
    }
  }

  private String toBracket() {
    int begin = position;
    while (buffer[position] != ']' && buffer[position] != '\n') {
      position++;
    }
    return new String(buffer, begin, position - begin, StandardCharsets.UTF_8);
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
    long time = signed(number());
    if (time == RawBlock.NO_TIME) {
      throw faultAt(
          begin, "the time is out of range; expected -9223372036854775807 to 9223372036854775807");
    }
    return time;
  }
}
