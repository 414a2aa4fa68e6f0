package dev.isogauge.collect.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is there and says nothing any more, as behind a network that fails. */
@Timeout(120)
class SilentServerTest {
  private static final int SESSIONS = Workload.MINI.defaults().sessions();

  @TempDir private Path directory;

  @Test
  void theRunEndsAndLeavesWhatEverySessionHadUnderWay() throws Exception {
    List<String> notices = new CopyOnWriteArrayList<>();
    DatabaseOptions options =
        DatabaseOptions.defaults()
            .withLockTimeout(Duration.ofSeconds(1))
            .withAnswerTimeout(Duration.ofSeconds(1))
            .withNotices(notices::add);
    Path file = directory.resolve("history.jsonl");
    RunSummary summary;
    try (PostgresServer server = PostgresServer.start("18.6", Postgres.driver(options), options);
        StallingRelay relay = new StallingRelay(server.port())) {
      String url = server.url().replace(":" + server.port(), ":" + relay.port());
      try (Database database =
              Databases.open(url + "?user=postgres&password=" + server.password(), options);
          Recorder recorder = RecordedSession.recorder(file, Map.of())) {
        RunPlan plan =
            new RunPlan(
                Workload.MINI,
                Workload.MINI.defaults(),
                database.capabilities().level("serializable"),
                Long.MAX_VALUE,
                Duration.ofMinutes(10),
                1);
        summary =
            new WorkloadRun(database, plan, recorder)
                .run(
                    soFar -> {
                      if (soFar.committed() > 100) {
                        relay.stall();
                      }
                    });
      }
    }
    assertThat(summary.stopped()).hasValueSatisfying(why -> assertThat(why).contains("accepted"));
    assertThat(summary.unanswered()).isPresent();
    assertThat(notices).anyMatch(notice -> notice.contains("the tables of this run may remain"));
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(history.transactionCount()).isEqualTo((int) summary.transactions());
    assertThat(summary.aborted() + summary.indeterminate()).isGreaterThanOrEqualTo(SESSIONS);
  }
}
