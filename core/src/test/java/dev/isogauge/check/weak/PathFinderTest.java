package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Paths with their cost; a forced edge costs more than any number of steps. */
class PathFinderTest {
  private static final int FORCED = (1 << 24) + 1;

  @Test
  void stepsAlongASessionAreOne() {
    Written written = Written.of("s1: w(x,1) ; w(x,2) ; w(x,3) | s2: r(x,3) w(y,1) ; w(y,2)");
    assertThat(path(written, "s1.1", "s1.3")).isEqualTo("s1.1 s1.2 s1.3, cost 1");
    assertThat(path(written, "s1.1", "s2.2")).isEqualTo("s1.1 s1.2 s1.3 s2.1 s2.2, cost 3");
    assertThat(path(written, "s2.1", "s1.1")).isEqualTo(", cost " + Integer.MAX_VALUE);
  }

  @Test
  void stepsBetweenTheChainsOfASessionAreOneToo() {
    Written written =
        Written.of(
            "s1: [rt 0..9] w(x,1) ; [rt 5..9] w(x,2) ; [rt 9..9] w(x,3) ; [rt 9..9] w(x,4)"
                + " | s2: w(y,1) | s3: r(y,1)");
    assertThat(path(written, "s1.2", "s1.4")).isEqualTo("s1.2 s1.3 s1.4, cost 1");
    assertThat(path(written, "s1.1", "s1.4")).isEqualTo("s1.1 s1.3 s1.4, cost 1");
  }

  @Test
  void afterAReadASessionIsANewStep() {
    Written written =
        Written.of("s1: w(x,1) | s2: r(x,1) ; w(y,1) | s3: r(y,1) ; w(z,1) | s4: r(z,1)");
    assertThat(path(written, "s1.1", "s4.1")).isEqualTo("s1.1 s2.1 s2.2 s3.1 s3.2 s4.1, cost 5");
  }

  /** Arriving along the session is dearer here, but going on along it is free. */
  @Test
  void remembersHowItArrived() {
    Written written = Written.of("s1: w(x,1) ; r(x,9) ; w(x,3) | s2: w(x,9) w(y,1)");
    OrderGraph graph = graph(written, "s1.1 s2.1");
    assertThat(describe(written, PathFinder.fewestSteps(graph, Written.ample()), "s1.1", "s1.3"))
        .isEqualTo("s1.1 s1.2 s1.3, cost 1");
  }

  @Test
  void forcedEdgesAreTheLastResort() {
    Written written =
        Written.of("s1: w(x,1) | s2: r(x,1) w(y,1) | s3: r(y,1) w(z,1) | s4: r(z,1) | s5: w(u,1)");
    OrderGraph graph = graph(written, "s1.1 s4.1", "s4.1 s5.1", "s1.1 s5.1");
    PathFinder few = PathFinder.fewestForced(graph, Written.ample());
    assertThat(describe(written, few, "s1.1", "s4.1")).isEqualTo("s1.1 s2.1 s3.1 s4.1, cost 3");
    assertThat(describe(written, few, "s1.1", "s5.1")).isEqualTo("s1.1 s5.1, cost " + FORCED);
    assertThat(describe(written, few, "s2.1", "s5.1"))
        .isEqualTo("s2.1 s3.1 s4.1 s5.1, cost " + (2 + FORCED));
    PathFinder steps = PathFinder.fewestSteps(graph, Written.ample());
    assertThat(describe(written, steps, "s1.1", "s4.1")).isEqualTo("s1.1 s4.1, cost 1");
  }

  @Test
  void costsDoNotOverflow() {
    int length = 80;
    StringBuilder line = new StringBuilder("s1: w(x,1)");
    String[] edges = new String[length];
    for (int i = 1; i <= length; i++) {
      line.append(" | s").append(i + 1).append(": w(x,").append(i + 1).append(')');
      edges[i - 1] = "s" + i + ".1 s" + (i + 1) + ".1";
    }
    Written written = Written.of(line.toString());
    PathFinder few = PathFinder.fewestForced(graph(written, edges), Written.ample());
    PathFinder.Path path = few.find(written.node("s1.1"), written.node("s81.1"), node -> true);
    assertThat(path.nodes()).hasSize(length + 1);
    assertThat(path.cost()).isEqualTo((1 << 30) - 1);
  }

