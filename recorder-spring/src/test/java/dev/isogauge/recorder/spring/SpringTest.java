package dev.isogauge.recorder.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.isogauge.recorder.TransactionRecorder;
import dev.isogauge.recorder.junit.IsolationRun;
import dev.isogauge.recorder.junit.IsolationTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.example.bank.BankApplication;
import org.example.bank.Withdrawals;
import org.example.bank.WithdrawalsTests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** What docs/spring.md says, run. */
class SpringTest {
  private static final Path ROOT = Path.of(System.getProperty("isogauge.root"));

  @TempDir Path directory;

  private Events run(Class<?> tests) {
    return EngineTestKit.engine("junit-jupiter")
        .configurationParameter("isogauge.directory", directory.toString())
        .selectors(selectClass(tests))
        .execute()
        .testEvents();
  }

  private static String message(Event failed) {
    return failed.getTestDescriptor().getUniqueId()
        + ": "
        + failed.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
  }

  /** On PostgreSQL a version is that of a row, and the server says which one follows another. */
  static Stream<Arguments> databases() {
    return Stream.of(
        Arguments.of(WithdrawalsTests.OnH2.class, "LostUpdate: ", "account.balance/1"),
        Arguments.of(WithdrawalsTests.OnPostgres.class, "G-", "account/1 = {balance"));
  }

  @ParameterizedTest
  @MethodSource("databases")
  void aLostUpdateIsFoundAndFourRemediesPreventIt(Class<?> tests, String kind, String row) {
    Events events = run(tests);
    List<String> failed = events.failed().stream().map(SpringTest::message).toList();
    assertThat(failed).hasSize(1);
    assertThat(failed.get(0))
        .contains(
            "noWithdrawalIsLost",
            "snapshot-isolation is violated:\n" + kind,
            row,
            "How to prevent it:",
            "history: " + directory);
    assertThat(events.succeeded().count()).isEqualTo(4);
  }

  @Test
  void theUrlAloneStarts() throws Exception {
    Path file = directory.resolve("run.jsonl");
    try (ConfigurableApplicationContext context =
        SpringApplication.run(
            BankApplication.class,
            "--spring.datasource.url=jdbc:isogauge:file=" + file + ":h2:mem:alone",
            "--spring.jpa.hibernate.ddl-auto=create")) {
      Withdrawals withdrawals = context.getBean(Withdrawals.class);
      withdrawals.open(1, 100);
      withdrawals.withdraw(1, 10);
    }
    assertThat(Files.readString(file)).contains("[\"w\",\"account.balance/1\",90]");
  }

  /** A test without Spring, in a project that has it. */
  static class Plain {
    @IsolationTest(sessions = 1, transactions = 1, minChances = 0)
    void plain(IsolationRun run) throws Exception {
      run.sessions(
          session -> {
            try (TransactionRecorder transaction = session.recorder().begin()) {
              transaction.write("x", 1);
              transaction.committed();
            }
          });
    }
  }

  @Test
  void testsWithoutSpringAreLeftAlone() {
    assertThat(run(Plain.class).failed().list()).isEmpty();
  }

  @Test
  void theDocumentShowsWhatRuns() throws Exception {
    StringBuilder code = new StringBuilder();
    try (Stream<Path> files =
        Files.list(ROOT.resolve("recorder-spring/src/test/java/org/example/bank"))) {
      for (Path file : files.toList()) {
        code.append(flat(Files.readString(file)));
      }
    }
    List<String> blocks = new ArrayList<>();
    String[] parts = Files.readString(ROOT.resolve("docs/spring.md")).split("```", -1);
    for (int i = 1; i < parts.length; i += 2) {
      if (parts[i].startsWith("java\n")) {
        blocks.add(parts[i].substring(5));
      }
    }
    assertThat(blocks).hasSizeGreaterThan(4);
    for (String block : blocks) {
      assertThat(code.toString()).contains(flat(block));
    }
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", "");
  }
}
