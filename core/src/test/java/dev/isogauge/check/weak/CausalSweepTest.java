package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the sweep forces, edge by edge: nothing twice and nothing that others imply. */
class CausalSweepTest {
  @Test
  void forcesTheLastWriterOfASession() {
    assertThat(sweep("s1: w(x,1) ; w(x,2) w(y,1) | s2: w(x,3) | s3: r(y,1) r(x,3)"))
        .containsExactly("s1.2 < s2.1");
  }

  @Test
  void forcesNothingThatHappensBeforeTheLastOneForced() {
    assertThat(
            sweep("s1: w(x,1) w(y,1) | s2: r(y,1) w(x,2) w(z,1) | s3: w(x,3) | s4: r(z,1) r(x,3)"))
        .containsExactly("s2.1 < s3.1");
  }

  /** s1.2 is the first of its session that does not happen before s2.3. */
  @Test
  void forcesWhatTheLastOneForcedDoesNotImply() {
    assertThat(
            sweep(
                "s1: w(x,1) w(y,1) ; w(x,2) w(z,1) | s2: w(a,1) ; w(a,2) ; r(y,1) w(x,3) w(u,1)"
                    + " | s3: w(x,4) | s4: r(z,1) r(u,1) r(x,4)"))
        .containsExactly("s2.3 < s3.1", "s1.2 < s3.1");
  }

  @Test
  void forcesNothingThatHappensBeforeTheSource() {
    assertThat(sweep("s1: w(x,1) ; w(x,2) | s2: r(x,2) w(x,3) | s3: r(x,2) r(x,3)"))
        .containsExactly("s2.1 < s1.2");
  }

  @Test
  void aLaterWriterOfTheSessionIsNotSeen() {
    assertThat(
            sweep(
                "s1: w(a,1) w(x,1) w(y,1) ; w(x,2) | s2: w(x,3) | s3: w(b,1) ; w(b,2) ; r(y,1) r(x,3)"))
        .containsExactly("s1.1 < s2.1");
  }

  @Test
  void everyWriterThatIsSeenComesAfterTheInitialValue() {
    assertThat(sweep("s1: w(x,1) | s2: w(x,2) | s3: r(x,1) w(y,1) | s4: r(x,2) r(y,1) r(x,nil)"))
        .containsExactlyInAnyOrder("s1.1 < s2.1", "s1.1 < init", "s2.1 < init");
  }

  /** Session order across the chains of a cut session is happens-before too. */
  @Test
  void seesTheOtherChainsOfASession() {
    assertThat(
            sweep(
                "s1: [rt 0..10] w(a,1) ; [rt 5..20] w(x,1) ; [rt 30..40] w(b,1)"
                    + " | s2: r(b,1) r(x,nil)"))
        .containsExactly("s1.2 < init");
  }

  /** Thirty earlier writers are below the level at which the walk stops. */
  @Test
  void stopsWhereEverythingHappensBeforeTheSource() {
    assertThat(
            sweep(
                "s1: "
                    + writes("x", 1, 30)
                    + " ; w(x,31) w(y,1)"
                    + " | s2: r(x,30) w(x,100) | s3: r(y,1) r(x,100)"))
        .containsExactly("s1.31 < s2.1");
  }

  /** Ten more steps are few for three chains: nothing is looked up, which would force it again. */
  @Test
  void walksAFewStepsPerChain() {
    assertThat(
            sweep(
                "s1: "
                    + writes("x", 1, 10)
                    + " | s2: "
                    + writes("z", 1, 12)
                    + " ; w(x,99) w(y,1) | s3: r(y,1) r(x,nil)"))
        .containsExactly("s2.13 < init");
  }

