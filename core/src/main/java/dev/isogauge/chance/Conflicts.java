package dev.isogauge.chance;

import dev.isogauge.history.History;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Keys that one session writes and another uses, and the transactions that use such keys. Looks at
 * no more of the history than each question needs, and at nothing before one is asked.
 */
public final class Conflicts {
  private final History history;

  /** Keys in conflict; made when their number is first asked for. */
  private BitSet keys;

  private Conflicts(History history) {
    this.history = history;
  }

  /** Those of a history. */
  static Conflicts of(History history) {
    return new Conflicts(history);
  }

  /** Where chances say more. */
  static Conflicts none() {
    Conflicts none = new Conflicts(null);
    none.keys = new BitSet();
    return none;
  }

  /** Whether there is any such key. */
  public boolean any() {
    return keys == null ? !find(true).isEmpty() : !keys.isEmpty();
  }

  /** How many such keys there are. */
  public long keys() {
    return all().cardinality();
  }

  /** How many transactions use such a key. */
  public long transactions() {
    BitSet shared = all();
    long transactions = 0;
    for (int t = 0; !shared.isEmpty() && t < history.transactionCount(); t++) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (shared.get(history.keyOf(i))) {
          transactions++;
          break;
        }
      }
    }
    return transactions;
  }

  private BitSet all() {
    if (keys == null) {
      keys = find(false);
    }
    return keys;
  }

  /** The keys in conflict, or one of them if one is enough. */
  private BitSet find(boolean one) {
    int[] session = new int[history.keyCount()];
    Arrays.fill(session, -1);
    BitSet written = new BitSet();
    BitSet shared = new BitSet();
    for (int t = 0; t < history.transactionCount(); t++) {
      int own = history.sessionOf(t);
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (session[key] == -1) {
          session[key] = own;
        } else if (session[key] != own) {
          shared.set(key);
        }
        if (history.isWrite(i)) {
          written.set(key);
        }
        if (one && shared.get(key) && written.get(key)) {
          shared.clear();
          shared.set(key);
          return shared;
        }
      }
    }
    shared.and(written);
    return shared;
  }
}
