package dev.isogauge.check.lists;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.CycleNaming;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Reads of lists that miss an append although its transaction is visible to the reader. What is
 * visible depends on the level; each finding is one reader, key and version read.
 */
final class MissedAppends {
  private static final int[] NO_PATH = {};
  private static final int PAST = Relation.SESSION_ORDER.bit() | Relation.READS_FROM.bit();

  private final History history;
  private final Versions versions;
  private final DependencyGraph graph;
  private final ShortestPath paths;
  private final SessionOrder sessions;
  private final AppendPlaces places;
  private final Budget budget;
  private final Budget naming;
  private final List<Anomaly> found = new ArrayList<>();
  private Optional<String> incomplete = Optional.empty();

  // Of the current reader: the latest version of each key by its sources, the sources, and what
  // was reported.
  private final Int2IntOpenHashMap newest = new Int2IntOpenHashMap();
  private final IntOpenHashSet sources = new IntOpenHashSet();
  private final LongOpenHashSet reported = new LongOpenHashSet();

  // Of the current read: the latest versions that are visible to it, and those that it missed.
  private final IntArrayList visible = new IntArrayList();
  private final IntArrayList missed = new IntArrayList();

  MissedAppends(
      History history,
      Versions versions,
      DependencyGraph graph,
      SessionOrder sessions,
      AppendPlaces places,
      Budget budget,
      Budget naming) {
    this.history = history;
    this.versions = versions;
    this.graph = graph;
    this.paths = new ShortestPath(graph.nodeCount());
    this.sessions = sessions;
    this.places = places;
    this.budget = budget;
    this.naming = naming;
    newest.defaultReturnValue(History.INITIAL);
  }

  List<Anomaly> found() {
    return found;
  }

  /** Why not all were named, if so. */
  Optional<String> incomplete() {
    return incomplete;
  }

