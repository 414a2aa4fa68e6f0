package dev.isogauge.check.known;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Adya's levels of registers where the order of some versions is open and does not matter: every
 * order of them satisfies the level.
 *
 * <ol>
 *   <li>Order the versions of each key along what their writers read. If that leaves no choice, as
 *       with a single writer, the key is ordered; else it is open.
 *   <li>Of ordered keys all dependencies are known. Of an open key any writer may come before any
 *       other: a node for the key has edges to and from each of them, and from each reader.
 *   <li>If what is in a cycle are the writers of one open key and others that only read it, every
 *       order satisfies the level: a single key's versions make no cycle among themselves.
 *   <li>Then the order of step 1 is one that shows it.
 * </ol>
 *
 * <p>Step 3 is sufficient and not necessary. O(operations).
 */
final class OpenOrders {
  private final History history;
  private final boolean reads;
  private final boolean antiDependencies;

  /** By key: its final writes, ordered as far as reads show. */
  private final IntArrayList[] writes;

  private final boolean[] isOpen;

  /** By key: whether a transaction reads and writes it, or reads two of its versions. */
  private final boolean[] isReadAndMore;

  /** By write: the write of the same key that its transaction has read before; else INITIAL. */
  private final int[] overwritten;

  /** By write: the one after it in its key's order. */
  private final int[] next;

  private OpenOrders(History history, IsolationLevel level) {
    this.history = history;
    this.reads = level != IsolationLevel.PL_1;
    this.antiDependencies = level == IsolationLevel.PL_2_99 || level == IsolationLevel.PL_3;
    this.writes = new IntArrayList[history.keyCount()];
    this.isOpen = new boolean[history.keyCount()];
    this.isReadAndMore = new boolean[history.keyCount()];
    this.overwritten = new int[history.operationCount()];
    this.next = new int[history.operationCount()];
    Arrays.setAll(writes, key -> new IntArrayList(0));
    Arrays.fill(overwritten, INITIAL);
    Arrays.fill(next, NONE);
  }

  /** Whether it says anything about a level of a history. */
  static boolean decides(IsolationLevel level, History history) {
    return IsolationLevel.adya().contains(level)
        && level != IsolationLevel.PL_SI
        && !history.hasLists();
  }

  /** Proof that the level holds; empty if that depends on the order. */
  static Optional<Witness> witness(History history, IsolationLevel level) {
    return new OpenOrders(history, level).find();
  }

  private Optional<Witness> find() {
    if (!collect()) {
      return Optional.empty();
    }
    // Step 1.
    for (int key = 0; key < writes.length; key++) {
      if (!order(key) || (antiDependencies && isOpen[key] && isReadAndMore[key])) {
        return Optional.empty();
      }
    }
    // Steps 2 and 3.
    IntArrayList possible = edges(true);
    StrongComponents components = components(possible);
    int[] keyOf = new int[history.transactionCount() + history.keyCount()];
    Arrays.fill(keyOf, NONE);
    for (int e = 0; e < possible.size(); e += 3) {
      int component = components.of(possible.getInt(e));
      int key = possible.getInt(e + 2);
      if (component == components.of(possible.getInt(e + 1))) {
        if (!isOpen[key] || (keyOf[component] != NONE && keyOf[component] != key)) {
          return Optional.empty();
        }
        keyOf[component] = key;
      }
    }
    // Step 4.
    StrongComponents chosen = components(edges(false));
    if (!chosen.isAcyclic()) {
      return Optional.empty();
    }
    int[] order =
        Arrays.stream(chosen.topologicalOrder())
            .filter(t -> t < history.transactionCount() && history.counts(t))
            .toArray();
    return Optional.of(Witness.serial(order));
  }

