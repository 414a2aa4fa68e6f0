package dev.isogauge.collect.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedDirectoryTest {
  /** The end comes at once, so that the guard is still starting the server when it hears of it. */
  @Test
  void aServerIsEndedHoweverSoonTheEndComes() throws Exception {
    for (int i = 0; i < 10; i++) {
      GuardedDirectory directory = GuardedDirectory.create("isogauge-guard");
      String server = "tail -f " + directory.path() + "/log";
      directory.start(List.of(("env --default-signal=QUIT " + server).split(" ", -1)));
      directory.close();

      assertThat(directory.path()).doesNotExist();
      assertThat(
              ProcessHandle.allProcesses()
                  .map(process -> process.info().commandLine().orElse(""))
                  .filter(command -> command.endsWith(server)))
          .isEmpty();
    }
  }
}
