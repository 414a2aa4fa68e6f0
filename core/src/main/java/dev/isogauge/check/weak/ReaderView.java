package dev.isogauge.check.weak;

/**
 * One transaction t3 as the patterns see it: the distinct transactions it reads from and the
 * distinct pairs of key and source, each with the places of its reads. Reused from transaction to
 * transaction.
 */
final class ReaderView {
  private final WeakIndex index;

  // By node, valid if stamped with t3 + 1: its place among the sources.
  private final int[] stamp;
  private final int[] slot;

  // By source: node, first place it is read at, and the key if it is only read for one, else -1.
  private int[] sources = new int[16];
  private int[] firstPlaces = new int[16];
  private int[] onlyKeys = new int[16];
  private int sourceCount;

  // By pair: first and last place; the read at the first place says key and source.
  private int[] pairFirst = new int[16];
  private int[] pairLast = new int[16];
  private int pairCount;

  // By key: the last pair of the key, and by pair the one before it; a list per key.
  private final int[] keyStamp;
  private final int[] lastPair;
  private int[] previousPair = new int[16];
  private int node;

  ReaderView(WeakIndex index) {
    this.index = index;
    stamp = new int[index.nodeCount()];
    slot = new int[index.nodeCount()];
    keyStamp = new int[index.keyCount()];
    lastPair = new int[index.keyCount()];
  }

  /** Takes a transaction; places count its reads from 0. */
  void look(int t3) {
    node = t3;
    sourceCount = 0;
    pairCount = 0;
    int first = index.firstRead(t3);
    ensureCapacity(index.endRead(t3) - first);
    for (int r = first; r < index.endRead(t3); r++) {
      int source = index.readSource(r);
      int key = index.readKey(r);
      if (source != WeakIndex.INITIAL) {
        addSource(t3, source, key, r - first);
      }
      addPair(t3, source, key, r - first);
    }
  }

  private void ensureCapacity(int reads) {
    if (sources.length < reads) {
      int length = Math.max(reads, 2 * sources.length);
      sources = new int[length];
      firstPlaces = new int[length];
      onlyKeys = new int[length];
      pairFirst = new int[length];
      pairLast = new int[length];
      previousPair = new int[length];
    }
  }

  private void addSource(int t3, int source, int key, int place) {
    if (stamp[source] != t3 + 1) {
      stamp[source] = t3 + 1;
      slot[source] = sourceCount;
      sources[sourceCount] = source;
      firstPlaces[sourceCount] = place;
      onlyKeys[sourceCount++] = key;
    } else if (onlyKeys[slot[source]] != key) {
      onlyKeys[slot[source]] = -1;
    }
  }

  private void addPair(int t3, int source, int key, int place) {
    int first = index.firstRead(t3);
    int last = keyStamp[key] == t3 + 1 ? lastPair[key] : -1;
    for (int pair = last; pair >= 0; pair = previousPair[pair]) {
      if (index.readSource(first + pairFirst[pair]) == source) {
        pairLast[pair] = place;
        return;
      }
    }
    keyStamp[key] = t3 + 1;
    lastPair[key] = pairCount;
    previousPair[pairCount] = last;
    pairFirst[pairCount] = place;
    pairLast[pairCount++] = place;
  }

  int node() {
    return node;
  }

  int sourceCount() {
    return sourceCount;
  }

  int source(int slotIndex) {
    return sources[slotIndex];
  }

  /** Place of the first read from a source. */
  int firstPlace(int slotIndex) {
    return firstPlaces[slotIndex];
  }

  boolean readsFrom(int source) {
    return stamp[source] == node + 1;
  }

  /** Whether a key other than this one is read from the source. */
  boolean readsOtherKey(int slotIndex, int key) {
    return onlyKeys[slotIndex] != key;
  }

  /** Whether this key is read from the source. */
  boolean readsKey(int slotIndex, int key) {
    if (onlyKeys[slotIndex] >= 0) {
      return onlyKeys[slotIndex] == key;
    }
    int first = index.firstRead(node);
    for (int pair = keyStamp[key] == node + 1 ? lastPair[key] : -1;
        pair >= 0;
        pair = previousPair[pair]) {
      if (index.readSource(first + pairFirst[pair]) == sources[slotIndex]) {
        return true;
      }
    }
    return false;
  }

  int pairCount() {
    return pairCount;
  }

  int pairKey(int pair) {
    return index.readKey(index.firstRead(node) + pairFirst[pair]);
  }

  int pairSource(int pair) {
    return index.readSource(index.firstRead(node) + pairFirst[pair]);
  }

  int pairLast(int pair) {
    return pairLast[pair];
  }
}
