package dev.isogauge.check.known;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What can be inferred about the order of registers' versions (Elle's rules). The order is partial:
 * it can show that a level is violated, and never that it holds.
 *
 * <ol>
 *   <li>Of each transaction and key find the version it met first and the one it left: what it
 *       read, or its final write.
 *   <li>A transaction that reads a version and then writes the register overwrites that version.
 *       Two that overwrite the same version are a lost update.
 *   <li>If assumed so: what a transaction met does not come before what its predecessor in the
 *       session left,
 *   <li>nor before what a transaction left that had ended before it began.
 *   <li>A key whose order would have a cycle is reported, and nothing is inferred from it.
 * </ol>
 *
 * <p>O(operations) plus, for real time, the number of operations that run at once.
 */
public final class RegisterVersions {
  private static final int UNTOUCHED = Integer.MIN_VALUE;

  private final History history;
  private final Set<RegisterOrder> rules;
  private final Versions versions;

  /** Visits: a transaction and a key that it touches, with the version it met and the one left. */
  private final IntArrayList visitor = new IntArrayList();

  private final IntArrayList visited = new IntArrayList();
  private final IntArrayList met = new IntArrayList();
  private final IntArrayList left = new IntArrayList();

  // By key: the visit of the current transaction.
  private final int[] visit;

  /** By version, the initial ones by key at the end: the first write known to overwrite it. */
  private final int[] overwrittenBy;

  /** As much of the order of registers' versions as some rules say. */
  public static KnownOrder by(Set<RegisterOrder> rules) {
    return new KnownOrder(
        KnownOrder.READ_FIRST,
        false,
        RegisterVersions::obstacle,
        (history, checkTime) -> order(history, rules, checkTime));
  }

  private RegisterVersions(History history, Set<RegisterOrder> rules) {
    this.history = history;
    this.rules = rules;
    this.versions = new Versions(history, false);
    this.visit = new int[history.keyCount()];
    this.overwrittenBy = new int[history.operationCount() + history.keyCount()];
    Arrays.fill(overwrittenBy, History.NONE);
  }

  /** Why the history is not of this kind; empty if it is. */
  static Optional<String> obstacle(History history) {
    return history.hasLists() ? Optional.of("it has lists") : Optional.empty();
  }

