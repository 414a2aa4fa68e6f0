package dev.isogauge.anomaly;

/** The relations between transactions that evidence is made of. */
public enum Relation {
  INITIAL_FIRST("init"),
  SESSION_ORDER("so"),
  READS_FROM("wr"),
  REAL_TIME("rt"),
  OVERWRITES("ww"),
  READ_OVERWRITTEN("rw"),
  PREDICATE_READS_FROM("predicate-wr"),
  PREDICATE_OVERWRITTEN("predicate-rw"),
  START("start"),
  COMMIT_ORDER("co");

  private final String symbol;

  Relation(String symbol) {
    this.symbol = symbol;
  }

  /** The short name used in JSON and DOT. */
  public String symbol() {
    return symbol;
  }
}
