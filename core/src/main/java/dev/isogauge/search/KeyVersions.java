package dev.isogauge.search;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import java.util.Arrays;

/**
 * The versions of each key: the last writes and appends of the transactions that take part. Those
 * of a key stand together, by transaction, so those of one session do too.
 */
public abstract class KeyVersions {
  public final History history;

  final Participants participants;
  final boolean[] present;
  final boolean[] optional;

  // The versions of a key are from firstVersion[key] on.
  private final int[] firstVersion;
  private int[] versionWriter;
  private int[] versionWrite;

  // The versions of a transaction, and their keys, are from firstWritten[t] on.
  private final int[] firstWritten;
  private int[] written;
  private int[] writtenKey;

  KeyVersions(Participants participants) {
    this.participants = participants;
    this.history = participants.history;
    this.present = participants.present;
    this.optional = participants.optional;
    firstVersion = new int[history.keyCount() + 2];
    firstWritten = new int[history.transactionCount() + 1];
    addVersions();
  }

  private void addVersions() {
    int total = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      firstWritten[t] = total;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (makesVersion(t, i)) {
          firstVersion[history.keyOf(i) + 2]++;
          total++;
        }
      }
    }
    firstWritten[history.transactionCount()] = total;
    for (int k = 2; k < firstVersion.length; k++) {
      firstVersion[k] += firstVersion[k - 1];
    }
    versionWriter = new int[total];
    versionWrite = new int[total];
    written = new int[total];
    writtenKey = new int[total];
    int next = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (makesVersion(t, i)) {
          // Filling a key moves its end to where the next one begins.
          int version = firstVersion[history.keyOf(i) + 1]++;
          versionWriter[version] = t;
          versionWrite[version] = i;
          written[next] = version;
          writtenKey[next++] = history.keyOf(i);
        }
      }
    }
  }

  private boolean makesVersion(int t, int operation) {
    return present[t]
        && participants.kept.test(operation)
        && (history.isFinalWrite(operation) || isLastAppend(t, operation));
  }

  private boolean isLastAppend(int t, int operation) {
    if (!history.isAppend(operation)) {
      return false;
    }
    for (int i = operation + 1; i < history.endOperation(t); i++) {
      if (history.isAppend(i) && history.keyOf(i) == history.keyOf(operation)) {
        return false;
      }
    }
    return true;
  }

  public int transactionCount() {
    return history.transactionCount();
  }

  /** Whether a transaction takes part. */
  public boolean isPresent(int transaction) {
    return present[transaction];
  }

  /**
   * Whether a transaction may not have happened. Then nothing that is known comes after it, so that
   * it can stand last where it does not happen, and only its own reads depend on whether it does.
   */
  public boolean isOptional(int transaction) {
    return optional[transaction];
  }

  public boolean hasOptional() {
    for (boolean isOptional : optional) {
      if (isOptional) {
        return true;
      }
    }
    return false;
  }

  public int versionCount() {
    return versionWriter.length;
  }

  /** The first version of a key; it has none if this equals {@link #endVersion}. */
  public int firstVersion(int key) {
    return firstVersion[key];
  }

  /** The number after the key's last version. */
  public int endVersion(int key) {
    return firstVersion[key + 1];
  }

  /** The transaction that made a version. */
  public int writer(int version) {
    return versionWriter[version];
  }

  /** The operation that made a version. */
  public int write(int version) {
    return versionWrite[version];
  }

  public int keyOfVersion(int version) {
    return history.keyOf(versionWrite[version]);
  }

  /** The transaction's version of a key; {@code NONE} if it does not write it. */
  public int versionOf(int transaction, int key) {
    int found = Arrays.binarySearch(versionWriter, firstVersion(key), endVersion(key), transaction);
    return found < 0 ? NONE : found;
  }

  /** A key's first version by a transaction of a session or a later one. */
  public int firstVersionInSession(int session, int key) {
    int found =
        Arrays.binarySearch(
            versionWriter, firstVersion(key), endVersion(key), history.firstTransaction(session));
    return found < 0 ? ~found : found;
  }

  /** The first of what a transaction wrote; nothing if this equals {@link #endWritten}. */
  public int firstWritten(int transaction) {
    return firstWritten[transaction];
  }

  public int endWritten(int transaction) {
    return firstWritten[transaction + 1];
  }

  /** The version that a transaction wrote. */
  public int written(int index) {
    return written[index];
  }

  /** Its key. */
  public int writtenKey(int index) {
    return writtenKey[index];
  }

  /** How many pairs of writers of one key there are. */
  public long pairsOfWriters() {
    long pairs = 0;
    for (int key = 0; key < history.keyCount(); key++) {
      long writers = (long) endVersion(key) - firstVersion(key);
      pairs += writers * (writers - 1) / 2;
    }
    return pairs;
  }
}
