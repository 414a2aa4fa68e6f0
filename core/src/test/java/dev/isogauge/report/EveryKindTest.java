package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The sample histories show every kind of anomaly. */
class EveryKindTest {
  /** Only online checking finds it, in events that come too late; a file has no such thing. */
  private static final Set<AnomalyKind> ONLINE = EnumSet.of(AnomalyKind.LATE_TRANSACTION);

  @Test
  void everyKindHasAHistory() throws IOException {
    Set<AnomalyKind> missing = EnumSet.complementOf(EnumSet.copyOf(ONLINE));
    for (Path file : SampleHistories.files()) {
      for (CheckResult result : SampleHistories.check(file)) {
        result.verdict().notes().forEach(note -> missing.remove(note.kind()));
        if (result.verdict() instanceof Verdict.Violated violated) {
          missing.removeAll(violated.counts().keySet());
        }
      }
    }
    assertThat(missing).isEmpty();
  }
}
