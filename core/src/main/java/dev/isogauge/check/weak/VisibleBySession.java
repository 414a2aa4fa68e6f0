package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Finds the writers that a session guarantee makes visible to readers: transactions t3, x, t1 and
 * t2 where t3 reads x from t1, t2 is another writer of x, and the path of the {@link Visibility}
 * leads from t2 to t3. Such a path begins with what a session wrote or read from before a place,
 * and ends there, or with a read from there.
 *
 * <p>Goes along the chains of a session one by one:
 *
 * <ol>
 *   <li>Collect what precedes a transaction in its session: the writers, or those they read from
 *       ({@link SeenWriters}). What precedes the next one in the chain only adds to it.
 *   <li>That is visible to the transaction, or to those that read from it. Of the writers in one
 *       chain only the last is found, as the others come before it.
 * </ol>
 *
 * <p>O(n · k) for n operations, transactions of bounded size and k chains.
 */
final class VisibleBySession {
  /** What is found: t3 reads x from t1, which may be initial, while t2 is visible to it. */
  interface Sink {
    void accept(int t3, int x, int t1, int t2);
  }

  private static final int POLL_MASK = 0xff;

  private final WeakIndex index;
  private final SessionOrder chains;
  private final Sink sink;
  private final SeenWriters seen;

  /** From each transaction to those that read from it; null where it is itself the reader. */
  private final Digraph readers;

  /** Whether the path begins with what a session wrote, and not with what it read from. */
  private final boolean isWritten;

  /** Whether the path may leave out session order. */
  private final boolean isDirect;

  private int steps;

  /**
   * Begins.
   *
   * @param readers see {@link #readers(WeakIndex, Visibility)}
   * @param counts which writers count; one that does not hides none that comes before it
   */
  VisibleBySession(
      WeakIndex index, Visibility rule, Digraph readers, Sink sink, IntPredicate counts) {
    this.index = index;
    this.chains = index.chains();
    this.readers = readers;
    this.sink = sink;
    this.seen = new SeenWriters(index, counts);
    this.isWritten = rule.path().get(0).is(Relation.SESSION_ORDER);
    this.isDirect =
        rule.path().stream().anyMatch(step -> step.times() == Visibility.Times.AT_MOST_ONCE);
  }

  /** From each transaction to those that read from it, where the path ends with such a read. */
  static Digraph readers(WeakIndex index, Visibility rule) {
    if (!rule.path().get(rule.path().size() - 1).is(Relation.READS_FROM)) {
      return null;
    }
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

  /** Finds them for the transactions of a session, or for those that read from it. */
  void find(int session, Budget budget) {
    int first = chains.firstChain(session);
    int[] next = new int[chains.endChain(session) - first];
    for (int chain = first; chain < chains.endChain(session); chain++) {
      seen.clear();
      Arrays.setAll(next, other -> chains.chainBegin(first + other));
      for (int v = chains.chainBegin(chain); v < chains.chainEnd(chain); v++) {
        poll(budget);
        // Step 1.
        for (int other = 0; other < next.length; other++) {
          int end = chains.sessionEnd(v, first + other);
          for (; next[other] < end; next[other]++) {
            collect(next[other]);
          }
        }
        if (isDirect) {
          collect(v);
        }
        // Step 2.
        if (readers == null) {
          findSeen(v);
          continue;
        }
        for (int e = readers.firstEdge(v); e < readers.endEdge(v); e++) {
          poll(budget);
          findSeen(readers.target(e));
        }
      }
    }
  }

  private void poll(Budget budget) {
    if ((steps++ & POLL_MASK) == 0) {
      budget.checkTime();
    }
  }

  private void collect(int v) {
    if (isWritten) {
      seen.add(v);
    } else {
      seen.addSources(v);
    }
  }

  private void findSeen(int t3) {
    for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
      int x = index.readKey(r);
      int t1 = index.readSource(r);
      for (int e = seen.first(x); e >= 0; e = seen.next(e)) {
        int t2 = seen.writer(e);
        // On a causal cycle t3 can precede itself; it hides none before it.
        t2 = t2 == t3 ? seen.lastBefore(t3, x) : t2;
        if (t2 != History.NONE && t2 != t1) {
          sink.accept(t3, x, t1, t2);
        }
      }
    }
  }
}
