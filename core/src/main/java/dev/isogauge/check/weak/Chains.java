package dev.isogauge.check.weak;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Session order as chains. A session is one chain of its counting transactions, except that
 *
 * <ul>
 *   <li>an indeterminate transaction has no successors, because it may commit after its session has
 *       moved on, and
 *   <li>a transaction that began before an earlier one of its session ended is not ordered after
 *       it.
 * </ul>
 *
 * A session with such transactions becomes several chains, greedily, joined by extra edges: for
 * each transaction and other chain of its session, the last transaction there that precedes it.
 * Nodes number the counting transactions chain by chain, so a chain is a range of nodes.
 */
final class Chains {
  private final int[] transactionOf;
  private final int[] nodeOf;
  private final int[] chainOf;
  private final int[] chainBegin;
  private final int[] sessionOfChain;

  /** Extra edges: the predecessors of node v are extra[extraBegin[v] .. extraBegin[v + 1]). */
  private final int[] extraBegin;

  private final int[] extra;
  private final List<Anomaly> notes = new ArrayList<>();

  Chains(History history) {
    Builder builder = new Builder(history);
    for (int s = 0; s < history.sessionCount(); s++) {
      builder.session(s);
    }
    int n = builder.transactions.size();
    transactionOf = builder.transactions.toIntArray();
    nodeOf = new int[history.transactionCount()];
    Arrays.fill(nodeOf, -1);
    for (int v = 0; v < n; v++) {
      nodeOf[transactionOf[v]] = v;
    }
    builder.begins.add(n);
    chainBegin = builder.begins.toIntArray();
    sessionOfChain = builder.sessions.toIntArray();
    chainOf = new int[n];
    for (int c = 0; c < sessionOfChain.length; c++) {
      Arrays.fill(chainOf, chainBegin[c], chainBegin[c + 1], c);
    }
    extraBegin = new int[n + 1];
    extra = new int[builder.extras.size() / 2];
    indexExtras(builder.extras);
  }

  /** Extras come as pairs of transactions, earlier and later. */
  private void indexExtras(IntArrayList pairs) {
    if (pairs.isEmpty()) {
      return;
    }
    for (int i = 1; i < pairs.size(); i += 2) {
      extraBegin[nodeOf[pairs.getInt(i)] + 1]++;
    }
    for (int v = 0; v < extraBegin.length - 1; v++) {
      extraBegin[v + 1] += extraBegin[v];
    }
    int[] next = extraBegin.clone();
    for (int i = 0; i < pairs.size(); i += 2) {
      extra[next[nodeOf[pairs.getInt(i + 1)]]++] = nodeOf[pairs.getInt(i)];
    }
  }

  int nodeCount() {
    return transactionOf.length;
  }

  int chainCount() {
    return sessionOfChain.length;
  }

  int transaction(int node) {
    return transactionOf[node];
  }

  /** The node of a transaction, or -1 if it does not count. */
  int node(int transaction) {
    return nodeOf[transaction];
  }

  int chain(int node) {
    return chainOf[node];
  }

  int chainBegin(int chain) {
    return chainBegin[chain];
  }

  int chainEnd(int chain) {
    return chainBegin[chain + 1];
  }

  int sessionOfChain(int chain) {
    return sessionOfChain[chain];
  }

  /** Whether the node has a predecessor in its chain, which is then the node before it. */
  boolean hasPrevious(int node) {
    return node > chainBegin[chainOf[node]];
  }

  boolean hasExtras() {
    return extra.length > 0;
  }

  int firstExtra(int node) {
    return extraBegin[node];
  }

  int endExtra(int node) {
    return extraBegin[node + 1];
  }

  int extra(int index) {
    return extra[index];
  }

  /** Notes on overlapping transactions, one a session. */
  List<Anomaly> notes() {
    return notes;
  }

  /** Session order, transitively. */
  boolean sessionBefore(int earlier, int later) {
    return sessionEnd(later, chainOf[earlier]) > earlier;
  }

  /**
   * The node after the last one of a chain that precedes the node in its session; -1 if the chain
   * is of another session.
   */
  int sessionEnd(int node, int chain) {
    if (chainOf[node] == chain) {
      return node;
    }
    return sessionOfChain[chainOf[node]] == sessionOfChain[chain]
        ? lastBefore(node, chain) + 1
        : -1;
  }