  /** Pairs of overlapping transactions: rows of other chains are given back as well. */
  @Test
  void longCutSessionsNeedFewRows() {
    String session =
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    "[rt %d..%d] w(a,%d) ; [rt %d..%d] w(b,%d)"
                        .formatted(10 * i, 10 * i + 9, i + 1, 10 * i + 5, 10 * i + 9, i + 1))
            .collect(Collectors.joining(" ; "));
    assertThat(sweep("s1: " + session + " ; [rt 300..301] r(a,5) r(b,20)"))
        .containsExactly("s1.39 < s1.9");
  }

  /** Sixty writers that the reader does not see hide the ones it does from the walk. */
  @Test
  void looksUpWritersBehindACrowd() {
    assertThat(sweep(crowded("w(x,2)", "")))
        .containsExactlyInAnyOrder("s1.1 < s4.1", "s5.2 < s4.1", "s3.2 < s4.1");
  }

  @Test
  void looksUpOnlyTheChainsOfItsBlock() {
    Written written = Written.of(crowded("w(x,2)", ""));
    assertThat(sweep(written, 0, 1)).containsExactly("s1.1 < s4.1");
    assertThat(sweep(written, 1, 2)).isEmpty();
    assertThat(sweep(written, 1, 4)).containsExactly("s3.2 < s4.1");
    assertThat(sweep(written, 3, 4)).isEmpty();
    assertThat(sweep(written, 4, 5)).containsExactly("s5.2 < s4.1");
  }

  /** The reader and s6.1 happen before each other, so the reader happens before itself. */
  @Test
  void looksUpNoReaderOnACycleAsItsOwnWriter() {
    assertThat(sweep(crowded("w(x,2)", " r(b,1) w(a,1) w(x,300)") + " | s6: r(a,1) w(b,1)"))
        .containsExactlyInAnyOrder("s1.1 < s4.1", "s5.2 < s4.1", "s3.2 < s4.1");
  }

  @Test
  void looksUpNoReaderOnACycleAsTheOnlyWriterOfItsSession() {
    assertThat(sweep(crowded("w(z,2)", " r(b,1) w(a,1) w(x,300)") + " | s6: r(a,1) w(b,1)"))
        .containsExactlyInAnyOrder("s1.1 < s4.1", "s5.2 < s4.1");
  }

  /**
   * s2 writes x sixty times beside the reader at the end of s3, which sees s1.1 and s5.2; s5.1
   * happens before the source s4.1.
   */
  private static String crowded(String second, String rest) {
    return "s1: w(x,1) w(y,1) | s2: "
        + writes("x", 101, 160)
        + " | s3: w(z,1) ; "
        + second
        + " ; "
        + writes("z", 3, 65)
        + " ; r(y,1) r(u,1) r(x,50)"
        + rest
        + " | s4: r(x,60) w(x,50) | s5: w(x,60) ; w(x,61) w(u,1) ; w(x,62)";
  }

  @Test
  void membersOfACycleSeeEachOther() {
    assertThat(sweep("s1: r(b,1) w(a,1) w(x,1) | s2: r(a,1) w(b,1) r(x,nil) | s3: r(b,1) r(x,nil)"))
        .containsExactlyInAnyOrder("s1.1 < init", "s1.1 < init");
  }

  @Test
  void whatPrecedesACycleIsSeenByItsMembers() {
    assertThat(
            sweep(
                "s1: w(x,1) ; w(c,1) ; w(d,1) | s2: w(x,2) | s3: r(b,1) r(x,2) w(a,1)"
                    + " | s4: r(a,1) w(b,1) | s5: r(d,1) r(x,2)"))
        .containsExactly("s1.1 < s2.1");
  }

  @Test
  void blocksTogetherForceWhatTheWholeDoes() {
    for (int seed = 0; seed < 150; seed++) {
      Written written = Written.of(random(new Random(seed)));
      int chains = written.chains().chainCount();
      boolean[][] expected = naive(written);
      List<ForcedEdges> whole = List.of(run(written, 0, chains, Written.ample()));
      assertThat(closure(written, whole)).as("seed %d", seed).isDeepEqualTo(expected);
      List<ForcedEdges> blocks =
          IntStream.range(0, chains)
              .mapToObj(c -> run(written, c, c + 1, Written.ample()))
              .toList();
      assertThat(closure(written, blocks)).as("blocks, seed %d", seed).isDeepEqualTo(expected);
    }
  }

  @Test
  void asksForTimeAtOnce() {
    Written written = Written.of("s1: w(x,1)");
    assertThatThrownBy(() -> run(written, 0, 1, Written.expired()))
        .isInstanceOf(BudgetExceededException.class);
  }

  /** Two sessions that mostly write one key and two that mostly read it. */
  private static String random(Random random) {
    List<String> sessions = new ArrayList<>();
    int value = 0;
    List<String> seen = new ArrayList<>(List.of("x,nil"));
    List<StringBuilder> open = new ArrayList<>();
    for (int s = 0; s < 4; s++) {
      open.add(new StringBuilder());
    }
    for (int t = 0; t < 70; t++) {
      int s = random.nextInt(4);
      StringBuilder line = open.get(s);
      line.append(line.isEmpty() ? "s" + (s + 1) + ": " : " ; ");
      String key = random.nextInt(3) == 0 ? "y" : "x";
      if (s < 2 || random.nextInt(4) == 0) {
        String version = key + "," + ++value;
        line.append("w(").append(version).append(')');
        seen.add(version);
      } else {
        int recent = Math.max(0, seen.size() - 1 - random.nextInt(30));
        line.append("r(").append(seen.get(recent)).append(')');
        line.append(" r(").append(seen.get(random.nextInt(seen.size()))).append(')');
      }
    }
    for (StringBuilder line : open) {
      if (!line.isEmpty()) {
        sessions.add(line.toString());
      }
    }
    return String.join(" | ", sessions);
  }

  /** What the axiom forces and happens-before, closed; the initial transaction is the last row. */
  private static boolean[][] naive(Written written) {
    WeakIndex index = written.index();
    boolean[][] before = observed(written);
    close(before);
    boolean[][] order = new boolean[before.length][];
    for (int v = 0; v < order.length; v++) {
      order[v] = before[v].clone();
    }
    int initial = index.nodeCount();
    for (int t3 = 0; t3 < index.nodeCount(); t3++) {
      for (int r = index.firstRead(t3); r < index.endRead(t3); r++) {
        int t1 = index.readSource(r);
        for (int t2 = 0; t2 < index.nodeCount(); t2++) {
          if (t2 != t1 && t2 != t3 && before[t2][t3] && index.writes(t2, index.readKey(r))) {
            order[t2][t1 < 0 ? initial : t1] = true;
          }
        }
      }
    }
    close(order);
    return order;
  }

  private static boolean[][] closure(Written written, List<ForcedEdges> forced) {
    boolean[][] order = observed(written);
    int initial = written.index().nodeCount();
    for (ForcedEdges edges : forced) {
      for (long e = 0; e < edges.edges().size(); e++) {
        order[edges.edges().from(e)][edges.edges().to(e)] = true;
      }
      edges.beforeInitial().forEach(v -> order[v][initial] = true);
    }
    close(order);
    return order;
  }

  private static boolean[][] observed(Written written) {
    WeakIndex index = written.index();
    int initial = index.nodeCount();
    boolean[][] order = new boolean[initial + 1][initial + 1];
    for (int v = 0; v < initial; v++) {
      for (int u = 0; u < v; u++) {
        order[u][v] = written.chains().chain(u) == written.chains().chain(v);
      }
      for (int r = index.firstRead(v); r < index.endRead(v); r++) {
        if (index.readSource(r) >= 0) {
          order[index.readSource(r)][v] = true;
        }
      }
    }
    return order;
  }

  private static void close(boolean[][] matrix) {
    for (int via = 0; via < matrix.length; via++) {
      for (boolean[] row : matrix) {
        for (int to = 0; row[via] && to < row.length; to++) {
          row[to] |= matrix[via][to];
        }
      }
    }
  }

  private static String writes(String key, int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(value -> "w(" + key + "," + value + ")")
        .collect(Collectors.joining(" ; "));
  }

  private static List<String> sweep(String line) {
    Written written = Written.of(line);
    return sweep(written, 0, written.chains().chainCount());
  }

  private static List<String> sweep(Written written, int firstChain, int endChain) {
    return written.forced(List.of(run(written, firstChain, endChain, Written.ample())));
  }

  private static ForcedEdges run(Written written, int firstChain, int endChain, Budget budget) {
    WeakIndex index = written.index();
    CausalOrder causal = CausalOrder.of(index, Written.ample());
    int[] levels = causal.levels(index);
    CausalOrder order = causal.sorted(levels);
    ForcedEdges forced = new ForcedEdges();
    new CausalSweep(index, order, levels, LiveRows.plan(index, order), firstChain, endChain, forced)
        .run(budget);
    return forced;
  }
}
