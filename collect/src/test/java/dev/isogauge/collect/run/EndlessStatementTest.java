package dev.isogauge.collect.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.workload.Parameters;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.generate.KeyDistribution;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that lets a statement wait for ever, as HSQLDB does. */
@Timeout(60)
class EndlessStatementTest {
  @TempDir private Path directory;

  @Test
  void theRunAndTheDatabaseEndWithoutIt() throws Exception {
    Path recording = directory.resolve("history.jsonl");
    try (Database hsqldb = Databases.open("hsqldb:locks", DatabaseOptions.defaults())) {
      Level serializable = hsqldb.capabilities().level("serializable");
      Session other = hsqldb.open(serializable);
      other.begin();
      other.write(0, -1);
      // Whoever uses an item now waits for this one, which does not end.
      hsqldb.abandon(other);
      RunSummary summary;
      try (Recorder recorder = RecordedSession.recorder(recording, Map.of())) {
        summary =
            new WorkloadRun(
                    hsqldb,
                    new RunPlan(
                        Workload.MINI,
                        new Parameters(2, 2, 0.5, 1, 0, KeyDistribution.UNIFORM),
                        serializable,
                        100,
                        Duration.ofSeconds(2),
                        1),
                    recorder,
                    session -> session,
                    Duration.ofMillis(300))
                .run(progress -> {});
      }
      assertThat(summary.stopped())
          .hasValue("a statement does not end; the outcome of its transaction is unknown");
      assertThat(summary.indeterminate()).isEqualTo(2);
      assertThat(summary.stalled()).as("all sessions waited").isGreaterThan(Duration.ofSeconds(1));
    }
    assertThat(recording).content().contains("\"session\":\"s1\"", "\"session\":\"s2\"");
  }
}
