package dev.isogauge.check.known;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LongCycleTest {
  private static final int TRANSACTIONS = 20_000;
  private static final int SESSIONS = 4;

  /** A late read of an old value puts all transactions in between on cycles of real time. */
  @Test
  void cyclesThroughAllTransactionsAreNamedInTime() throws Exception {
    StringBuilder text = new StringBuilder("s0: [rt 1..2] a(0,1)\n");
    for (int i = 1; i <= TRANSACTIONS; i++) {
      text.append(
          String.format("s%d: [rt %d..%d] a(%d,1)%n", i % SESSIONS, 10 * i, 10 * i + 25, i));
    }
    text.append(String.format("s9: [rt %d..%d] r(0,[])%n", 11 * TRANSACTIONS, 12 * TRANSACTIONS));
    History history = IsogaugeText.parse(text.toString());

    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    Verdict verdict = Checks.check(history, IsolationLevel.STRICT_SERIALIZABILITY);
    Duration used = Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);

    assertThat(((Verdict.Violated) verdict).counts())
        .containsKey(AnomalyKind.G_SINGLE_ITEM_REALTIME);
    // About 1.3 s; 25 s if the steps of each transaction are gathered.
    assertThat(used).isLessThan(Duration.ofSeconds(10));
  }
}
