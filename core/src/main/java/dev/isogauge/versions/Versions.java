package dev.isogauge.versions;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What an order source knows: which write follows which on each key, what each read saw, and what
 * it found on the way. A version is the operation that wrote it.
 */
public final class Versions {
  private static final int STRIDE = 4;

  /** A read that saw nothing that counts: faulty, unknown, or of an own write. */
  public static final int LEFT_OUT = -2;

  /** What a read of a transaction saw that cannot have happened. */
  public static final int IMPOSSIBLE = -3;

  private final int[] first;
  private final int[] tail;
  private final int[] next;
  private final int[] seen;
  private final IntArrayList[] unordered;
  private final boolean followReads;
  private final List<Anomaly> findings = new ArrayList<>();
  private final PredicateEdges predicateEdges = new PredicateEdges();
  private Optional<String> open = Optional.empty();
  private Optional<String> openPredicates = Optional.empty();

  /** Four numbers an edge: key, earlier and later version, and 1 if the later one's writer read. */
  private final IntArrayList edges = new IntArrayList();

  private final IntOpenHashSet dropped = new IntOpenHashSet();
  private boolean partial;
  private boolean initialFirst;

  /**
   * Knows nothing yet.
   *
   * @param followReads whether every writer has read the version before its own
   */
  public Versions(History history, boolean followReads) {
    this.followReads = followReads;
    first = new int[history.keyCount()];
    tail = new int[history.keyCount()];
    next = new int[history.operationCount()];
    seen = new int[history.operationCount()];
    unordered = new IntArrayList[history.hasLists() ? history.keyCount() : 0];
    Arrays.fill(first, History.NONE);
    Arrays.fill(tail, History.INITIAL);
    Arrays.fill(next, History.NONE);
    Arrays.fill(seen, LEFT_OUT);
  }

  /** Whether every writer has read the version before its own. */
  public boolean followReads() {
    return followReads;
  }

  /** Roughly the memory that the order of a history's versions takes while it is found. */
  public static long bytes(History history) {
    int anOperation = history.hasLists() ? 32 : 8;
    return (long) anOperation * history.operationCount() + 32L * history.keyCount();
  }

  /**
   * Whether every final write that counts has its place: from the initial version on, or after the
   * last one among those that no read shows.
   */
  public boolean isComplete(History history) {
    boolean[] placed = new boolean[next.length];
    for (int key = 0; key < first.length; key++) {
      for (int v = first[key]; v != History.NONE && !placed[v]; v = next[v]) {
        placed[v] = true;
      }
      for (int v : unordered(key)) {
        placed[v] = true;
      }
    }
    for (int i = 0; i < next.length; i++) {
      if (!placed[i] && history.isFinalWrite(i) && history.counts(history.transactionOf(i))) {
        return false;
      }
    }
    return true;
  }

  /** The version after the given one, or after the initial one of the key. */
  public int after(int key, int version) {
    return version == History.INITIAL ? first[key] : next[version];
  }

  public void setAfter(int key, int version, int later) {
    if (version == History.INITIAL) {
      first[key] = later;
    } else {
      next[version] = later;
    }
  }

  /** A key's last ordered version; only where some writes are unordered. */
  public int tail(int key) {
    return tail[key];
  }

  public void setTail(int key, int version) {
    tail[key] = version;
  }

  /**
   * What a read saw: a version, {@code History.INITIAL} or {@link #LEFT_OUT}; {@link #IMPOSSIBLE}
   * only in a transaction whose outcome is unknown and that does not count.
   */
  public int seen(int read) {
    return seen[read];
  }

  public void setSeen(int read, int version) {
    seen[read] = version;
  }

  /** Writes that come after a key's last ordered version, in any order. */
  public int[] unordered(int key) {
    return unordered.length == 0 || unordered[key] == null
        ? new int[0]
        : unordered[key].toIntArray();
  }

  public void addUnordered(int key, int write) {
    if (unordered[key] == null) {
      unordered[key] = new IntArrayList();
    }
    unordered[key].add(write);
  }

  /** Takes two versions of a key, of which the one comes before the other. */
  public interface Pair {
    void accept(int earlier, int later);
  }

  /** Goes through neighbours in a key's order, and then those that come after the last of it. */
  public void forEachPair(int key, Pair action) {
    int last = History.INITIAL;
    for (int next = after(key, last); next != History.NONE; next = after(key, last)) {
      if (last != History.INITIAL) {
        action.accept(last, next);
      }
      last = next;
    }
    for (int later : tail(key) == History.INITIAL ? new int[0] : unordered(key)) {
      action.accept(tail(key), later);
    }
  }

  /** Says that the order is not full, and whether initial versions come before all others. */
  public void becomePartial(boolean withInitialFirst) {
    partial = true;
    initialFirst = withInitialFirst;
  }

  public boolean isPartial() {
    return partial;
  }

  public boolean isInitialFirst() {
    return initialFirst;
  }

  /**
   * Puts one version of a key before another, in an order that need not be a chain.
   *
   * @param byReading whether the writer of the later one has read the earlier one
   */
  public void addEdge(int key, int earlier, int later, boolean byReading) {
    edges.add(key);
    edges.add(earlier);
    edges.add(later);
    edges.add(byReading ? 1 : 0);
  }

  /** Takes back what is known of a key's order. */
  public void dropEdges(int key) {
    dropped.add(key);
  }

  public boolean isDropped(int key) {
    return dropped.contains(key);
  }

  /** All pairs of versions that are in order, but those of a chain. */
  public void forEachEdge(VersionEdge action) {
    for (int e = 0; e < edges.size(); e += STRIDE) {
      if (!dropped.contains(edges.getInt(e))) {
        action.accept(
            edges.getInt(e),
            edges.getInt(e + 1),
            edges.getInt(e + 2),
            edges.getInt(e + STRIDE - 1) == 1);
      }
    }
  }

  /** What is done with a pair of versions. */
  public interface VersionEdge {
    void accept(int key, int earlier, int later, boolean byReading);
  }

  public List<Anomaly> findings() {
    return findings;
  }

  public PredicateEdges predicateEdges() {
    return predicateEdges;
  }

  /** Says why the order of versions or what a read saw is not fully known. */
  public void leaveOpen(String reason) {
    open = open.or(() -> Optional.of(reason));
  }

  /** Says why the dependencies of a transaction's predicate read are not fully known. */
  public void leavePredicateOpen(String reader, String reason) {
    if (openPredicates.isEmpty()) {
      openPredicates =
          Optional.of(String.format("a predicate read of %s cannot be judged: %s", reader, reason));
    }
  }

  /**
   * Why nothing follows from what was not found.
   *
   * @param predicates whether predicate reads matter
   */
  public Optional<String> open(boolean predicates) {
    return predicates ? open.or(() -> openPredicates) : open;
  }
}
