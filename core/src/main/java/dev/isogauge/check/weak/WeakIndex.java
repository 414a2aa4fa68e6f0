package dev.isogauge.check.weak;

import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.util.Parallel;
import dev.isogauge.util.Windows;
import dev.isogauge.versions.Versions;
import java.util.Optional;

/**
 * What the weak checkers see of a history: the counting transactions as nodes in chain order, their
 * clean external reads in program order, and the keys they write. Reads with a fault or with
 * several possible writers are left out. O(operations), on all cores.
 *
 * <p>A list read is a read of the last append that it shows, and an append is a write. What lists
 * add is {@link #listOrder}, the order of appends that they show, which every commit order keeps.
 * Where visibility is transitive, the appenders of all elements happen before the reader, however
 * the database appends: these are further predecessors ({@link #extra}).
 */
final class WeakIndex {
  /** The initial transaction as the source of a read. */
  static final int INITIAL = History.INITIAL;

  /** Above this many written keys a transaction's keys are also hashed, see {@link #writes}. */
  private static final int SCANNED_KEYS = 16;

  // Bytes per item of a history and its index, over all columns; see bytes().
  private static final long OPERATION_BYTES = 29;
  private static final long TRANSACTION_BYTES = 50;
  private static final long KEY_BYTES = 40;

  private final History history;
  private final SessionOrder chains;

  // Reads of node v: indexes readBegin[v] .. readBegin[v + 1).
  private final int[] readBegin;
  private final int[] readKey;
  private final int[] readSource;

  /** What lists show; null if there are none. */
  private final ListObservations lists;

  // Written keys of node v, each once: indexes writeBegin[v] .. writeBegin[v + 1).
  private final int[] writeBegin;
  private final int[] writeKey;

  /** By node: one of 64 bits per written key; no common bit means no common key. */
  private final long[] writeSignature;

  /** For nodes with many written keys: where their hash region begins, else -1. */
  private final int[] hashBegin;

  /** Hash regions of power-of-two length, at least twice the keys; key + 1, zero is empty. */
  private final int[] hashed;

  WeakIndex(History history) {
    this(history, Optional.empty(), false);
  }

  /**
   * Of a history with lists.
   *
   * @param versions what lists show of their versions, where there are lists
   * @param isTransitive whether all that a list shows happens before its reader
   */
  WeakIndex(History history, Optional<Versions> versions, boolean isTransitive) {
    this.history = history;
    this.chains = new SessionOrder(history);
    this.lists =
        versions
            .map(shown -> new ListObservations(history, chains, shown, isTransitive))
            .orElse(null);
    int n = chains.nodeCount();
    readBegin = new int[n + 1];
    writeBegin = new int[n + 1];
    Parallel.ranges(n, history.operationCount(), this::count);
    for (int v = 0; v < n; v++) {
      readBegin[v + 1] += readBegin[v];
      writeBegin[v + 1] += writeBegin[v];
    }
    readKey = new int[readBegin[n]];
    readSource = new int[readBegin[n]];
    writeKey = new int[writeBegin[n]];
    writeSignature = new long[n];
    Parallel.ranges(n, history.operationCount(), this::fill);
    new Windows(chains.begins(), readSource.length).run(piece -> this::findSources);
    hashBegin = new int[n];
    hashed = hashLargeNodes();
  }