  /** Final writes, and what they overwrite; false if it cannot be told what a read saw. */
  private boolean collect() {
    int[] sawBy = new int[history.keyCount()];
    int[] saw = new int[history.keyCount()];
    Arrays.fill(sawBy, NONE);
    for (int i = 0; i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      int key = history.keyOf(i);
      if (!history.counts(t)) {
        continue;
      }
      if (history.isWrite(i)) {
        if (history.isFinalWrite(i)) {
          writes[key].add(i);
          isReadAndMore[key] |= sawBy[key] == t;
          overwritten[i] = reads && sawBy[key] == t ? saw[key] : INITIAL;
        }
      } else if (isExternal(i)) {
        isReadAndMore[key] |= sawBy[key] == t && saw[key] != history.readFrom(i);
        sawBy[key] = t;
        saw[key] = history.readFrom(i);
      } else if (reads && history.readStatus(i) == ReadStatus.SEVERAL) {
        return false;
      }
    }
    return true;
  }

  private boolean isExternal(int operation) {
    return !history.isWrite(operation)
        && history.counts(history.transactionOf(operation))
        && history.readStatus(operation) == ReadStatus.EXTERNAL;
  }

  /** Step 1 for a key; false if what its writers read goes round in a circle. */
  private boolean order(int key) {
    IntArrayList found = writes[key];
    EdgeList edges = new EdgeList();
    int firsts = 0;
    for (int i = 0; i < found.size(); i++) {
      next[found.getInt(i)] = i;
    }
    boolean[] isOverwritten = new boolean[found.size()];
    for (int i = 0; i < found.size(); i++) {
      int before = overwritten[found.getInt(i)];
      if (before == INITIAL) {
        firsts++;
      } else {
        int place = next[before];
        isOpen[key] |= isOverwritten[place];
        isOverwritten[place] = true;
        edges.add(place, i);
      }
    }
    isOpen[key] |= firsts > 1;
    StrongComponents order = StrongComponents.of(Digraph.of(found.size(), List.of(edges)));
    if (!order.isAcyclic()) {
      return false;
    }
    writes[key] = new IntArrayList(found.size());
    for (int i : order.topologicalOrder()) {
      writes[key].add(found.getInt(i));
    }
    for (int i = 0; i < found.size(); i++) {
      next[writes[key].getInt(i)] = i + 1 < found.size() ? writes[key].getInt(i + 1) : NONE;
    }
    return true;
  }

  private StrongComponents components(IntArrayList edges) {
    EdgeList list = new EdgeList();
    for (int e = 0; e < edges.size(); e += 3) {
      list.add(edges.getInt(e), edges.getInt(e + 1));
    }
    int nodes = history.transactionCount() + history.keyCount();
    return StrongComponents.of(Digraph.of(nodes, List.of(list)));
  }

  private static void add(IntArrayList edges, int from, int to, int key) {
    if (from != to) {
      edges.add(from);
      edges.add(to);
      edges.add(key);
    }
  }

  /** Three ints an edge, from, to and its key: in any order of open keys, or in the one found. */
  private IntArrayList edges(boolean inAnyOrder) {
    IntArrayList edges = new IntArrayList();
    for (int key = 0; key < writes.length; key++) {
      int any = history.transactionCount() + key;
      for (int write : writes[key]) {
        int writer = history.transactionOf(write);
        if (inAnyOrder && isOpen[key]) {
          add(edges, writer, any, key);
          add(edges, any, writer, key);
        } else if (next[write] != NONE) {
          add(edges, writer, history.transactionOf(next[write]), key);
        }
      }
    }
    for (int i = 0; reads && i < history.operationCount(); i++) {
      if (isExternal(i)) {
        addRead(edges, i, inAnyOrder);
      }
    }
    return edges;
  }

  private void addRead(IntArrayList edges, int read, boolean inAnyOrder) {
    int key = history.keyOf(read);
    int reader = history.transactionOf(read);
    int seen = history.readFrom(read);
    if (seen != INITIAL) {
      add(edges, history.transactionOf(seen), reader, key);
    }
    if (!antiDependencies) {
      return;
    }
    if (inAnyOrder && isOpen[key]) {
      add(edges, reader, history.transactionCount() + key, key);
      return;
    }
    int first = writes[key].isEmpty() ? NONE : writes[key].getInt(0);
    int later = seen == INITIAL ? first : next[seen];
    if (later != NONE) {
      add(edges, reader, history.transactionOf(later), key);
    }
  }
}
