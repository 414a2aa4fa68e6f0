package dev.isogauge.format.toolkit;

import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an input says about one transaction apart from its operations, collected until all of it is
 * read. One object serves all transactions of a block.
 */
public final class TransactionAttributes {
  /** What is expected of {@link #statements}. */
  public static final String STATEMENTS =
      "how many operations each statement did, with u for update and s for share, as in 1u 1 2";

  private static final Pattern LEVEL = Pattern.compile("[a-z0-9.-]+");
  private static final Pattern STATEMENT_SIZE = Pattern.compile("[0-9]{1,9}[us]?( |$)");

  private Outcome outcome;
  private boolean hasTimestamps;
  private long start;
  private long startLogical;
  private long commit;
  private long commitLogical;
  private boolean hasRealTime;
  private long begin;
  private long end;
  private long number;
  private long serial;
  private long transactionId;
  private Optional<Snapshot> snapshot;
  private String level;
  private String statements;

  public TransactionAttributes() {
    clear();
  }

  /** Forgets everything: the next transaction is committed, and nothing else is known of it. */
  public void clear() {
    outcome = Outcome.COMMITTED;
    hasTimestamps = false;
    hasRealTime = false;
    number = RawBlock.NO_NUMBER;
    serial = RawBlock.NO_NUMBER;
    transactionId = RawBlock.NO_NUMBER;
    snapshot = Optional.empty();
    level = "";
    statements = "";
  }

  public void outcome(Outcome given) {
    outcome = given;
  }

  public Outcome outcome() {
    return outcome;
  }

  /** Physical and logical parts; {@link RawBlock#NO_TIME} is unknown. */
  public void timestamps(
      long physicalStart, long logicalStart, long physicalCommit, long logicalCommit) {
    hasTimestamps = true;
    start = physicalStart;
    startLogical = logicalStart;
    commit = physicalCommit;
    commitLogical = logicalCommit;
  }

  public boolean hasTimestamps() {
    return hasTimestamps;
  }

  /** Times on the client's clock; {@link RawBlock#NO_TIME} is unknown. */
  public void realTime(long from, long to) {
    hasRealTime = true;
    begin = from;
    end = to;
  }

  public boolean hasRealTime() {
    return hasRealTime;
  }

  /** Whether both times on the client's clock are known and the end comes first. */
  public boolean endsBeforeItBegins() {
    return hasRealTime && begin != RawBlock.NO_TIME && end != RawBlock.NO_TIME && end < begin;
  }

  /** The number in the session, or {@link RawBlock#NO_NUMBER}. */
  public void number(long given) {
    number = given;
  }

  public boolean hasNumber() {
    return number != RawBlock.NO_NUMBER;
  }

  /** The place in the claimed order of all transactions, or {@link RawBlock#NO_NUMBER}. */
  public void serial(long place) {
    serial = place;
  }

  public boolean hasSerial() {
    return serial != RawBlock.NO_NUMBER;
  }

  /** The database's id, or {@link RawBlock#NO_NUMBER}. */
  public void transactionId(long id) {
    transactionId = id;
  }

  public boolean hasTransactionId() {
    return transactionId != RawBlock.NO_NUMBER;
  }

  public void snapshot(Snapshot given) {
    snapshot = Optional.of(given);
  }

  public boolean hasSnapshot() {
    return snapshot.isPresent();
  }

  /** The isolation level that the transaction asked for; whether it may be the name of one. */
  public boolean level(String name) {
    level = name.strip().toLowerCase(Locale.ROOT).replace(' ', '-').replace('_', '-');
    return LEVEL.matcher(level).matches();
  }

  public boolean hasLevel() {
    return !level.isEmpty();
  }

  /** What each statement did; whether it is {@link #STATEMENTS}. */
  public boolean statements(String sizes) {
    statements = sizes.strip();
    // One by one: an expression for all of them would take a frame of the stack for each.
    Matcher size = STATEMENT_SIZE.matcher(statements);
    int end = 0;
    while (size.region(end, statements.length()).lookingAt()) {
      end = size.end();
    }
    return end == statements.length() && end > 0;
  }

  public boolean hasStatements() {
    return !statements.isEmpty();
  }

  /** Begins a transaction with these attributes. */
  public void begin(RawBlock block, long session, long name, int line) {
    block.transaction(session, name, outcome, line);
    if (hasTimestamps) {
      block.timestamps(start, commit);
      if (startLogical != 0 || commitLogical != 0) {
        block.logicalTimes(startLogical, commitLogical);
      }
    }
    if (hasNumber()) {
      block.number(number);
    }
    if (hasRealTime) {
      block.realTime(begin, end);
    }
    if (hasSerial()) {
      block.serial(serial);
    }
    if (hasTransactionId()) {
      block.transactionId(transactionId);
    }
    snapshot.ifPresent(block::snapshot);
    if (hasLevel()) {
      block.level(level);
    }
    if (hasStatements()) {
      block.statements(statements);
    }
  }
}