  /** Visible is whatever the reader has read from before. */
  void readCommitted() {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        forgetSeen();
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          visible.clear();
          visible.add(newest.get(history.keyOf(i)));
          judge(t, i);
          see(i);
        }
      }
    }
  }

  /** Visible is whatever the reader reads from, and what it follows in its session. */
  void readAtomic() {
    int[][] horizon = horizonInSession();
    for (int t = 0; t < horizon.length; t++) {
      if (history.counts(t)) {
        judgeAll(t, horizon[t], sessions.firstChain(history.sessionOf(t)));
        budget.checkTime();
      }
    }
  }

  /** By transaction and chain of its session: the last transaction there that it follows, or -1. */
  int[][] horizonInSession() {
    int[][] horizon = new int[history.transactionCount()][];
    for (int s = 0; s < history.sessionCount(); s++) {
      int first = sessions.firstChain(s);
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (history.counts(t)) {
          horizon[t] = new int[sessions.endChain(s) - first];
          Arrays.fill(horizon[t], History.NONE);
          for (int p : sessions.predecessors(t)) {
            join(horizon[t], horizon[p], p, sessions.chainOfTransaction(p) - first);
          }
        }
      }
      budget.checkTime();
    }
    return horizon;
  }

  /** Visible is whatever happened before the reader. */
  void causal(int[] order) {
    budget.reserve(4L * sessions.chainCount() * order.length, "happens-before");
    int[][] horizon = new int[history.transactionCount()][];
    for (int t : order) {
      if (history.counts(t)) {
        horizon[t] = new int[sessions.chainCount()];
        Arrays.fill(horizon[t], History.NONE);
        for (int p : sessions.predecessors(t)) {
          join(horizon[t], horizon[p], p, sessions.chainOfTransaction(p));
        }
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          int writer = writerSeen(i);
          if (writer >= 0 && writer != t) {
            join(horizon[t], horizon[writer], writer, sessions.chainOfTransaction(writer));
          }
        }
        judgeAll(t, horizon[t], 0);
        budget.checkTime();
      }
    }
  }

  private static void join(int[] horizon, int[] other, int transaction, int chain) {
    for (int j = 0; j < other.length; j++) {
      horizon[j] = Math.max(horizon[j], other[j]);
    }
    horizon[chain] = Math.max(horizon[chain], transaction);
  }

  private void judgeAll(int t, int[] horizon, int firstChain) {
    forgetSeen();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      see(i);
    }
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isRead(i)) {
        int key = history.keyOf(i);
        places.latest(key, horizon, firstChain, visible);
        visible.add(newest.get(key));
        judge(t, i);
      }
    }
  }

  boolean isRead(int i) {
    return history.isListRead(i) && versions.seen(i) != Versions.LEFT_OUT;
  }

  /** The version that a read shows. */
  int seen(int read) {
    return versions.seen(read);
  }

  /** The transaction whose append an operation saw last; NONE if it saw none. */
  int writerSeen(int i) {
    return isRead(i) && versions.seen(i) != History.INITIAL
        ? history.transactionOf(versions.seen(i))
        : History.NONE;
  }

  private void forgetSeen() {
    newest.clear();
    sources.clear();
    reported.clear();
  }

  /** Takes note of all appends of the transaction that an operation reads from. */
  private void see(int read) {
    int writer = writerSeen(read);
    if (writer >= 0 && sources.add(writer)) {
      for (int i = history.firstOperation(writer); i < history.endOperation(writer); i++) {
        if (history.isAppend(i) && places.of(i) > places.of(newest.get(history.keyOf(i)))) {
          newest.put(history.keyOf(i), i);
        }
      }
    }
  }

  /**
   * Reports a read that misses what is visible to it: the latest version. Which is the latest of
   * those that no read shows is open, so it is one of them that makes the gravest anomaly.
   */
  private void judge(int t, int read) {
    if (!isRead(read) || incomplete.isPresent()) {
      return;
    }
    int seen = versions.seen(read);
    missed.clear();
    for (int version : visible) {
      if (version != History.INITIAL && places.of(version) > places.of(seen)) {
        int writer = history.transactionOf(version);
        if (writer != t && writer != writerSeen(read)) {
          if (!missed.isEmpty() && places.of(version) > places.of(missed.getInt(0))) {
            missed.clear();
          }
          if (missed.isEmpty() || places.of(version) == places.of(missed.getInt(0))) {
            missed.add(version);
          }
        }
      }
    }
    if (!missed.isEmpty() && reported.add((long) history.keyOf(read) << 32 | (seen + 1))) {
      try {
        found.add(
            missed
                .intStream()
                .mapToObj(version -> stale(t, read, version))
                .min(Comparator.comparing(Anomaly::kind))
                .get());
      } catch (BudgetExceededException e) {
        incomplete = CycleNaming.stoppedEarly(e);
      }
    }
  }

  private Anomaly stale(int t3, int read, int overwrites) {
    int t1 = writerSeen(read);
    int t2 = history.transactionOf(overwrites);
    List<Edge> before = before(t1, t2, overwrites);
    boolean happened = !(before.get(0).why() instanceof Justification.Overwrites);
    int direct = readOf(t3, t2, history.keyOf(read));
    boolean session = !path(t2, t3, Relation.SESSION_ORDER.bit()).isEmpty();
    AnomalyKind kind;
    List<Edge> visible;
    int earlier = readBefore(t3, t2, read);
    if (earlier >= 0) {
      kind =
          happened
              ? AnomalyKind.NON_MONOTONIC_READ
              : AnomalyKind.NON_MONOTONIC_READ_BY_COMMIT_ORDER;
      visible = List.of(new Edge(t2, t3, new Justification.ReadsFrom(earlier)));
    } else if (session || direct >= 0) {
      kind = happened ? AnomalyKind.FRACTURED_READ : AnomalyKind.FRACTURED_READ_BY_COMMIT_ORDER;
      visible =
          direct >= 0
              ? List.of(new Edge(t2, t3, new Justification.ReadsFrom(direct)))
              : List.of(new Edge(t2, t3, new Justification.SessionOrder()));
    } else {
      kind = happened ? AnomalyKind.CAUSALITY_VIOLATION : AnomalyKind.CONFLICTING_ORDERS;
      visible = path(t2, t3, PAST);
    }
    return new Anomaly.StaleRead(
        kind,
        t1 < 0 ? History.INITIAL : t1,
        t2,
        t3,
        history.keyOf(read),
        read,
        overwrites,
        before,
        visible);
  }

  /**
   * Why t1, which is negative if initial, comes before t2: it happened before, or lists show it.
   */
  List<Edge> before(int t1, int t2, int overwrites) {
    if (t1 < 0) {
      return List.of(new Edge(History.INITIAL, t2, new Justification.InitialFirst()));
    }
    List<Edge> past = path(t1, t2, PAST);
    return past.isEmpty()
        ? List.of(new Edge(t1, t2, new Justification.Overwrites(overwrites)))
        : past;
  }

  /** A read of another key than the given one in t3 that saw t2; NONE if there is none. */
  private int readOf(int t3, int t2, int key) {
    for (int i = history.firstOperation(t3); i < history.endOperation(t3); i++) {
      if (writerSeen(i) == t2 && history.keyOf(i) != key) {
        return i;
      }
    }
    return History.NONE;
  }

  private int readBefore(int t3, int t2, int read) {
    for (int i = history.firstOperation(t3); i < read; i++) {
      if (writerSeen(i) == t2) {
        return i;
      }
    }
    return History.NONE;
  }

  /** A shortest path of some dependencies; empty if there is none. */
  private List<Edge> path(int from, int to, int kinds) {
    naming.checkTime();
    List<Edge> edges = new ArrayList<>();
    int at = from;
    for (int e :
        paths.find(from, to, (node, search) -> leave(node, kinds, search)).orElse(NO_PATH)) {
      Justification why =
          graph.kind(e) == Relation.SESSION_ORDER
              ? new Justification.SessionOrder()
              : new Justification.ReadsFrom(graph.via(e));
      edges.add(new Edge(at, graph.target(e), why));
      at = graph.target(e);
    }
    return edges;
  }

  private void leave(int node, int kinds, ShortestPath search) {
    for (int e = graph.firstEdge(node); e < graph.endEdge(node); e++) {
      if (graph.kind(e).isIn(kinds)) {
        search.reach(graph.target(e), e);
      }
    }
  }
}
