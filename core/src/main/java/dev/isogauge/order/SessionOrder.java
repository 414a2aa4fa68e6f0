package dev.isogauge.order;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.timestamp.TimestampRules;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Session order, cut into chains of transactions that directly follow one another. Only
 * transactions that count take part. They stand in the order of their session, except that
 *
 * <ul>
 *   <li>an indeterminate transaction has no successors, because it may commit after its session has
 *       moved on, and
 *   <li>a transaction that began before an earlier one of its session ended is not ordered after
 *       it.
 * </ul>
 *
 * A session without such transactions is one chain. Others become several chains, greedily, joined
 * by extra edges: for each transaction and other chain of its session, the last transaction there
 * that precedes it. Nodes number the transactions chain by chain, so a chain is a range of nodes.
 * O(n), and O(chains of the session) for each transaction of a session with several.
 */
public final class SessionOrder {
  private final int[] transactionOf;
  private final int[] nodeOf;
  private final int[] chainOf;
  private final int[] chainBegin;
  private final int[] sessionOfChain;

  /** The chains of session s are firstChain[s] .. firstChain[s + 1). */
  private final int[] firstChain;

  /** Extra edges: the predecessors of node v are extra[extraBegin[v] .. extraBegin[v + 1]). */
  private final int[] extraBegin;

  private final int[] extra;

  public SessionOrder(History history) {
    Builder builder = new Builder(history);
    firstChain = new int[history.sessionCount() + 1];
    for (int s = 0; s < history.sessionCount(); s++) {
      builder.addSession(s);
      firstChain[s + 1] = builder.sessions.size();
    }
    int n = builder.transactions.size();
    transactionOf = builder.transactions.toIntArray();
    nodeOf = new int[history.transactionCount()];
    Arrays.fill(nodeOf, NONE);
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

  /** The first node of each chain, and last the number of nodes. Must not be changed. */
  public int[] begins() {
    return chainBegin;
  }

  /**
   * The rule: whether session order holds directly between two transactions of one session, of
   * which one stands before the other.
   */
  public static boolean isOrdered(History history, int earlier, int later) {
    return history.outcome(earlier) != Outcome.INDETERMINATE && hadEnded(history, earlier, later);
  }

  static boolean hadEnded(History history, int earlier, int later) {
    return TimestampRules.hadEnded(history.endTime(earlier), history.beginTime(later));
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

  public int nodeCount() {
    return transactionOf.length;
  }

  public int chainCount() {
    return sessionOfChain.length;
  }

  public int transaction(int node) {
    return transactionOf[node];
  }

  /** The node of a transaction, or {@code NONE} if it does not count. */
  public int node(int transaction) {
    return nodeOf[transaction];
  }

  public int chain(int node) {
    return chainOf[node];
  }

  public int chainBegin(int chain) {
    return chainBegin[chain];
  }

  public int chainEnd(int chain) {
    return chainBegin[chain + 1];
  }

  public int sessionOfChain(int chain) {
    return sessionOfChain[chain];
  }

  /** The first chain of a session; its last is before {@link #endChain}. */
  public int firstChain(int session) {
    return firstChain[session];
  }

  public int endChain(int session) {
    return firstChain[session + 1];
  }

  /** Whether the node has a predecessor in its chain, which is then the node before it. */
  public boolean hasPrevious(int node) {
    return node > chainBegin[chainOf[node]];
  }

  public boolean hasExtras() {
    return extra.length > 0;
  }

  public int firstExtra(int node) {
    return extraBegin[node];
  }

  public int endExtra(int node) {
    return extraBegin[node + 1];
  }

  public int extra(int index) {
    return extra[index];
  }

  /** The transactions that one which counts directly follows. */
  public int[] predecessors(int transaction) {
    int node = nodeOf[transaction];
    int size = hasPrevious(node) ? 1 : 0;
    int[] found = new int[size + extraBegin[node + 1] - extraBegin[node]];
    if (size > 0) {
      found[0] = transactionOf[node - 1];
    }
    for (int e = extraBegin[node]; e < extraBegin[node + 1]; e++) {
      found[size++] = transactionOf[extra[e]];
    }
    return found;
  }

  /** Session order between nodes, transitively. */
  public boolean sessionBefore(int earlier, int later) {
    return sessionEnd(later, chainOf[earlier]) > earlier;
  }

  /**
   * The node after the last one of a chain that precedes the node in its session; {@code NONE} if
   * the chain is of another session.
   */
  public int sessionEnd(int node, int chain) {
    if (chainOf[node] == chain) {
      return node;
    }
    return sessionOfChain[chainOf[node]] == sessionOfChain[chain] ? endBefore(node, chain) : NONE;
  }

  /** The node after the last one of another chain of its session that precedes the node, or 0. */
  private int endBefore(int node, int chain) {
    // Extras are in node order and hold, per chain, ever later nodes as one goes along a chain.
    for (int e = extraBegin[node + 1] - 1; e >= extraBegin[chainBegin[chainOf[node]]]; e--) {
      if (chainOf[extra[e]] == chain) {
        return extra[e] + 1;
      }
    }
    return 0;
  }

  private static final class Builder {
    private final History history;
    private final IntArrayList transactions = new IntArrayList();
    private final IntArrayList begins = new IntArrayList();
    private final IntArrayList sessions = new IntArrayList();
    private final IntArrayList extras = new IntArrayList();

    Builder(History history) {
      this.history = history;
    }

    void addSession(int session) {
      int begin = transactions.size();
      if (addOneChain(session)) {
        if (begin < transactions.size()) {
          begins.add(begin);
          sessions.add(session);
        }
      } else {
        transactions.size(begin);
        addChains(session);
      }
    }

    /** Adds the transactions of a session up to the first that does not follow the one before. */
    private boolean addOneChain(int session) {
      int last = NONE;
      for (int t = history.firstTransaction(session); t < history.endTransaction(session); t++) {
        if (history.counts(t)) {
          if (last != NONE && !isOrdered(history, last, t)) {
            return false;
          }
          transactions.add(t);
          last = t;
        }
      }
      return true;
    }

    private void addChains(int session) {
      List<IntArrayList> chains = new ArrayList<>();
      IntArrayList leaves = new IntArrayList();
      // Per transaction of the session: the last predecessor in each chain, or NONE.
      List<int[]> bounds = new ArrayList<>();
      int lastCounting = lastCounting(session);
      for (int t = history.firstTransaction(session); t <= lastCounting; t++) {
        if (!history.counts(t)) {
          continue;
        }
        int home = 0;
        while (home < chains.size() && !isOrdered(history, last(chains.get(home)), t)) {
          home++;
        }
        boolean isLeaf = history.outcome(t) == Outcome.INDETERMINATE && t != lastCounting;
        if (isLeaf) {
          // It has no successors: a chain of its own that no later transaction depends on.
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
      Arrays.fill(bound, NONE);
      if (home < chains.size() && !chains.get(home).isEmpty()) {
        int previous = last(chains.get(home)) - first;
        join(bound, previous < bounds.size() ? bounds.get(previous) : null);
      }
      int[] inherited = bound.clone();
      for (int c = 0; c < chains.size(); c++) {
        int index = chains.get(c).size() - 1;
        while (c != home && index >= 0 && !isOrdered(history, chains.get(c).getInt(index), t)) {
          index--;
        }
        if (c != home && index >= 0) {
          int predecessor = chains.get(c).getInt(index);
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
