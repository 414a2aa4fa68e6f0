package dev.isogauge.check.known;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.order.CanonicalOrder;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.SessionRounds;
import dev.isogauge.versions.Versions;
import java.util.Arrays;
import java.util.Optional;

/**
 * The order of versions of a history in which every write follows a read of its key in its own
 * transaction, and every value is written once (MTC). A transaction overwrites what it read, so
 * reads-from gives the order: one chain per key, unless two transactions overwrite the same version
 * (a lost update). One write of a key without a read does no harm where no transaction overwrites
 * the initial version: all others follow from it, so it is the first.
 *
 * <p>O(operations).
 */
public final class MiniTransactions {
  /** Every write follows a read of its key, and values are unique. */
  public static final KnownOrder ORDER =
      new KnownOrder(
          KnownOrder.READ_FIRST, false, MiniTransactions::obstacle, MiniTransactions::order);

  private final History history;
  private final Versions versions;

  /** By key: the version that the current transaction saw first; stamped by its transaction. */
  private final int[] saw;

  private final int[] stamp;

  /** Which of two that overwrite one version goes on; made for the first two. */
  private Optional<CanonicalOrder> places = Optional.empty();

  private MiniTransactions(History history) {
    this.history = history;
    this.versions = new Versions(history, true);
    this.saw = new int[history.keyCount()];
    this.stamp = new int[history.keyCount()];
    Arrays.fill(stamp, History.NONE);
  }

  /** Why the history is not of this kind; empty if it is. */
  static Optional<String> obstacle(History history) {
    if (history.hasLists()) {
      return Optional.of("it has lists");
    }
    if (!history.duplicateWrites().isEmpty()) {
      int[] writes = history.duplicateWrites().get(0);
      return Optional.of(
          "the value of "
              + history.keyName(history.keyOf(writes[writes.length - 1]))
              + " = "
              + history.valueName(writes[writes.length - 1])
              + " has several writers");
    }
    int[] readBy = new int[history.keyCount()];
    Arrays.fill(readBy, History.NONE);
    boolean[] hasFirst = firstWritten(history);
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        if (!history.isWrite(i) && !history.isUnknownRead(i)) {
          readBy[history.keyOf(i)] = t;
        } else if (history.isWrite(i) && readBy[history.keyOf(i)] != t) {
          if (!hasFirst[history.keyOf(i)]) {
            hasFirst[history.keyOf(i)] = true;
            // The transaction's own later writes of the key replace this one.
            readBy[history.keyOf(i)] = t;
            continue;
          }
          return Optional.of(
              history.transactionName(t)
                  + " writes "
                  + history.keyName(history.keyOf(i))
                  + " without having read it");
        }
      }
    }
    return Optional.empty();
  }

  /**
   * By key: whether what comes after the initial version is known, or cannot be: some transaction
   * overwrites the initial version, or a read before a write is faulty or unknown.
   */
  private static boolean[] firstWritten(History history) {
    boolean[] found = new boolean[history.keyCount()];
    int[] sawInitial = new int[history.keyCount()];
    Arrays.fill(sawInitial, History.NONE);
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t);
          history.counts(t) && i < history.endOperation(t);
          i++) {
        int key = history.keyOf(i);
        if (history.isWrite(i)) {
          found[key] |= sawInitial[key] == t;
        } else if (history.readStatus(i) != ReadStatus.EXTERNAL
            || history.readFrom(i) == History.INITIAL) {
          sawInitial[key] = t;
        }
      }
    }
    return found;
  }

  static Versions order(History history, Runnable checkTime) {
    MiniTransactions source = new MiniTransactions(history);
    SessionRounds.forEach(history, source::add, checkTime);
    return source.versions;
  }

  private void add(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (!history.isWrite(i)) {
        addRead(t, i, key);
      } else if (history.isFinalWrite(i) && stamp[key] != t) {
        // The only write without a read.
        addWrite(i, key, History.INITIAL);
      } else if (history.isFinalWrite(i) && saw[key] != Versions.LEFT_OUT) {
        addWrite(i, key, saw[key]);
      }
    }
  }

  private void addRead(int t, int read, int key) {
    ReadStatus status = history.readStatus(read);
    if (status == ReadStatus.OWN || status == ReadStatus.UNKNOWN) {
      return;
    }
    int version =
        status == ReadStatus.EXTERNAL && isFinal(history.readFrom(read))
            ? history.readFrom(read)
            : Versions.LEFT_OUT;
    versions.setSeen(read, version);
    if (stamp[key] != t) {
      stamp[key] = t;
      saw[key] = version;
    }
    if (status.isFault()) {
      versions.findings().add(Anomaly.ofFaultyRead(history, read));
    }
  }

  private boolean isFinal(int write) {
    return write == History.INITIAL || history.isFinalWrite(write);
  }

  private void addWrite(int write, int key, int overwritten) {
    int other = versions.after(key, overwritten);
    if (other == History.NONE) {
      versions.setAfter(key, overwritten, write);
    } else {
      versions.findings().add(Anomaly.ofLostUpdate(history, key, overwritten, other, write));
      if (places.isEmpty()) {
        places = Optional.of(CanonicalOrder.of(history));
      }
      if (places.get().compareOperations(write, other) < 0) {
        versions.setAfter(key, overwritten, write);
      }
    }
  }
}
