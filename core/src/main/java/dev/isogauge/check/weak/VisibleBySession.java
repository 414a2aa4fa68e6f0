package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds the writers that a session guarantee makes visible to readers: transactions t3, x, t1 and
 * t2 where t3 reads x from t1, t2 is another writer of x, and the path of the {@link Visibility}
 * leads from t2 to t3. Such a path begins with what a session wrote or read from before a place,
 * and ends there, or with a read from there.
 *
 * <p>Of the writers in one chain of a session only the last visible one that counts is found, as
 * the others come before it. Goes through the sessions one by one:
 *
 * <ol>
 *   <li>Own writes, and those of a session that was read from: the last ones before a place are
 *       found by binary search.
 *   <li>What a session has read from is collected along the session ({@link SeenWriters}). For
 *       monotonic reads it is visible to the next transaction, for writes follow reads to the
 *       readers of the present one.
 * </ol>
 *
 * <p>O(n · k · log n) for n operations, transactions of bounded size and k sessions. A session with
 * transactions that overlap is collected anew for each of its transactions.
 */
final class VisibleBySession {
  /** What is found: t3 reads x from t1, which may be initial, while t2 is visible to it. */
  interface Sink {
    void accept(int t3, int x, int t1, int t2);
  }

  /** What all threads share. */
  static final class Index {
    private final WeakIndex index;
    private final Visibility rule;
    private final WritersByChain writers;
    private final Digraph readers;

    Index(WeakIndex index, Visibility rule) {
      this.index = index;
      this.rule = rule;
      this.writers = isWritten() ? new WritersByChain(index) : null;
      this.readers = !isWritten() && isThroughSource() ? readers(index) : null;
    }

    /** Whether the path begins with what a session wrote, and not with what it read from. */
    private boolean isWritten() {
      return rule.path().get(0).is(Relation.SESSION_ORDER);
    }

    /** Whether that session is the one of a transaction that the reader reads from. */
    private boolean isThroughSource() {
      return rule.path().get(rule.path().size() - 1).is(Relation.READS_FROM);
    }

    /** From each transaction to those that read from it, each once. */
    private static Digraph readers(WeakIndex index) {
      EdgeList edges = new EdgeList();
      SourceSet sources = new SourceSet(index.nodeCount());
      for (int v = 0; v < index.nodeCount(); v++) {
        sources.clear(v);
        for (int r = index.firstRead(v); r < index.endRead(v); r++) {
          if (index.readSource(r) != WeakIndex.INITIAL && sources.add(index.readSource(r))) {
            edges.add(index.readSource(r), v);
          }
        }
      }
      return Digraph.of(index.nodeCount(), List.of(edges));
    }
  }

  private static final int POLL_MASK = 0xff;

  private final Index shared;
  private final WeakIndex index;
  private final SessionOrder chains;
  private final History history;
  private final Sink sink;
  private final IntPredicate counts;
  private final SeenWriters seen;
  private final SourceSet sources;
  private int steps;

  /** All writers count. */
  VisibleBySession(Index shared, Sink sink) {
    this(shared, sink, writer -> true);
  }

  /** Only some writers count; one that does not hides none that comes before it. */
  VisibleBySession(Index shared, Sink sink, IntPredicate counts) {
    this.shared = shared;
    this.index = shared.index;
    this.chains = index.chains();
    this.history = index.history();
    this.sink = sink;
    this.counts = counts;
    this.seen = new SeenWriters(index, counts);
    this.sources = new SourceSet(index.nodeCount());
  }

  /**
   * Finds them for the transactions of a session; for writes-follow-reads, for those that read from
   * it.
   */
  void find(int session, Budget budget) {
    IntArrayList nodes = nodes(session);
    boolean linear = SessionOrder.isLinear(history, session);
    seen.clear();
    for (int i = 0; i < nodes.size(); i++) {
      int v = nodes.getInt(i);
      poll(budget);
      if (shared.isWritten()) {
        if (shared.isThroughSource()) {
          findWritesOfSources(v);
        } else {
          findWrites(v, v);
        }
        continue;
      }
      if (!linear) {
        collect(nodes, i, budget);
      }
      if (shared.isThroughSource()) {
        findSeenByReaders(v, budget);
      } else {
        findSeen(v);
      }
      if (history.outcome(chains.transaction(v)) == Outcome.COMMITTED) {
        seen.addSources(v);
      }
    }
  }

  private void poll(Budget budget) {
    if ((steps++ & POLL_MASK) == 0) {
      budget.checkTime();
    }
  }

  /** The transactions of a session in its order. */
  private IntArrayList nodes(int session) {
    IntArrayList nodes = new IntArrayList();
    for (int t = history.firstTransaction(session); t < history.endTransaction(session); t++) {
      if (chains.node(t) != History.NONE) {
        nodes.add(chains.node(t));
      }
    }
    return nodes;
  }

  /** Collects what the session's earlier transactions read from, in any session. */
  private void collect(IntArrayList nodes, int place, Budget budget) {
    seen.clear();
    for (int i = 0; i < place; i++) {
      poll(budget);
      if (chains.sessionBefore(nodes.getInt(i), nodes.getInt(place))) {
        seen.addSources(nodes.getInt(i));
      }
    }
  }

  /** Step 1: writers that precede a transaction in its session. */
  private void findWrites(int t3, int follower) {
    WritersByChain writers = shared.writers;
    int session = chains.sessionOfChain(chains.chain(follower));
    for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
      int x = index.readKey(r);
      for (int s = writers.firstOfChain(x, chains.firstChain(session));
          s < writers.endSegment(x) && writers.chain(s) < chains.endChain(session);
          s++) {
        int end = chains.sessionEnd(follower, writers.chain(s));
        int place = writers.firstAtOrAfter(s, end) - 1;
        // On a causal cycle t3 can precede itself; it hides none before it.
        while (place >= writers.segmentStart(s)
            && (writers.writer(place) == t3 || !counts.test(writers.writer(place)))) {
          place--;
        }
        if (place >= writers.segmentStart(s)) {
          found(t3, r, writers.writer(place));
        }
      }
    }
  }

  private void findWritesOfSources(int t3) {
    sources.clear(t3);
    for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
      int source = index.readSource(r);
      if (source != WeakIndex.INITIAL && sources.add(source)) {
        findWrites(t3, source);
      }
    }
  }

  /** Step 2: writers that were seen before. */
  private void findSeen(int t3) {
    for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
      for (int e = seen.first(index.readKey(r)); e >= 0; e = seen.next(e)) {
        int t2 = seen.writer(e);
        t2 = t2 == t3 ? seen.lastBefore(t3, index.readKey(r)) : t2;
        if (t2 != History.NONE) {
          found(t3, r, t2);
        }
      }
    }
  }

  private void findSeenByReaders(int v, Budget budget) {
    Digraph readers = shared.readers;
    for (int e = readers.firstEdge(v); e < readers.endEdge(v); e++) {
      poll(budget);
      int t3 = readers.target(e);
      findSeen(t3);
      for (int r = index.firstRead(v); r < index.endRead(v); r++) {
        if (index.readSource(r) != WeakIndex.INITIAL) {
          findDirect(t3, index.readSource(r));
        }
      }
    }
  }

  private void findDirect(int t3, int t2) {
    for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
      if (index.writes(t2, index.readKey(r))) {
        found(t3, r, t2);
      }
    }
  }

  private void found(int t3, int read, int t2) {
    int t1 = index.readSource(read);
    if (t2 != t1 && t2 != t3) {
      sink.accept(t3, index.readKey(read), t1, t2);
    }
  }
}
