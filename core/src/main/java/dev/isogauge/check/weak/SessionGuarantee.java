package dev.isogauge.check.weak;

import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.search.Visibility;
import dev.isogauge.util.Parallel;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The session guarantees: read your writes, monotonic reads, monotonic writes, writes follow reads.
 * If t3 reads x from t1, then every other writer t2 of x that the guarantee makes visible to t3
 * comes before t1 in the commit order ({@link VisibleBySession}).
 *
 * <p>Reference: Terry et al., "Session Guarantees for Weakly Consistent Replicated Data", PDIS
 * 1994; lifted from writes to transactions.
 */
final class SessionGuarantee implements Saturation {
  private final Visibility rule;

  SessionGuarantee(Visibility rule) {
    this.rule = rule;
  }

  @Override
  public List<ForcedEdges> saturate(WeakIndex index, Budget budget) {
    int sessions = index.history().sessionCount();
    int tasks = Parallel.pieces(sessions, index.readCount());
    Digraph readers = VisibleBySession.readers(index, rule);
    List<ForcedEdges> forced = IntStream.range(0, tasks).mapToObj(i -> new ForcedEdges()).toList();
    Parallel.tasks(
        tasks,
        task -> {
          RecentEdges edges = new RecentEdges(forced.get(task));
          VisibleBySession visible =
              new VisibleBySession(
                  index, rule, readers, (t3, x, t1, t2) -> edges.add(t2, t1), t2 -> true);
          int end = (int) ((long) sessions * (task + 1) / tasks);
          for (int s = (int) ((long) sessions * task / tasks); s < end; s++) {
            visible.find(s, budget);
          }
        });
    return forced;
  }

  /** Leaves out an edge that was just added: many readers force the same. */
  private static final class RecentEdges {
    private static final int SLOTS = 1 << 14;

    private final ForcedEdges edges;

    /** Earlier in the upper, later plus one in the lower 32 bits; a later edge takes the slot. */
    private final long[] recent = new long[SLOTS];

    RecentEdges(ForcedEdges edges) {
      this.edges = edges;
    }

    void add(int earlier, int later) {
      long edge = (long) earlier << 32 | (later + 2);
      int slot = (earlier * 31 + later) & (SLOTS - 1);
      if (recent[slot] != edge) {
        recent[slot] = edge;
        edges.add(earlier, later);
      }
    }
  }
}
