package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on H2, whose SERIALIZABLE is snapshot isolation with stale statements. */
class SearchCommandTest {
  @TempDir private Path directory;

  private static String[] search(String... more) {
    String[] command = {
      "search", "h2", "--isolation", "ser", "--rows", "1", "--transactions", "2", "--statements"
    };
    String[] all = new String[command.length + more.length];
    System.arraycopy(command, 0, all, 0, command.length);
    System.arraycopy(more, 0, all, command.length, more.length);
    return all;
  }

  @Test
  void saysThatNothingWasFoundInTheBound() {
    CommandRun run = isogauge(search("3", "--quiet"));

    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(run.out())
        .contains("All 767 schedules of up to 3 statements on one row in two transactions were")
        .contains("no schedule that was run breaks its claim.");
    assertThat(run.err()).isEmpty();
  }

  /** The state says what was found; only shrinking and confirming is left. */
  @Test
  void showsWhatWasFoundAndWritesItAsASchedule() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("h2/serializable"));
    isogauge(search("2", "--out", directory.toString()));
    Path state = folder.resolve("search.state");
    String begun = Files.readString(state).replace("up to 2", "up to 4");
    Files.writeString(
        state,
        begun.replaceFirst("done: .*", "done: 767")
            + "found: G_SINGLE_ITEM x+: 1rx 2ux 1rx 1ux\n"
            + "found: G_SINGLE_ITEM x+: 1lx 2ux 1rx 1ux\n");

    CommandRun run =
        isogauge(search("4", "--time", "1ms", "--json", "--out", directory.toString()));

    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(run.out()).contains("\"code\":\"x+: 1rx 2ux 1rx 1ux\"", "\"confirmed\":true");
    assertThat(folder.resolve("report.txt")).content().contains("T1r update x 1032 -> done");
    Path schedule = folder.resolve("1.litmus");
    assertThat(schedule).content().contains("session t1: T1 T1r");
    CommandRun again =
        isogauge("litmus", "h2", "--isolation", "ser", "--schedule", schedule.toString());
    assertThat(again.exitCode()).isEqualTo(ExitCode.VIOLATED);
  }

  @Test
  void refusesWhatItCannotSearch() {
    assertThat(isogauge("search").err()).contains("expected a database");
    assertThat(isogauge("search", "rocksdb").err()).contains("has none");
    assertThat(isogauge("search", "h2", "--rows", "3").err())
        .contains("--rows: found '3'; expected a whole number from 1 to 2");
    assertThat(isogauge("search", "h2", "--isolation", "chaos").exitCode())
        .isEqualTo(ExitCode.USAGE);
  }
}