  static Versions order(History history, Set<RegisterOrder> rules, Runnable checkTime) {
    RegisterVersions source = new RegisterVersions(history, rules);
    source.versions.becomePartial(rules.contains(RegisterOrder.INITIAL));
    // Steps 1 and 2.
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        source.add(t);
      }
    }
    // Step 3.
    if (rules.contains(RegisterOrder.SESSION)) {
      source.addSessions();
    }
    checkTime.run();
    // Step 4.
    if (rules.contains(RegisterOrder.REALTIME)) {
      source.addRealTime(checkTime);
    }
    // Step 5.
    source.dropCycles();
    return source.versions;
  }

  private void add(int t) {
    int begin = visitor.size();
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (history.isWrite(i)) {
        if (history.isFinalWrite(i)) {
          int saw = left.isEmpty() ? UNTOUCHED : leftOf(begin, key);
          touch(t, begin, key, i);
          if (saw != UNTOUCHED && rules.contains(RegisterOrder.WRITES_FOLLOW_READS)) {
            overwrite(key, saw, i);
          }
        }
      } else {
        addRead(t, i, key, begin);
      }
    }
  }

  private int leftOf(int begin, int key) {
    return visit[key] >= begin && visit[key] < visitor.size() && visited.getInt(visit[key]) == key
        ? left.getInt(visit[key])
        : UNTOUCHED;
  }

  private void touch(int t, int begin, int key, int version) {
    if (leftOf(begin, key) == UNTOUCHED) {
      visit[key] = visitor.size();
      visitor.add(t);
      visited.add(key);
      met.add(version);
      left.add(version);
    } else {
      left.set(visit[key], version);
    }
  }

  private void addRead(int t, int read, int key, int begin) {
    ReadStatus status = history.readStatus(read);
    if (status == ReadStatus.EXTERNAL) {
      versions.setSeen(read, history.readFrom(read));
      touch(t, begin, key, history.readFrom(read));
    } else if (status.isFault()) {
      versions.findings().add(Anomaly.ofFaultyRead(history, read));
    }
  }

  private void overwrite(int key, int version, int write) {
    int slot = version == History.INITIAL ? history.operationCount() + key : version;
    int other = overwrittenBy[slot];
    if (other == History.NONE) {
      overwrittenBy[slot] = write;
    } else {
      versions.findings().add(Anomaly.ofLostUpdate(history, key, version, other, write));
    }
    versions.addEdge(key, version, write, true);
  }

  /** Visits are in the order of transactions, so of one session in its order. */
  private void addSessions() {
    SessionOrder sessions = new SessionOrder(history);
    int[] last = new int[history.keyCount()];
    Arrays.fill(last, History.NONE);
    for (int v = 0; v < visitor.size(); v++) {
      int key = visited.getInt(v);
      int before = last[key];
      if (before >= 0
          && isOrdered(sessions, visitor.getInt(before), visitor.getInt(v))
          && left.getInt(before) != met.getInt(v)) {
        versions.addEdge(key, left.getInt(before), met.getInt(v), false);
      }
      last[key] = v;
    }
  }

  private static boolean isOrdered(SessionOrder sessions, int earlier, int later) {
    return sessions.sessionBefore(sessions.node(earlier), sessions.node(later));
  }

  private void addRealTime(Runnable checkTime) {
    Integer[] byKeyAndBegin =
        IntStream.range(0, visitor.size())
            .filter(v -> history.beginTime(visitor.getInt(v)) != RawBlock.NO_TIME)
            .boxed()
            .toArray(Integer[]::new);
    Arrays.sort(
        byKeyAndBegin,
        Comparator.<Integer>comparingInt(visited::getInt)
            .thenComparingLong(v -> history.beginTime(visitor.getInt(v))));
    for (int from = 0; from < byKeyAndBegin.length; ) {
      int to = from + 1;
      while (to < byKeyAndBegin.length
          && visited.getInt(byKeyAndBegin[to]) == visited.getInt(byKeyAndBegin[from])) {
        to++;
      }
      checkTime.run();
      addRealTime(Arrays.asList(byKeyAndBegin).subList(from, to));
      from = to;
    }
  }

  /** Only the last of those that had ended matter: those that no other ended one follows. */
  private void addRealTime(List<Integer> byBegin) {
    List<Integer> byEnd =
        byBegin.stream()
            .filter(v -> RealTimeOrder.hasEnded(history, visitor.getInt(v)))
            .sorted(Comparator.comparingLong(v -> history.endTime(visitor.getInt(v))))
            .toList();
    List<Integer> ended = new ArrayList<>();
    long latestBegin = Long.MIN_VALUE;
    int next = 0;
    for (int v : byBegin) {
      long begin = history.beginTime(visitor.getInt(v));
      while (next < byEnd.size() && history.endTime(visitor.getInt(byEnd.get(next))) < begin) {
        int now = byEnd.get(next++);
        latestBegin = Math.max(latestBegin, history.beginTime(visitor.getInt(now)));
        ended.add(now);
      }
      long limit = latestBegin;
      ended.removeIf(other -> history.endTime(visitor.getInt(other)) < limit);
      for (int other : ended) {
        if (left.getInt(other) != met.getInt(v)) {
          versions.addEdge(visited.getInt(v), left.getInt(other), met.getInt(v), false);
        }
      }
    }
  }

  private void dropCycles() {
    int operations = history.operationCount();
    EdgeList edges = new EdgeList();
    boolean[] initialIsLater = new boolean[history.keyCount()];
    versions.forEachEdge(
        (key, from, to, byReading) -> {
          edges.add(from < 0 ? operations + key : from, to < 0 ? operations + key : to);
          initialIsLater[key] |= to < 0;
        });
    boolean initialFirst = rules.contains(RegisterOrder.INITIAL);
    for (int i = 0; initialFirst && i < operations; i++) {
      if (initialIsLater[history.keyOf(i)] && history.isFinalWrite(i)) {
        edges.add(operations + history.keyOf(i), i);
      }
    }
    int[][] cycles =
        StrongComponents.of(Digraph.of(operations + history.keyCount(), List.of(edges))).cyclic();
    for (int[] cycle : cycles) {
      int key = cycle[0] < operations ? history.keyOf(cycle[0]) : cycle[0] - operations;
      List<Part> writes =
          Arrays.stream(cycle)
              .map(v -> v < operations ? v : History.INITIAL)
              .mapToObj(write -> Part.ofVersion(Role.VERSION, history, write, key))
              .toList();
      versions.findings().add(Anomaly.of(AnomalyKind.CYCLIC_VERSIONS, writes, List.of()));
      versions.dropEdges(key);
    }
  }
}
