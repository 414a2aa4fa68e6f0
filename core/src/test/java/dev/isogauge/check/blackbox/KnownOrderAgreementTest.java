package dev.isogauge.check.blackbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.order.KnownOrder;
import dev.isogauge.check.order.OrderChecker;
import dev.isogauge.format.isogauge.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where reads tell the order of versions, searching for one gives the same answer. */
class KnownOrderAgreementTest {
  @Test
  void miniTransactions() throws IOException {
    int runs = TestSize.pick(600, 10_000);
    int satisfied = 0;
    for (long seed = 0; seed < runs; seed++) {
      Random random = new Random(seed);
      String text = history(random, 20 + random.nextInt(60));
      History history = IsogaugeText.parse(text);
      List<IsolationLevel> levels = List.copyOf(Constraints.LEVELS);
      IsolationLevel level = levels.get(random.nextInt(levels.size()));
      boolean sessions = random.nextInt(3) > 0;
      Verdict known =
          new OrderChecker(level, KnownOrder.MINI_TRANSACTIONS, sessions, Limits.DEFAULT)
              .check(history);
      Verdict found =
          new BlackBoxChecker(new Constraints(level, sessions, false), Limits.DEFAULT)
              .check(history);
      assertThat(found.word()).as(level + " " + sessions + "\n" + text).isEqualTo(known.word());
      satisfied += known instanceof Verdict.Satisfied ? 1 : 0;
    }
    assertThat(satisfied).isBetween(runs / 10, runs - runs / 10);
  }

  /** Each write follows a read of its key; now and then a read is stale. */
  private static String history(Random random, int count) {
    int keys = 2 + random.nextInt(5);
    int sessions = 2 + random.nextInt(4);
    int noise = 10 + random.nextInt(100);
    List<int[]> states = new ArrayList<>(List.of(new int[keys]));
    StringBuilder text = new StringBuilder("init *=0\n");
    int fresh = 1;
    for (int t = 0; t < count; t++) {
      int back = random.nextInt(noise) == 0 ? 1 + random.nextInt(2) : 0;
      int[] seen = states.get(Math.max(0, states.size() - 1 - back)).clone();
      int[] after = states.get(states.size() - 1).clone();
      int begin = 10 * t - random.nextInt(15);
      text.append("s").append(random.nextInt(sessions)).append(": [rt ").append(begin).append("..");
      text.append(Math.max(begin, 10 * t + random.nextInt(12))).append("]");
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        int key = random.nextInt(keys);
        text.append(" r(k").append(key).append(",").append(seen[key]).append(")");
        if (random.nextBoolean()) {
          seen[key] = fresh;
          after[key] = fresh;
          text.append(" w(k").append(key).append(",").append(fresh++).append(")");
        }
      }
      states.add(after);
      text.append("\n");
    }
    return text.toString();
  }
}