  @Test
  void ofEqualPathsTheFirstFoundStays() {
    Written written =
        Written.of("s1: w(x,1) | s2: r(x,1) w(y,1) | s3: r(x,1) w(z,1) | s4: r(y,1) r(z,1)");
    assertThat(path(written, "s1.1", "s4.1")).isEqualTo("s1.1 s2.1 s4.1, cost 2");
  }

  @Test
  void passesOnlyWhereItIsAllowed() {
    Written written =
        Written.of(
            "s1: w(x,1) | s2: r(x,1) w(y,1) | s3: r(x,1) w(z,1) | s4: r(y,1) r(z,1) w(u,1)"
                + " | s5: r(u,1)");
    int closed = written.node("s2.1");
    int from = written.node("s1.1");
    int to = written.node("s4.1");
    PathFinder finder = PathFinder.fewestSteps(graph(written), Written.ample());
    assertThat(finder.find(from, to, node -> node != closed).nodes())
        .containsExactly(from, written.node("s3.1"), to);
    // The ends are not asked for.
    assertThat(finder.find(from, closed, node -> false).nodes()).containsExactly(from, closed);
    assertThat(finder.find(from, to, node -> false).exists()).isFalse();
  }

  @Test
  void givesUpAfterManyStates() {
    int most = 1 << 14;
    WeakIndex index = session(most + 1);
    OrderGraph graph = OrderGraph.of(index, List.of());
    PathFinder finder = PathFinder.fewestForcedOrNone(graph, Written.ample());
    assertThat(finder.find(0, most - 1, node -> true).nodes()).hasSize(most);
    assertThat(finder.find(0, most, node -> true).exists()).isFalse();
    PathFinder patient = PathFinder.fewestForced(graph, Written.ample());
    assertThat(patient.find(0, most, node -> true).cost()).isEqualTo(1);
  }

  @Test
  void asksForTimeNowAndThen() {
    OrderGraph graph = OrderGraph.of(session(5000), List.of());
    Budget expired = Written.expired();
    PathFinder finder = PathFinder.fewestSteps(graph, expired);
    assertThat(finder.find(0, 4095, node -> true).nodes()).hasSize(4096);
    assertThatThrownBy(() -> finder.find(0, 4096, node -> true))
        .isInstanceOf(BudgetExceededException.class);
  }

  /** Sorting asks for time once in 65,536 transactions. */
  @Test
  void sortingAsksForTimeNowAndThen() {
    ForcedCommitOrder shorter = new ForcedCommitOrder(session(0xffff), List.of());
    assertThat(shorter.sort(Written.expired())).isPresent();
    ForcedCommitOrder longer = new ForcedCommitOrder(session(0x10000), List.of());
    assertThatThrownBy(() -> longer.sort(Written.expired()))
        .isInstanceOf(BudgetExceededException.class);
  }

  private static WeakIndex session(int length) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    for (int t = 0; t < length; t++) {
      block.transaction(atoms.text("s"), Atoms.NO_NAME, Outcome.COMMITTED, 0);
      block.write(atoms.text("x"), atoms.integer(t));
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return new WeakIndex(builder.build());
  }

  private static String path(Written written, String from, String to) {
    return describe(written, PathFinder.fewestSteps(graph(written), Written.ample()), from, to);
  }

  private static OrderGraph graph(Written written, String... forced) {
    EdgeList edges = new EdgeList();
    for (String edge : forced) {
      int space = edge.indexOf(' ');
      edges.add(written.node(edge.substring(0, space)), written.node(edge.substring(space + 1)));
    }
    return OrderGraph.of(written.index(), List.of(edges));
  }

  private static String describe(Written written, PathFinder finder, String from, String to) {
    PathFinder.Path path = finder.find(written.node(from), written.node(to), node -> true);
    return Arrays.stream(path.nodes()).mapToObj(written::name).collect(Collectors.joining(" "))
        + ", cost "
        + path.cost();
  }
}
