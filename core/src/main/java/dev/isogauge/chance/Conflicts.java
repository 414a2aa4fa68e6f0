package dev.isogauge.chance;

import dev.isogauge.history.History;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Keys that one session writes and another uses, and the transactions that use such keys. Looks at
 * no more of the history than each question needs, and at nothing before one is asked.
 */
public final class Conflicts {
  /** What has not been counted. */
  private static final long OPEN = -1;

  /** None where all is counted. */
  private final History history;

  /** Keys in conflict; made when their number is first asked for. */
  private BitSet shared;

  private long keys;
  private long transactions;

  private Conflicts(History history, long keys, long transactions) {
    this.history = history;
    this.keys = keys;
    this.transactions = transactions;
  }

  /** Those of a history. */
  static Conflicts of(History history) {
    return new Conflicts(history, OPEN, OPEN);
  }

  /** Those that were counted elsewhere. */
  static Conflicts counted(long keys, long transactions) {
    return new Conflicts(null, keys, transactions);
  }

  /** Where chances say more. */
  static Conflicts none() {
    return counted(0, 0);
  }

  /** Whether there is any such key. */
  public boolean any() {
    return keys == OPEN ? !find(true).isEmpty() : keys > 0;
  }

  /** How many such keys there are. */
  public long keys() {
    if (keys == OPEN) {
      keys = all().cardinality();
    }
    return keys;
  }

  /** How many transactions use such a key. */
  public long transactions() {
    if (transactions == OPEN) {
      transactions = users(all());
    }
    return transactions;
  }

  private long users(BitSet used) {
    long users = 0;
    for (int t = 0; !used.isEmpty() && t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (used.get(history.keyOf(i))) {
          users++;
          break;
        }
      }
    }
    return users;
  }

  private BitSet all() {
    if (shared == null) {
      shared = find(false);
    }
    return shared;
  }

  /** The keys in conflict, or one of them if one is enough. */
  private BitSet find(boolean one) {
    int[] session = new int[history.keyCount()];
    Arrays.fill(session, -1);
    BitSet written = new BitSet();
    BitSet found = new BitSet();
    for (int t = 0; t < history.transactionCount(); t++) {
      int own = history.sessionOf(t);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (session[key] == -1) {
          session[key] = own;
        } else if (session[key] != own) {
          found.set(key);
        }
        if (history.isWrite(i)) {
          written.set(key);
        }
        if (one && found.get(key) && written.get(key)) {
          found.clear();
          found.set(key);
          return found;
        }
      }
    }
    found.and(written);
    return found;
  }
}
