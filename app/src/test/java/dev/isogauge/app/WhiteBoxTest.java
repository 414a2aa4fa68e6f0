package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command test on a PostgreSQL that reports the order of its versions. */
class WhiteBoxTest {
  @TempDir private Path directory;

  @Test
  void checksByWhatTheDatabaseTells() throws IOException {
    Path out = directory.resolve("run");
    CommandRun run = run("predicate", "--out", out.toString());

    assertThat(run.out())
        .contains("Recovered from the database's log: the order of versions of ")
        .containsPattern("pl-3 by certificate +satisfied")
        .contains("What SERIALIZABLE claims: serializability held, pl-3 held.");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "history.jsonl",
              "certificate.jsonl",
              "report.txt",
              "report.json",
              "report.html",
              "run.json");
    }
    assertThat(out.resolve("run.json")).content().contains("\"whiteBox\" : true");

    String certificate = out.resolve("certificate.jsonl").toString();
    CommandRun again = isogauge("check", certificate, "--level", "pl-3", "--order", "certificate");
    assertThat(again.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }

  @Test
  void listsNeedNoRecovery() {
    CommandRun run = run("list-append");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("lists show the order of their versions themselves");
  }

  @Test
  void saysWhatTheServerLacks() {
    Path out = directory.resolve("unused");
    CommandRun run = run("mini", "--out", out.toString(), "--set", "wal_level=replica");
    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("wal_level is replica; set it to logical");
  }

  @Test
  void otherDatabasesAreRefused() {
    CommandRun run = isogauge("test", "h2", "--white-box");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("shows no order of versions; expected PostgreSQL");
  }

  private static CommandRun run(String workload, String... more) {
    String[] command = {
      "test",
      "postgres",
      "--isolation",
      "serializable",
      "--workload",
      workload,
      "--white-box",
      "--transactions",
      "60"
    };
    return isogauge(Stream.concat(Stream.of(command), Stream.of(more)).toArray(String[]::new));
  }
}
