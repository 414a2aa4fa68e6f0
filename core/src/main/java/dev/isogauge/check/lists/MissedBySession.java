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
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.SessionOrder;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads of lists that miss an append which a session guarantee makes visible to the reader. As the
 * order of appends is known, only the latest visible one of each list matters.
 */
final class MissedBySession {
  private final History history;
  private final IsolationLevel level;
  private final DependencyGraph graph;
  private final SessionOrder sessions;
  private final MissedAppends lists;
  private final AppendPlaces places;
  private final Budget budget;
  private final List<Anomaly> found = new ArrayList<>();
  private Optional<String> incomplete = Optional.empty();

  /** Reader and key, and the version that was read, of what was found. */
  private final LongOpenHashSet reported = new LongOpenHashSet();

  private final IntArrayList latest = new IntArrayList();

  // What a session has read from, and by key the latest append of these.
  private final IntOpenHashSet sources = new IntOpenHashSet();
  private final Int2IntOpenHashMap newest = new Int2IntOpenHashMap();

  MissedBySession(
      History history,
      IsolationLevel level,
      DependencyGraph graph,
      SessionOrder sessions,
      MissedAppends lists,
      AppendPlaces places,
      Budget budget) {
    this.history = history;
    this.level = level;
    this.graph = graph;
    this.sessions = sessions;
    this.lists = lists;
    this.places = places;
    this.budget = budget;
    newest.defaultReturnValue(History.INITIAL);
  }

  List<Anomaly> found() {
    return found;
  }

  /** Why not all were named, if so. */
  Optional<String> incomplete() {
    return incomplete;
  }

  void find() {
    switch (level) {
      case READ_YOUR_WRITES, MONOTONIC_WRITES -> findWritten();
      default -> {
        for (int s = 0; s < history.sessionCount(); s++) {
          findSeen(s);
        }
      }
    }
  }