  /** The last node of another chain of the same session that precedes the node; -1 if none. */
  private int lastBefore(int node, int chain) {
    // Extras are in node order and hold, per chain, ever later nodes as one goes along a chain.
    for (int e = extraBegin[node + 1] - 1; e >= extraBegin[chainBegin[chainOf[node]]]; e--) {
      if (chainOf[extra[e]] == chain) {
        return extra[e];
      }
    }
    return -1;
  }

  private final class Builder {
    private final History history;
    private final IntArrayList transactions = new IntArrayList();
    private final IntArrayList begins = new IntArrayList();
    private final IntArrayList sessions = new IntArrayList();
    private final IntArrayList extras = new IntArrayList();

    Builder(History history) {
      this.history = history;
    }

    void session(int session) {
      List<IntArrayList> chains = new ArrayList<>();
      IntArrayList leaves = new IntArrayList();
      // Per transaction of the session, by place: the last predecessor in each chain, -1 if none.
      List<int[]> bounds = new ArrayList<>();
      boolean noted = false;
      int lastCounting = lastCounting(session);
      for (int t = history.firstTransaction(session); t <= lastCounting; t++) {
        if (!history.counts(t)) {
          continue;
        }
        int home = 0;
        while (home < chains.size() && !precedes(last(chains.get(home)), t)) {
          if (!noted) {
            noted = true;
            notes.add(new Anomaly.OverlappingSession(session, last(chains.get(home)), t));
          }
          home++;
        }
        boolean isLeaf = history.outcome(t) == Outcome.INDETERMINATE && t != lastCounting;
        if (isLeaf) {
          // Nobody follows it: a chain of its own that no later transaction need look at.
          leaves.add(t);
          home = chains.size();
        } else if (home == chains.size()) {
          chains.add(new IntArrayList());
        }
        if (chains.size() > 1 || isLeaf) {
          addExtras(session, chains, home, t, bounds);
        }
        if (!isLeaf) {
          chains.get(home).add(t);
        }
      }
      for (IntArrayList chain : chains) {
        begins.add(transactions.size());
        sessions.add(session);
        transactions.addAll(chain);
      }
      for (int leaf : leaves) {
        begins.add(transactions.size());
        sessions.add(session);
        transactions.add(leaf);
      }
    }

    private int lastCounting(int session) {
      int t = history.endTransaction(session) - 1;
      while (t >= history.firstTransaction(session) && !history.counts(t)) {
        t--;
      }
      return t;
    }

    private int last(IntArrayList chain) {
      return chain.getInt(chain.size() - 1);
    }

    /** Whether the session order between the two is kept; the earlier is in a chain, no leaf. */
    private boolean precedes(int earlier, int later) {
      long end = history.endTime(earlier);
      long begin = history.beginTime(later);
      return end == RawBlock.NO_TIME || begin == RawBlock.NO_TIME || begin >= end;
    }

    /**
     * Adds the edges from other chains that neither the predecessor in the chain nor another edge
     * implies less directly: per chain the last transaction that precedes, transitively.
     */
    private void addExtras(
        int session, List<IntArrayList> chains, int home, int t, List<int[]> bounds) {
      int first = history.firstTransaction(session);
      while (chains.size() > 1 && bounds.size() < t - first) {
        bounds.add(null);
      }
      int[] bound = new int[chains.size()];
      Arrays.fill(bound, -1);
      if (home < chains.size() && !chains.get(home).isEmpty()) {
        int previous = last(chains.get(home)) - first;
        join(bound, previous < bounds.size() ? bounds.get(previous) : null);
      }
      int[] inherited = bound.clone();
      for (int c = 0; c < chains.size(); c++) {
        int place = chains.get(c).size() - 1;
        while (c != home && place >= 0 && !precedes(chains.get(c).getInt(place), t)) {
          place--;
        }
        if (c != home && place >= 0) {
          int predecessor = chains.get(c).getInt(place);
          bound[c] = Math.max(bound[c], predecessor);
          join(bound, predecessor - first < bounds.size() ? bounds.get(predecessor - first) : null);
        }
      }
      for (int c = 0; c < bound.length; c++) {
        if (c != home && bound[c] > inherited[c]) {
          extras.add(bound[c]);
          extras.add(t);
        }
      }
      if (chains.size() > 1) {
        bounds.add(bound);
      }
    }

    /** Transactions of an earlier time knew fewer chains. */
    private void join(int[] bound, int[] other) {
      for (int c = 0; other != null && c < other.length; c++) {
        bound[c] = Math.max(bound[c], other[c]);
      }
    }
  }
}
