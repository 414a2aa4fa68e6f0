package dev.isogauge.anomaly;

import dev.isogauge.history.History;

/**
 * Why one transaction comes before another: the words for edges, in dependency graphs and in
 * evidence. A {@link Justification} adds the operations behind an edge.
 *
 * <p>In sentences and labels, which are templates like {@link Sentences}, {@code earlier} and
 * {@code later} are the two transactions, {@code first} and {@code second} the places in them that
 * prove it, and {@code reader} and {@code version} a read that shows it and what that saw.
 */
public enum Relation {
  /** The first is the initial transaction. */
  INITIAL_FIRST("init", "the initial state precedes every transaction"),

  /** They are in this order in a session. */
  SESSION_ORDER("so", "{later} follows {earlier} in session {later.session}"),

  /** The second reads what the first wrote. */
  READS_FROM("wr", End.SEEN, End.OPERATION, "{reader.saw}", "{second=}"),

  /** The first had ended before the second began. */
  REAL_TIME("rt", "{later} began at {later.begin}, after {earlier} had ended at {earlier.end}"),

  /** The second overwrites what the first wrote. */
  OVERWRITES(
      "ww",
      End.LAST_WRITE,
      End.LAST_WRITE,
      "[{second?append}{later} appended to {second.key} after {earlier} had|{second?direct}{later}"
          + " overwrote {first=}, which {earlier} wrote, with {second=}|{second=}, which {later}"
          + " wrote, is a later version than {first=} of {earlier}]",
      End.CHANGE),

  /** The second overwrites what the first read. */
  READ_OVERWRITTEN(
      "rw",
      End.OPERATION,
      End.LAST_WRITE,
      "{earlier} read {first=}[{first?list}, before {later} appended {second#}|{second?direct},"
          + " which {later} overwrote with {second=}|, and {later} wrote a later version, {second=}]",
      End.CHANGE),

  /** A predicate read of the second depends on what the first wrote. */
  PREDICATE_READS_FROM(
      "predicate-wr",
      End.OPERATION,
      End.PREDICATE,
      "{second.asked}, [{first?delete}{second?gone}|which [{?matches}matches|does not match any"
          + " more] ]since {first.changed}",
      "{second.condition}"),

  /** The second changes what a predicate read of the first matches. */
  PREDICATE_OVERWRITTEN(
      "predicate-rw",
      End.PREDICATE,
      End.OPERATION,
      "{first.asked}, before {second.changed}[{second?delete}|, which [{?matches}matches|does not"
          + " match]]",
      "{first.condition}"),

  /** The first is in the snapshot of the second. */
  START("start", "{earlier} is in the snapshot of {later}"),

  /** The level forces the order. */
  COMMIT_ORDER(
      "co",
      End.LAST_WRITE,
      End.SEEN,
      "{reader.saw}, although {earlier}, which [{first?append}appended {first#} to"
          + " {first.key}|wrote {first=}], was visible to it{under}: {visible}",
      "{first.bareKey}");

  /** What an edge ends at in one of its transactions. */
  enum End {
    TRANSACTION,
    OPERATION,
    PREDICATE,
    /** Its last write of the key. */
    LAST_WRITE,
    /** Its write that the read saw, or is assumed to have seen. */
    SEEN;

    /** The label of an edge from a version to a later one. */
    static final String CHANGE = "{second.bareKey}: {first#} → {second#}";

    Place place(History history, Edge edge, int transaction) {
      int operation = edge.why().operation();
      return switch (this) {
        case TRANSACTION -> Place.ofTransaction(transaction);
        case OPERATION -> Place.ofOperation(history, operation);
        case PREDICATE ->
            Place.ofPredicate(history, edge.why().predicate(), history.keyOf(operation));
        case LAST_WRITE -> Place.ofLastWrite(history, transaction, history.keyOf(operation));
        case SEEN -> Place.seenBy(history, operation, transaction);
      };
    }
  }

  private final String symbol;
  private final End source;
  private final End target;
  private final String sentence;
  private final String label;

  Relation(String symbol, String sentence) {
    this(symbol, End.TRANSACTION, End.TRANSACTION, sentence, "");
  }

  Relation(String symbol, End source, End target, String sentence, String label) {
    this.symbol = symbol;
    this.source = source;
    this.target = target;
    this.sentence = sentence;
    this.label = label;
  }

  /** The short name used in JSON and DOT. */
  public String symbol() {
    return symbol;
  }

  End source() {
    return source;
  }

  End target() {
    return target;
  }

  /** Why one comes before the other, in a clause. */
  public String sentence() {
    return sentence;
  }

  /** What an edge is about, in short: {@code x = 1}, or {@code x: nil → 1}. */
  public String label() {
    return label;
  }

  /** The set with this relation alone, as bits. */
  public int bit() {
    return 1 << ordinal();
  }

  /** Whether it is in a set of bits. */
  public boolean isIn(int set) {
    return (set & bit()) != 0;
  }

  /** Whether a read proves it by what it saw. */
  public boolean showsRead() {
    return source == End.SEEN || target == End.SEEN;
  }

  /** Whether it is a dependency on a write: an item or a predicate read saw it. */
  public boolean isWriteRead() {
    return this == READS_FROM || this == PREDICATE_READS_FROM;
  }

  /** Whether it is an anti-dependency: an item or a predicate read did not see the write. */
  public boolean isReadWrite() {
    return this == READ_OVERWRITTEN || this == PREDICATE_OVERWRITTEN;
  }
}
