package dev.isogauge.recorder.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.TransactionRecorder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Tests in one thread whose transactions may race. */
class PredictedRacesTest {
  @TempDir Path directory;

  private Events events(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("isogauge.directory", directory.toString())
        .selectors(selectClass(tests))
        .execute()
        .testEvents();
  }

  private static void withdraw(Recorder recorder, boolean locks) {
    try (TransactionRecorder open = recorder.session("main").begin()) {
      open.write("accounts/1", 100);
      open.committed();
    }
    for (int balance = 100; balance > 98; balance--) {
      try (TransactionRecorder transaction = recorder.session("main").begin()) {
        transaction.read("accounts/1", balance);
        transaction.write("accounts/1", balance - 1);
        if (locks) {
          transaction.field("sizes", "1u 1");
        }
        transaction.committed();
      }
    }
  }

  static class Racing {
    @IsolationTest(predict = true)
    void withdraws(Recorder recorder) {
      withdraw(recorder, false);
    }
  }

  static class Safe {
    @IsolationTest(predict = true)
    void locks(Recorder recorder) {
      withdraw(recorder, true);
    }

    @IsolationTest(predict = true, isolation = "repeatable read")
    void runsAtRepeatableRead(Recorder recorder) {
      withdraw(recorder, false);
    }
  }

  @Test
  void aRaceFailsTheTestWithScheduleAndRemedies() {
    String message =
        events(Racing.class)
            .failed()
            .list()
            .get(0)
            .getRequiredPayload(TestExecutionResult.class)
            .getThrowable()
            .orElseThrow()
            .getMessage();

    assertThat(message)
        .startsWith("a race is possible at READ COMMITTED of PostgreSQL")
        .contains("a lost update", "read accounts/1", ": atomic\n", ": for update\n")
        .contains("history: ", "report:  file:");
    assertThat(directory.resolve(Racing.class.getName() + ".withdraws.html")).isNotEmptyFile();
  }

  @Test
  void whatCannotRacePasses() {
    events(Safe.class).assertStatistics(all -> all.started(2).succeeded(2));
  }
}
