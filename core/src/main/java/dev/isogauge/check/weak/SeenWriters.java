package dev.isogauge.check.weak;

import static dev.isogauge.history.History.NONE;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Transactions of a session, or those that it has read from, by the keys that they write: for each
 * key and chain the last one that counts, since earlier ones of a chain come before it anyway.
 */
final class SeenWriters {
  private final WeakIndex index;
  private final IntPredicate counts;

  /** By node: the state that it was added to; by key, the state that its list belongs to. */
  private final int[] addedTo;

  private final int[] keyOf;
  private final int[] head;
  private int state;

  // By entry: the writer, and the next entry of the key.
  private int[] writer = new int[64];
  private int[] next = new int[64];
  private int size;

  SeenWriters(WeakIndex index, IntPredicate counts) {
    this.index = index;
    this.counts = counts;
    addedTo = new int[index.nodeCount()];
    keyOf = new int[index.keyCount()];
    head = new int[index.keyCount()];
  }

  void clear() {
    state++;
    size = 0;
  }

  /** Adds all that a transaction reads from and that counts. */
  void addSources(int reader) {
    for (int r = index.firstRead(reader); r < index.endRead(reader); r++) {
      if (index.readSource(r) != WeakIndex.INITIAL) {
        add(index.readSource(r));
      }
    }
  }

  /** Adds a transaction, if it counts. */
  void add(int source) {
    if (addedTo[source] != state && counts.test(source)) {
      addedTo[source] = state;
      for (int w = index.firstWrite(source); w < index.endWrite(source); w++) {
        add(index.writeKey(w), source);
      }
    }
  }

  private void add(int key, int source) {
    int chain = index.chains().chain(source);
    for (int e = first(key); e != NONE; e = next[e]) {
      if (index.chains().chain(writer[e]) == chain) {
        writer[e] = Math.max(writer[e], source);
        return;
      }
    }
    if (size == writer.length) {
      writer = Arrays.copyOf(writer, 2 * size);
      next = Arrays.copyOf(next, 2 * size);
    }
    writer[size] = source;
    next[size] = first(key);
    keyOf[key] = state;
    head[key] = size++;
  }

  /** The last writer of a key before a node in its chain, for a node that hides it; or NONE. */
  int lastBefore(int node, int key) {
    int u = node - 1;
    while (u >= index.chains().chainBegin(index.chains().chain(node))
        && (addedTo[u] != state || !index.writes(u, key))) {
      u--;
    }
    return u >= index.chains().chainBegin(index.chains().chain(node)) ? u : NONE;
  }

  /** The first entry of a key; NONE if there is none. */
  int first(int key) {
    return keyOf[key] == state ? head[key] : NONE;
  }

  /** The next entry of the same key; NONE if there is none. */
  int next(int entry) {
    return next[entry];
  }

  int writer(int entry) {
    return writer[entry];
  }
}
