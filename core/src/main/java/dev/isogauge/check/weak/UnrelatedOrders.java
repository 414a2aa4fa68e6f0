package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.order.SessionOrder;
import dev.isogauge.search.Visibility;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * For each rule the commit order made of session order, reads-from, the order of appends that lists
 * show, and the forced edges between transactions that happens-before leaves unrelated. The other
 * forced edges are harmless or already named by happens-before itself; with them one stale read
 * would taint every good read around it.
 *
 * <p>If t2 is forced before t1 and both are unrelated, then t1 precedes t2 in this order exactly if
 * both are in one strongly connected component. Only nodes on a cycle of the level's commit order
 * are searched: all cycles of these orders run there.
 */
final class UnrelatedOrders {
  private final WeakIndex index;
  private final HappensBefore before;
  private final WriterZones zones;
  private final WritersByChain writers;
  private final boolean[] onCycle;
  private final Map<Visibility, EdgeList> forced = new EnumMap<>(Visibility.class);
  private final Map<Visibility, StrongComponents> components = new EnumMap<>(Visibility.class);

  UnrelatedOrders(
      WeakIndex index,
      HappensBefore before,
      WriterZones zones,
      boolean[] onCycle,
      Visibility strongest,
      Budget budget) {
    this.index = index;
    this.before = before;
    this.zones = zones;
    this.writers = zones.writers();
    this.onCycle = onCycle;
    strongest.included().forEach(rule -> forced.put(rule, new EdgeList()));
    ReaderView view = new ReaderView(index);
    for (int t3 = 0; t3 < index.nodeCount(); t3++) {
      if ((t3 & 0xff) == 0) {
        budget.checkTime();
      }
      view.look(t3);
      for (int pair = 0; pair < view.pairCount(); pair++) {
        int t1 = view.pairSource(pair);
        if (t1 != WeakIndex.INITIAL && onCycle[t1]) {
          addForced(view, pair, t1);
        }
      }
    }
    addListOrder();
    EdgeList observed = onCycles(ForcedCommitOrder.observed(index));
    forced.forEach(
        (rule, edges) ->
            components.put(
                rule,
                StrongComponents.of(Digraph.of(index.nodeCount(), List.of(observed, edges)))));
  }

  /** Whether the rule's order has a cycle through both. */
  boolean inOneCycle(Visibility rule, int left, int right) {
    return components.get(rule).same(left, right);
  }

  EdgeList forced(Visibility rule) {
    return forced.get(rule);
  }

  private void addListOrder() {
    EdgeList order = onCycles(index.listOrder());
    for (long e = 0; e < order.size(); e++) {
      addTo(Visibility.READ_COMMITTED, order.from(e), order.to(e));
    }
  }

  private EdgeList onCycles(EdgeList all) {
    EdgeList edges = new EdgeList();
    for (long e = 0; e < all.size(); e++) {
      if (onCycle[all.from(e)] && onCycle[all.to(e)]) {
        edges.add(all.from(e), all.to(e));
      }
    }
    return edges;
  }

  private void addForced(ReaderView view, int pair, int t1) {
    int x = view.pairKey(pair);
    for (int s = 0; s < view.sourceCount(); s++) {
      int t2 = view.source(s);
      if (t2 != t1 && onCycle[t2] && index.writes(t2, x) && unrelated(t1, t2)) {
        if (view.firstPlace(s) < view.pairLast(pair)) {
          forced.get(Visibility.READ_COMMITTED).add(t2, t1);
        }
        addTo(Visibility.READ_ATOMIC, t2, t1);
      }
    }
    if (forced.containsKey(Visibility.READ_ATOMIC)) {
      addFromChains(view.node(), x, t1);
    }
  }

  /** In each chain the last visible unrelated writer; the earlier ones follow by session order. */
  private void addFromChains(int t3, int x, int t1) {
    SessionOrder chains = index.chains();
    for (int s = writers.firstSegment(x); s < writers.endSegment(x); s++) {
      int chain = writers.chain(s);
      int sessionEnd = chains.sessionEnd(t3, chain);
      addLastUnrelated(Visibility.READ_ATOMIC, s, sessionEnd, t1, t3);
      if (forced.containsKey(Visibility.CAUSAL)) {
        addLastUnrelated(Visibility.CAUSAL, s, before.bound(t3, chain), t1, t3);
      }
    }
  }

  private void addLastUnrelated(Visibility rule, int segment, int end, int t1, int t3) {
    int last = Math.min(writers.firstAtOrAfter(segment, end), zones.firstAfter(segment, t1)) - 1;
    for (int place = last; place >= zones.firstNotBefore(segment, t1); place--) {
      int t2 = writers.writer(place);
      if (t2 != t1 && t2 != t3 && onCycle[t2]) {
        addTo(rule, t2, t1);
        return;
      }
    }
  }

  private void addTo(Visibility weakest, int t2, int t1) {
    forced.forEach(
        (rule, edges) -> {
          if (rule.included().contains(weakest)) {
            edges.add(t2, t1);
          }
        });
  }

  private boolean unrelated(int left, int right) {
    return !before.before(left, right) && !before.before(right, left);
  }
}
