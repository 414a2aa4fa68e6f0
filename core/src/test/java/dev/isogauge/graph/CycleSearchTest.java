package dev.isogauge.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.anomaly.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Searches for cycles that may have to end early. */
class CycleSearchTest {
  private static final int NO_NOTE = -1;
  private static final int COUNT = 2_000;
  private static final int KINDS = Relation.REAL_TIME.bit() | Relation.READS_FROM.bit();

  /** Transactions one after the other in real time; the first reads from the last. */
  private static DependencyGraph fromTheFuture() {
    DependencyGraph.Builder graph = new DependencyGraph.Builder(COUNT);
    int later = graph.addNode(Relation.REAL_TIME);
    graph.addLink(later, COUNT - 1);
    for (int t = COUNT - 2; t >= 0; t--) {
      graph.add(t, later, Relation.REAL_TIME, NO_NOTE);
      int from = graph.addNode(Relation.REAL_TIME);
      graph.addLink(from, t);
      graph.addLink(from, later);
      later = from;
    }
    graph.add(COUNT - 1, 0, Relation.READS_FROM, NO_NOTE);
    return graph.build();
  }

  private static List<CycleSearch.Cycle> cycles(Runnable checkTime) {
    List<CycleSearch.Cycle> found = new ArrayList<>();
    search(checkTime, found);
    return found;
  }

  private static void search(Runnable checkTime, List<CycleSearch.Cycle> found) {
    int[] places = IntStream.range(0, COUNT).toArray();
    new CycleSearch(fromTheFuture(), places, checkTime).findAll(KINDS, found);
  }

  @Test
  void looksAtTheClockAtEveryTransaction() {
    AtomicInteger looks = new AtomicInteger();
    assertThat(cycles(looks::incrementAndGet)).hasSize(1);
    assertThat(looks.get()).isGreaterThanOrEqualTo(COUNT);
  }

  @Test
  void keepsWhatWasFoundWhenTheTimeIsOver() {
    AtomicInteger looks = new AtomicInteger();
    List<CycleSearch.Cycle> found = new ArrayList<>();
    Runnable clock =
        () -> {
          if (looks.incrementAndGet() > COUNT / 2) {
            throw new IllegalStateException("the time is over");
          }
        };
    assertThatThrownBy(() -> search(clock, found)).hasMessage("the time is over");
    assertThat(found).hasSize(1);
  }
}
