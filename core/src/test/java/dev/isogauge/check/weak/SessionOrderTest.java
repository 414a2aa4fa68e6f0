package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.explain.SampleAnomalies;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.order.SessionOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SessionOrderTest {
  @Test
  void aSessionIsOneChain() {
    assertThat(describe("s1: w(x,1) ; aborted w(x,2) ; w(x,3) | s2: r(x,1)"))
        .containsExactly("s1.1 s1.3", "s2.1");
  }

  @Test
  void aSessionWithoutCountingTransactionsHasNoChain() {
    assertThat(describe("s1: aborted w(x,1) | s2: w(x,2) | s3: aborted w(x,3) ; aborted w(x,4)"))
        .containsExactly("s2.1");
  }

  @Test
  void nothingFollowsAnIndeterminateTransaction() {
    assertThat(describe("s1: w(x,1) ; indeterminate w(x,2) ; w(x,3) | s2: r(x,2)"))
        .containsExactly("s1.1 s1.3", "s1.2", "s2.1", "s1.1 -> s1.2");
  }

  @Test
  void aFinalIndeterminateTransactionStaysInItsChain() {
    assertThat(describe("s1: w(x,1) ; indeterminate w(x,2) ; aborted w(x,3) | s2: r(x,2)"))
        .containsExactly("s1.1 s1.2", "s2.1");
  }

  @Test
  void overlappingTransactionsAreNotedOnceASession() {
    Written written =
        Written.of(
            "s1: [rt 0..10] w(x,1) ; [rt 5..20] w(x,2) ; [rt 15..30] w(x,3) ; [rt 16..31] w(x,4)"
                + " | s2: [rt 0..10] w(y,1) ; [rt 10..20] w(y,2)"
                + " | s3: [rt 0..10] w(z,1) ; [rt 20..30] w(z,2) ; [rt 29..40] w(z,3)");
    assertThat(describe(written))
        .containsExactly(
            "s1.1 s1.3",
            "s1.2",
            "s1.4",
            "s2.1 s2.2",
            "s3.1 s3.2",
            "s3.3",
            "s1.1 -> s1.4",
            "s3.1 -> s3.3");
    assertThat(OverlappingSessions.notes(written.history()))
        .containsExactly(SampleAnomalies.overlapping(0, 1), SampleAnomalies.overlapping(7, 8));
  }

  @Test
  void anIndeterminateTransactionIsNoOverlap() {
    Written written = Written.of("s1: indeterminate w(x,1) ; w(x,2) | s2: r(x,1)");
    assertThat(OverlappingSessions.notes(written.history())).isEmpty();
  }

  /** The third is after both without times of its own; the last learns of s1.2 only through it. */
  @Test
  void orderIsInheritedThroughTransactionsWithoutTimes() {
    Written written =
        Written.of(
            "s1: [rt 0..100] w(x,1) ; [rt 50..60] w(x,2) ; w(x,3) ; [rt 52..55] w(x,4) ;"
                + " [rt 55..300] w(x,5) ; [rt 56..57] w(x,6)");
    assertThat(describe(written))
        .containsExactly(
            "s1.1 s1.3 s1.4 s1.5", "s1.2", "s1.6", "s1.2 -> s1.3", "s1.4 -> s1.6", "s1.2 -> s1.6");
    assertThat(written.chains().sessionBefore(written.node("s1.2"), written.node("s1.4"))).isTrue();
    assertThat(written.chains().sessionBefore(written.node("s1.2"), written.node("s1.6"))).isTrue();
  }

  @Test
  void knowsSessionsAndWhatDoesNotCount() {
    Written whole = Written.of("s1: w(x,1) ; aborted w(x,2) | s2: w(x,3)");
    assertThat(whole.chains().hasExtras()).isFalse();
    assertThat(whole.chains().node(0)).isZero();
    assertThat(whole.chains().node(1)).isEqualTo(History.NONE);
    assertThat(whole.chains().node(2)).isEqualTo(1);
    Written cut = Written.of("s1: w(x,1) | s2: [rt 0..9] w(x,2) ; [rt 5..9] w(x,3) ; w(x,4)");
    assertThat(cut.chains().hasExtras()).isTrue();
    assertThat(cut.chains().sessionOfChain(0)).isZero();
    assertThat(cut.chains().sessionOfChain(1)).isEqualTo(1);
    assertThat(cut.chains().sessionOfChain(2)).isEqualTo(1);
    assertThat(cut.chains().sessionEnd(cut.node("s1.1"), 1)).isEqualTo(History.NONE);
  }

  @Test
  void sessionOrderIsTheClosureOfWhatTimesAllow() {
    for (int seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      History history = timed(random, 2 + random.nextInt(14));
      SessionOrder chains = new SessionOrder(history);
      boolean[][] expected = closure(history);
      boolean[][] byEdges = new boolean[expected.length][expected.length];
      for (int v = 0; v < chains.nodeCount(); v++) {
        int t = chains.transaction(v);
        if (chains.hasPrevious(v)) {
          byEdges[chains.transaction(v - 1)][t] = true;
        }
        for (int e = chains.firstExtra(v); e < chains.endExtra(v); e++) {
          byEdges[chains.transaction(chains.extra(e))][t] = true;
        }
      }
      close(byEdges);
      assertThat(byEdges).as("edges, seed %d", seed).isDeepEqualTo(expected);
      boolean[][] asked = new boolean[expected.length][expected.length];
      for (int u = 0; u < chains.nodeCount(); u++) {
        for (int v = 0; v < chains.nodeCount(); v++) {
          asked[chains.transaction(u)][chains.transaction(v)] = chains.sessionBefore(u, v);
        }
      }
      assertThat(asked).as("sessionBefore, seed %d", seed).isDeepEqualTo(expected);
    }
  }

  /** A reader of whatever is indeterminate, and one session with times, some unknown. */
  private static History timed(Random random, int length) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    block.transaction(atoms.text("reader"), Atoms.NO_NAME, Outcome.COMMITTED, 0);
    for (int t = 0; t < length; t++) {
      block.read(atoms.integer(t), atoms.integer(1));
    }
    int clock = 0;
    for (int t = 0; t < length; t++) {
      Outcome outcome =
          random.nextInt(6) == 0
              ? Outcome.INDETERMINATE
              : random.nextInt(8) == 0 ? Outcome.ABORTED : Outcome.COMMITTED;
      block.transaction(atoms.text("s"), Atoms.NO_NAME, outcome, 0);
      int begin = Math.max(0, clock - random.nextInt(12));
      int end = begin + random.nextInt(8);
      clock = Math.max(clock, end);
      block.realTime(
          random.nextInt(5) == 0 ? RawBlock.NO_TIME : begin,
          random.nextInt(5) == 0 ? RawBlock.NO_TIME : end);
      block.write(atoms.integer(t), atoms.integer(1));
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    return builder.build();
  }

  private static boolean[][] closure(History history) {
    int count = history.transactionCount();
    boolean[][] before = new boolean[count][count];
    for (int later = 0; later < count; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        before[earlier][later] =
            history.counts(earlier)
                && history.counts(later)
                && history.sessionOf(earlier) == history.sessionOf(later)
                && history.outcome(earlier) == Outcome.COMMITTED
                && (history.endTime(earlier) == RawBlock.NO_TIME
                    || history.beginTime(later) == RawBlock.NO_TIME
                    || history.endTime(earlier) <= history.beginTime(later));
      }
    }
    close(before);
    return before;
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

  private static List<String> describe(String line) {
    return describe(Written.of(line));
  }

  /** The chains, then the extra edges. */
  private static List<String> describe(Written written) {
    SessionOrder chains = written.chains();
    List<String> lines = new ArrayList<>();
    for (int c = 0; c < chains.chainCount(); c++) {
      List<String> names = new ArrayList<>();
      for (int v = chains.chainBegin(c); v < chains.chainEnd(c); v++) {
        names.add(written.name(v));
      }
      lines.add(String.join(" ", names));
    }
    for (int v = 0; v < chains.nodeCount(); v++) {
      for (int e = chains.firstExtra(v); e < chains.endExtra(v); e++) {
        lines.add(written.name(chains.extra(e)) + " -> " + written.name(v));
      }
    }
    return lines;
  }
}
