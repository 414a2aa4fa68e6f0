package dev.isogauge.anomaly;

import dev.isogauge.history.History;
import java.util.Optional;

/**
 * A place in a history that evidence is about: a transaction, or one of its operations or predicate
 * reads.
 *
 * @param transaction the transaction, or {@code History.INITIAL}
 * @param operation the operation; {@code History.NONE} if it is not about one
 * @param predicate the predicate read; {@code History.NONE} if it is not about one
 * @param key the key; {@code History.NONE} if it is not about one
 */
public record Place(int transaction, int operation, int predicate, int key) {

  /** A transaction as a whole. */
  public static Place ofTransaction(int transaction) {
    return new Place(transaction, History.NONE, History.NONE, History.NONE);
  }

  /** A read or write. */
  public static Place ofOperation(History history, int operation) {
    return new Place(
        history.transactionOf(operation), operation, History.NONE, history.keyOf(operation));
  }

  /** A predicate read, for what it saw of a key. */
  public static Place ofPredicate(History history, int predicate, int key) {
    return new Place(
        history.predicateReads().transactionOf(predicate), History.NONE, predicate, key);
  }

  /**
   * What a read saw: a write, or the initial version; of a list the last append that is not its
   * own. Empty where it is not known, or never written.
   */
  public static Optional<Place> seenBy(History history, int read) {
    int version =
        history.isUnknownRead(read) ? History.UNKNOWN : ListSources.version(history, read);
    return version >= History.INITIAL
        ? Optional.of(ofVersion(history, version, history.keyOf(read)))
        : Optional.empty();
  }

  /** The write of a transaction that a read saw, or is assumed to have seen. */
  static Place seenBy(History history, int read, int writer) {
    int version = ListSources.version(history, read);
    if (writer != History.INITIAL && version >= 0 && history.transactionOf(version) == writer) {
      return ofOperation(history, version);
    }
    if (writer != History.INITIAL && !history.isListRead(read)) {
      for (int i = history.endOperation(writer) - 1; i >= history.firstOperation(writer); i--) {
        if (history.isWrite(i)
            && history.keyOf(i) == history.keyOf(read)
            && history.valueOf(i) == history.valueOf(read)) {
          return ofOperation(history, i);
        }
      }
    }
    return ofLastWrite(history, writer, history.keyOf(read));
  }

  /** The last write of a key by a transaction; of the initial one the initial version. */
  public static Place ofLastWrite(History history, int transaction, int key) {
    if (transaction != History.INITIAL) {
      for (int i = history.endOperation(transaction) - 1;
          i >= history.firstOperation(transaction);
          i--) {
        if (history.isWrite(i) && history.keyOf(i) == key) {
          return ofOperation(history, i);
        }
      }
    }
    return new Place(transaction, History.NONE, History.NONE, key);
  }

  /** A write, or the initial version of a key. */
  public static Place ofVersion(History history, int write, int key) {
    return write >= 0
        ? ofOperation(history, write)
        : new Place(History.INITIAL, History.NONE, History.NONE, key);
  }

  /** The write; {@code History.INITIAL} if it is an initial version. */
  public int version() {
    return operation >= 0 ? operation : History.INITIAL;
  }

  /** The same, without saying for what key. */
  public Place withoutKey() {
    return new Place(transaction, operation, predicate, History.NONE);
  }

  /** Whether it is a transaction as a whole, rather than a part of it. */
  public boolean isWhole() {
    return operation < 0 && predicate < 0;
  }
}
