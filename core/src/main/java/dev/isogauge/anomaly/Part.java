package dev.isogauge.anomaly;

import dev.isogauge.history.History;

/** A place in a history and what it has to do with an anomaly. */
public record Part(Role role, Place place) {

  /** A transaction as a whole. */
  public static Part ofTransaction(Role role, int transaction) {
    return new Part(role, Place.ofTransaction(transaction));
  }

  /** A read or write. */
  public static Part ofOperation(Role role, History history, int operation) {
    return new Part(role, Place.ofOperation(history, operation));
  }

  /** A write, or with {@code History.INITIAL} the initial version of a key. */
  public static Part ofVersion(Role role, History history, int write, int key) {
    return new Part(role, Place.ofVersion(history, write, key));
  }

  /** A predicate read, for what it saw of a key. */
  public static Part ofPredicate(Role role, History history, int predicate, int key) {
    return new Part(role, Place.ofPredicate(history, predicate, key));
  }

  /** The operation; {@code History.INITIAL} if it is an initial version. */
  public int operation() {
    return place.version();
  }

  /** The transaction that it is, or is in. */
  public int transaction() {
    return place.transaction();
  }

  /** Without the role: enums hash differently in each run, and roles hardly tell parts apart. */
  @Override
  public int hashCode() {
    return place.hashCode();
  }
}