  private void count(int begin, int end) {
    for (int v = begin; v < end; v++) {
      int t = chains.transaction(v);
      int reads = 0;
      int writes = 0;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isRead(i)) {
          reads++;
        } else if (isLastWrite(i)) {
          writes++;
        }
      }
      readBegin[v + 1] = reads;
      writeBegin[v + 1] = writes;
    }
  }

  private void fill(int begin, int end) {
    for (int v = begin; v < end; v++) {
      int t = chains.transaction(v);
      int read = readBegin[v];
      int write = writeBegin[v];
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (isRead(i)) {
          readKey[read] = history.keyOf(i);
          readSource[read++] = readFrom(i);
        } else if (isLastWrite(i)) {
          writeKey[write++] = history.keyOf(i);
          writeSignature[v] |= signature(history.keyOf(i));
        }
      }
    }
  }

  /** Turns the writes that were read into nodes; a loop of its own keeps many under way. */
  private void findSources(int begin, int end) {
    for (int r = readBegin[begin]; r < readBegin[end]; r++) {
      int from = readSource[r];
      readSource[r] = from < 0 ? INITIAL : chains.node(history.transactionOf(from));
    }
  }

  /** Whether the operation is one of the reads. */
  boolean isRead(int operation) {
    return history.isExternalRead(operation) || (lists != null && lists.isRead(operation));
  }

  /** Whether the operation is its transaction's last write of the key. */
  boolean isLastWrite(int operation) {
    return history.isFinalWrite(operation) || (lists != null && lists.isLastAppend(operation));
  }

  private int readFrom(int read) {
    return lists != null && history.isListRead(read)
        ? lists.versions().seen(read)
        : history.readFrom(read);
  }

  /** The node that one of the reads, given as an operation, saw; or {@link #INITIAL}. */
  int sourceOf(int operation) {
    int from = readFrom(operation);
    return from < 0 ? INITIAL : chains.node(history.transactionOf(from));
  }

  /** What lists show; empty if there are none. */
  Optional<ListObservations> lists() {
    return Optional.ofNullable(lists);
  }

  /** The order of appends that lists show, between neighbours. */
  EdgeList listOrder() {
    return lists == null ? new EdgeList() : lists.order();
  }

  // What happens directly before a node, besides the one before it in its chain and the sources of
  // its reads: extra(firstExtra(v)) .. extra(endExtra(v) - 1). Session order in other chains comes
  // first, then the appenders of elements.

  int firstExtra(int node) {
    return lists == null ? chains.firstExtra(node) : lists.firstExtra(node);
  }

  int endExtra(int node) {
    return lists == null ? chains.endExtra(node) : lists.endExtra(node);
  }

  int extra(int place) {
    return lists == null ? chains.extra(place) : lists.extra(place);
  }

  private int[] hashLargeNodes() {
    int total = 0;
    for (int v = 0; v < hashBegin.length; v++) {
      int keys = writeBegin[v + 1] - writeBegin[v];
      hashBegin[v] = keys > SCANNED_KEYS ? total : -1;
      total += keys > SCANNED_KEYS ? hashLength(keys) : 0;
    }
    int[] table = new int[total];
    for (int v = 0; v < hashBegin.length; v++) {
      for (int i = writeBegin[v]; hashBegin[v] >= 0 && i < writeBegin[v + 1]; i++) {
        int mask = hashLength(writeBegin[v + 1] - writeBegin[v]) - 1;
        int slot = mix(writeKey[i]) & mask;
        while (table[hashBegin[v] + slot] != 0) {
          slot = (slot + 1) & mask;
        }
        table[hashBegin[v] + slot] = writeKey[i] + 1;
      }
    }
    return table;
  }

  private static int hashLength(int keys) {
    return Integer.highestOneBit(keys) * 4;
  }

  private static int mix(int key) {
    return (key * 0x9E3779B9) >>> 12;
  }

  /** Roughly the memory that a history and its index take. */
  static long bytes(History history) {
    return OPERATION_BYTES * history.operationCount()
        + TRANSACTION_BYTES * history.transactionCount()
        + KEY_BYTES * history.keyCount();
  }

  History history() {
    return history;
  }

  SessionOrder chains() {
    return chains;
  }

  int nodeCount() {
    return chains.nodeCount();
  }

  int keyCount() {
    return history.keyCount();
  }

  int firstRead(int node) {
    return readBegin[node];
  }

  int endRead(int node) {
    return readBegin[node + 1];
  }

  int readCount() {
    return readKey.length;
  }

  /** The key of a read. */
  int readKey(int read) {
    return readKey[read];
  }

  /** The node that the read saw, or {@link #INITIAL}. */
  int readSource(int read) {
    return readSource[read];
  }

  int firstWrite(int node) {
    return writeBegin[node];
  }

  int endWrite(int node) {
    return writeBegin[node + 1];
  }

  int writeCount() {
    return writeKey.length;
  }

  int writeKey(int write) {
    return writeKey[write];
  }

  /** The bit of a key in signatures. */
  static long signature(int key) {
    return 1L << ((key * 0x9E3779B9) >>> 26);
  }

  /** Whether the node may write one of the keys that the signature was made of. */
  boolean mayWrite(int node, long keySignature) {
    return (writeSignature[node] & keySignature) != 0;
  }

  /** Whether the node writes the key. O(1). */
  boolean writes(int node, int key) {
    int end = writeBegin[node + 1];
    int count = end - writeBegin[node];
    if (count <= SCANNED_KEYS) {
      for (int i = end - count; i < end; i++) {
        if (writeKey[i] == key) {
          return true;
        }
      }
      return false;
    }
    int begin = hashBegin[node];
    int mask = hashLength(count) - 1;
    int slot = mix(key) & mask;
    while (hashed[begin + slot] != 0) {
      if (hashed[begin + slot] == key + 1) {
        return true;
      }
      slot = (slot + 1) & mask;
    }
    return false;
  }
}