  /** Visible is what the reader's session wrote, or the sessions that it reads from. */
  private void findWritten() {
    int[][] horizon = lists.horizonInSession();
    for (int t = 0; t < horizon.length; t++) {
      if (!history.counts(t)) {
        continue;
      }
      budget.checkTime();
      if (level == IsolationLevel.READ_YOUR_WRITES) {
        judge(t, horizon[t], t);
        continue;
      }
      IntOpenHashSet done = new IntOpenHashSet();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int source = lists.writerSeen(i);
        if (source >= 0 && source != t && done.add(source)) {
          judge(t, horizon[source], source);
        }
      }
    }
  }

  private void judge(int t3, int[] horizon, int follower) {
    int firstChain = sessions.firstChain(history.sessionOf(follower));
    for (int read = history.firstOperation(t3); read < history.endOperation(t3); read++) {
      if (lists.isRead(read)) {
        places.latest(history.keyOf(read), horizon, firstChain, latest);
        for (int visible : latest) {
          judge(t3, read, visible, follower);
        }
      }
    }
  }

  /** Visible is what the reader's session has read from, or the sessions that it reads from. */
  private void findSeen(int session) {
    boolean linear = SessionOrder.isLinear(history, session);
    forget();
    for (int t = history.firstTransaction(session); t < history.endTransaction(session); t++) {
      if (!history.counts(t)) {
        continue;
      }
      budget.checkTime();
      if (!linear) {
        collect(t);
      }
      if (level == IsolationLevel.MONOTONIC_READS) {
        judgeSeen(t, t);
      } else {
        judgeReaders(t);
      }
      if (history.outcome(t) == Outcome.COMMITTED) {
        see(t);
      }
    }
  }

  private void forget() {
    sources.clear();
    newest.clear();
  }

  /** Collects what the session's earlier transactions read from. */
  private void collect(int transaction) {
    forget();
    int first = history.firstTransaction(history.sessionOf(transaction));
    for (int t = first; t < transaction; t++) {
      if (isBefore(t, transaction)) {
        see(t);
        budget.checkTime();
      }
    }
  }

  private boolean isBefore(int earlier, int later) {
    return history.counts(earlier)
        && earlier < later
        && history.sessionOf(earlier) == history.sessionOf(later)
        && sessions.sessionBefore(sessions.node(earlier), sessions.node(later));
  }

  private void see(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int writer = lists.writerSeen(i);
      if (writer >= 0 && writer != t && sources.add(writer)) {
        for (int w = history.firstOperation(writer); w < history.endOperation(writer); w++) {
          if (history.isAppend(w) && places.of(w) > places.of(newest.get(history.keyOf(w)))) {
            newest.put(history.keyOf(w), w);
          }
        }
      }
    }
  }

  private void judgeSeen(int t3, int follower) {
    for (int read = history.firstOperation(t3); read < history.endOperation(t3); read++) {
      judge(t3, read, newest.get(history.keyOf(read)), follower);
    }
  }

  private void judgeReaders(int seen) {
    for (int e = graph.firstEdge(seen); e < graph.endEdge(seen); e++) {
      if (graph.kind(e) == Relation.READS_FROM) {
        int t3 = graph.target(e);
        judgeSeen(t3, seen);
        for (int i = history.firstOperation(seen); i < history.endOperation(seen); i++) {
          int t2 = lists.writerSeen(i);
          if (t2 >= 0 && t2 != seen) {
            judgeDirect(t3, t2, seen);
          }
        }
      }
    }
  }

  /** What t2 appended is visible to t3, which reads from one that read from t2. */
  private void judgeDirect(int t3, int t2, int seen) {
    for (int w = history.firstOperation(t2); w < history.endOperation(t2); w++) {
      for (int r = history.firstOperation(t3);
          history.isAppend(w) && r < history.endOperation(t3);
          r++) {
        if (history.keyOf(r) == history.keyOf(w)) {
          judge(t3, r, w, seen);
        }
      }
    }
  }

  private void judge(int t3, int read, int visible, int follower) {
    if (!lists.isRead(read) || visible == History.INITIAL || incomplete.isPresent()) {
      return;
    }
    int t1 = lists.writerSeen(read);
    int t2 = history.transactionOf(visible);
    if (t2 == t3
        || t2 == t1
        || places.of(visible) <= placeSeen(read)
        || !reported.add((long) firstReadOf(t3, read) << 32 | t3)) {
      return;
    }
    try {
      found.add(
          new Anomaly.StaleRead(
              AnomalyKind.ofGuarantee(level),
              t1 < 0 ? History.INITIAL : t1,
              t2,
              t3,
              history.keyOf(read),
              read,
              visible,
              lists.before(t1, t2, visible),
              way(t2, t3, follower)));
    } catch (BudgetExceededException e) {
      incomplete = CycleNaming.stoppedEarly(e);
    }
  }

  private int placeSeen(int read) {
    return places.of(lists.seen(read));
  }

  /** The first read of a transaction that shows the same version of the key. */
  private int firstReadOf(int t3, int read) {
    int i = history.firstOperation(t3);
    while (history.keyOf(i) != history.keyOf(read)
        || !lists.isRead(i)
        || lists.seen(i) != lists.seen(read)) {
      i++;
    }
    return i;
  }

  /**
   * Why t2 is visible to t3.
   *
   * @param follower t3, or the transaction that it reads from and through which t2 is visible
   */
  private List<Edge> way(int t2, int t3, int follower) {
    List<Edge> way = new ArrayList<>();
    if (level == IsolationLevel.READ_YOUR_WRITES || level == IsolationLevel.MONOTONIC_WRITES) {
      way.add(new Edge(t2, follower, new Justification.SessionOrder()));
    } else {
      addSight(way, t2, follower);
    }
    if (follower != t3) {
      way.add(sight(follower, t3).orElseThrow());
    }
    return way;
  }

  /** That a transaction, or one before it in its session, read from t2. */
  private void addSight(List<Edge> way, int t2, int follower) {
    boolean bySession = level == IsolationLevel.MONOTONIC_READS;
    Optional<Edge> direct = bySession ? Optional.empty() : sight(t2, follower);
    if (direct.isPresent()) {
      way.add(direct.get());
      return;
    }
    int first = history.firstTransaction(history.sessionOf(follower));
    for (int t = first; t < follower; t++) {
      if (isBefore(t, follower) && sight(t2, t).isPresent()) {
        way.add(sight(t2, t).get());
        way.add(new Edge(t, follower, new Justification.SessionOrder()));
        return;
      }
    }
  }

  private Optional<Edge> sight(int writer, int reader) {
    for (int i = history.firstOperation(reader); i < history.endOperation(reader); i++) {
      if (lists.writerSeen(i) == writer) {
        return Optional.of(new Edge(writer, reader, new Justification.ReadsFrom(i)));
      }
    }
    return Optional.empty();
  }
}
