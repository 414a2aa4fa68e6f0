package dev.isogauge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Chains say of every pair of transactions what the definition of session order says. */
class SessionChainsTest {

  @RepeatedTest(200)
  void chainsShowWhatTheDefinitionSays(RepetitionInfo info) throws Exception {
    Random random = new Random(info.getCurrentRepetition());
    History history = IsogaugeText.parse(text(random));
    SessionChains order = new SessionChains(history, history::counts);
    boolean[][] defined = closure(history);

    for (int t = 0; t < history.transactionCount(); t++) {
      Set<Integer> expected = new TreeSet<>();
      Set<Integer> found = new TreeSet<>();
      for (int s = 0; s < history.transactionCount(); s++) {
        if (defined[s][t]) {
          expected.add(s);
        }
        for (int last : order.before(t)) {
          if (order.chain(s) == order.chain(last) && s <= last) {
            found.add(s);
          }
        }
      }
      assertThat(found).as("before %s of %s", t, history.transactionName(t)).isEqualTo(expected);
    }
  }

  @Test
  void aSessionWithoutOverlapsIsOneChain() throws Exception {
    SessionChains order =
        new SessionChains(
            IsogaugeText.parse("s1: w(x,1) ; w(x,2) ; w(x,3) | s2: r(x,3)"), t -> true);

    assertThat(order.chainCount()).isEqualTo(2);
    assertThat(order.before(2)).containsExactly(1);
    assertThat(order.before(3)).isEmpty();
  }

  /** A session of overlapping, timeless and indeterminate transactions, and one that reads all. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder("s1: ");
    StringBuilder reads = new StringBuilder();
    int now = 0;
    int count = 2 + random.nextInt(7);
    for (int i = 0; i < count; i++) {
      now += random.nextInt(3);
      String begin = random.nextInt(5) == 0 ? "" : Integer.toString(now);
      String end = random.nextInt(5) == 0 ? "" : Integer.toString(now + random.nextInt(6));
      text.append(i == 0 ? "" : " ; ").append(random.nextInt(5) == 0 ? "indeterminate " : "");
      text.append(begin.isEmpty() && end.isEmpty() ? "" : "[rt " + begin + ".." + end + "] ");
      text.append("w(k").append(i).append(",1)");
      reads.append(" r(k").append(i).append(",1)");
    }
    return text + " | s2:" + reads;
  }

  private static boolean[][] closure(History history) {
    int n = history.transactionCount();
    boolean[][] before = new boolean[n][n];
    for (int s = 0; s < n; s++) {
      for (int t = s + 1; t < n; t++) {
        before[s][t] =
            history.sessionOf(s) == history.sessionOf(t)
                && history.outcome(s) == Outcome.COMMITTED
                && (history.endTime(s) == RawBlock.NO_TIME
                    || history.beginTime(t) == RawBlock.NO_TIME
                    || history.endTime(s) <= history.beginTime(t));
      }
    }
    for (int via = 0; via < n; via++) {
      for (int s = 0; s < n; s++) {
        for (int t = 0; t < n; t++) {
          before[s][t] |= before[s][via] && before[via][t];
        }
      }
    }
    return before;
  }
}
