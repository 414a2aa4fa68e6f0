package dev.isogauge.check.known;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import dev.isogauge.versions.ListAppends;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Orders of appends that no read shows, which depend on one another. */
class UnreadAppendsTest {
  private static final int PAIRS = 12;
  private static final int MISSED = 150;

  private final Map<String, StringBuilder> transactions = new TreeMap<>();
  private final List<String> lists = new ArrayList<>();

  private StringBuilder operations(String name) {
    return transactions.computeIfAbsent(name, unused -> new StringBuilder());
  }

  /** Both append to a list that nobody reads, so that one comes before the other. */
  private void exclude(String first, String second) {
    String list = "u" + first + second;
    operations(first).append(" a(" + list + ",1)");
    operations(second).append(" a(" + list + ",2)");
  }

  /** One starts before the other commits, since it misses what that one appends. */
  private void startsBefore(String first, String second) {
    String list = "k" + first + second;
    operations(first).append(" r(" + list + ",[])");
    operations(second).append(" a(" + list + ",1)");
    lists.add(list);
  }

  private History history() throws InputException {
    StringBuilder text = new StringBuilder();
    transactions.forEach(
        (name, operations) -> text.append(name).append(":").append(operations).append("\n"));
    text.append("reader:");
    lists.forEach(list -> text.append(" r(").append(list).append(",[1])"));
    return IsogaugeText.parse(text.toString());
  }

  private static Verdict check(History history) {
    return new OrderChecker(
            IsolationLevel.SNAPSHOT_ISOLATION, ListAppends.ORDER, true, Limits.DEFAULT)
        .check(history);
  }

  /** Each order of each pair, and which transactions start before others commit, as a graph. */
  @Test
  void ordersAreFoundIfThereAreAny() throws InputException {
    int satisfied = 0;
    int runs = TestSize.pick(60, 2_000);
    for (int seed = 0; seed < runs; seed++) {
      transactions.clear();
      lists.clear();
      Random random = new Random(seed);
      for (int pair = 0; pair < PAIRS; pair++) {
        exclude(name(2 * pair), name(2 * pair + 1));
      }
      int[] missed = new int[2 * PAIRS];
      for (int i = 0; i < MISSED; i++) {
        int first = random.nextInt(2 * PAIRS);
        int second = random.nextInt(2 * PAIRS);
        if (first >> 1 != second >> 1 && (missed[first] >> second & 1) == 0) {
          missed[first] |= 1 << second;
          startsBefore(name(first), name(second));
        }
      }
      History history = history();
      Verdict verdict = check(history);
      boolean expected = hasOrder(missed);
      assertThat(verdict.word()).as("seed " + seed).isEqualTo(expected ? "satisfied" : "violated");
      if (verdict instanceof Verdict.Satisfied holds) {
        Question question = Question.of(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(WitnessVerifier.refute(history, question, holds.witness())).isEmpty();
        satisfied++;
      }
    }
    assertThat(satisfied).isBetween(runs / 6, runs - runs / 6);
  }

  private static String name(int transaction) {
    return "t" + (char) ('a' + transaction);
  }

  /** Tries all orders of all pairs: none may let a transaction commit before it commits. */
  private static boolean hasOrder(int[] missed) {
    for (int orders = 0; orders < 1 << PAIRS; orders++) {
      int left = (1 << 2 * PAIRS) - 1;
      int before = 0;
      // A commit waits for the starts of those that miss it, and these for the commit before them.
      while (before != left) {
        before = left;
        for (int t = 0; t < missed.length; t++) {
          boolean free = true;
          for (int other = 0; other < missed.length; other++) {
            boolean starts = other == t || (missed[other] >> t & 1) == 1;
            boolean isSecond = (orders >> (other >> 1) & 1) == (other & 1);
            free &= !starts || !isSecond || (left >> (other ^ 1) & 1) == 0;
          }
          left &= free ? ~(1 << t) : -1;
        }
      }
      if (left == 0) {
        return true;
      }
    }
    return false;
  }
}
