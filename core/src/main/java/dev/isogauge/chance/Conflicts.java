package dev.isogauge.chance;

import dev.isogauge.history.History;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Keys that one session writes and another uses, and the transactions that use such keys. Reads no
 * more of the history than each question needs, and at nothing before one is asked.
 */
public final class Conflicts {
  /** What has not been counted. */
  private static final long OPEN = -1;

  // Instead of a key's session.
  private static final int UNUSED = -1;
  private static final int SEVERAL = -2;

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

  /** The keys in conflict, or one of them if one is enough; looks no further than it must. */
  private BitSet find(boolean one) {
    int[] session = new int[history.keyCount()];
    Arrays.fill(session, UNUSED);
    BitSet written = new BitSet();
    BitSet found = new BitSet();
    int left = one ? 1 : history.keyCount();
    for (int t = 0; left > 0 && t < history.transactionCount(); t++) {
      int own = history.sessionOf(t);
      for (int i = history.firstOperation(t); left > 0 && i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (found.get(key)) {
          continue;
        }
        session[key] = session[key] == UNUSED || session[key] == own ? own : SEVERAL;
        if (history.isWrite(i)) {
          written.set(key);
        }
        if (session[key] == SEVERAL && written.get(key)) {
          found.set(key);
          left--;
        }
      }
    }
    return found;
  }
}
