package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.serve.ServeSettings;
import dev.isogauge.app.serve.Service;
import dev.isogauge.app.serve.ServiceConsole;
import dev.isogauge.level.IsolationLevel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command against a service in this process. */
class FeedCommandTest {
  private static final String LISTS =
      """
      [{"tid":1,"sid":1,"sts":{"p":1,"l":1},"cts":{"p":1,"l":2},"ops":[{"t":"a","k":1,"v":5}]},
       {"tid":2,"sid":1,"sts":{"p":1,"l":3},"cts":{"p":1,"l":4},"ops":[{"t":"r","k":1,"v":[5]}]},
       {"tid":3,"sid":2,"sts":{"p":2,"l":0},"cts":{"p":2,"l":1},"ops":[{"t":"r","k":1,"v":[6]}]}]
      """;

  @TempDir Path directory;

  @Test
  void feedsAndFinishesWithTheVerdict() throws Exception {
    Path history = Files.writeString(directory.resolve("lists.json"), LISTS);
    try (Service service = serve("violated")) {
      CommandRun sent = feed(service, history);
      CommandRun again = feed(service, history, "--shuffle-window", "3", "--batch", "1");
      assertThat(sent.exitCode()).isZero();
      assertThat(sent.out())
          .matches("sent 3 transactions in [0-9.]+ s: [0-9,]+/s, .*; retries: 0\n");
      assertThat(again.exitCode()).isZero();
    }
    try (Service service = serve("once")) {
      feed(service, history);
      CommandRun finished = feed(service, history, "--finish", "--quiet");

      assertThat(finished.exitCode()).isEqualTo(1);
      assertThat(finished.out())
          .isEqualTo("snapshot-isolation by timestamps violated: 1 External (3 transactions)\n");
      assertThat(service.awaitEnd()).isEqualTo(Service.Ending.VIOLATED);
    }
    CommandRun restarted =
        isogauge(
            "serve",
            "--level",
            "si",
            "--port",
            "0",
            "--data",
            directory.resolve("once").toString());
    assertThat(restarted.exitCode()).isEqualTo(1);
    assertThat(restarted.err()).contains("this run was finished; its report is");
  }

  @Test
  void aSatisfiedHistoryExitsWithZero() throws Exception {
    Path history = Files.writeString(directory.resolve("h.txt"), "s1: [ts 1..2] w(x,1)\n");
    try (Service service = serve("satisfied")) {
      CommandRun run = feed(service, history, "--finish", "--quiet");

      assertThat(run.exitCode()).isZero();
      assertThat(run.out())
          .isEqualTo("snapshot-isolation by timestamps satisfied (1 transactions)\n");
    }
  }

  @Test
  void historiesWithoutTimestampsAreNotFed() throws Exception {
    Path history = Files.writeString(directory.resolve("h.txt"), "s1: w(x,1)\n");
    CommandRun run = isogauge("feed", history.toString(), "--service", "http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err()).contains("transaction s1.1 lacks a start or commit timestamp");
  }

  /** Checking offline says unknown. */
  @Test
  void historiesWithPredicateReadsAreNotFed() throws Exception {
    Path history =
        Files.writeString(
            directory.resolve("h.txt"),
            "s1: [ts 1..2] w(r/1,{a:1})\ns2 T2: [ts 3..4] p(r,\"a > 0\",[])\n");
    assertThat(isogauge("check", "--level", "si", "--order", "timestamps", history.toString()))
        .extracting(CommandRun::exitCode)
        .isEqualTo(ExitCode.UNKNOWN);
    try (Service service = serve("predicates")) {
      CommandRun run = feed(service, history, "--finish");

      assertThat(run.exitCode()).isEqualTo(ExitCode.UNREADABLE);
      assertThat(run.err()).contains("transaction T2 reads a predicate");
    }
  }

  @Test
  void predicateReadsWithoutAKnownResultSayNothing() throws Exception {
    Path history =
        Files.writeString(
            directory.resolve("h.txt"), "s1: [ts 1..2] w(r/1,{a:1}) p(r,\"a > 0\",?)\n");
    try (Service service = serve("unknown")) {
      assertThat(feed(service, history, "--finish").exitCode()).isEqualTo(ExitCode.SATISFIED);
    }
  }

  @Test
  void aServiceThatIsNotThereIsSaid() throws Exception {
    Path history = Files.writeString(directory.resolve("h.txt"), "s1: [ts 1..2] w(x,1)\n");
    CommandRun run =
        isogauge("feed", history.toString(), "--service", "http://127.0.0.1:1", "--retry", "1ms");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.err()).contains("http://127.0.0.1:1/transactions cannot be reached");
  }

  @Test
  void aHistoryThatIsRefusedIsUnreadable() throws Exception {
    Path history =
        Files.writeString(
            directory.resolve("mixed.jsonl"),
            "{\"session\":1,\"ts\":[1,2],\"ops\":[[\"a\",\"k\",1],[\"w\",\"k\",2]]}\n");
    try (Service service = serve("refusing")) {
      CommandRun run = feed(service, history);

      assertThat(run.exitCode()).isEqualTo(4);
      assertThat(run.err()).contains("list");
    }
  }

  /** A service that takes batches already: an earlier one would be sent twice. */
  private Service serve(String name) throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    Service service =
        Service.start(
            ServeSettings.of(IsolationLevel.SNAPSHOT_ISOLATION, 0, directory.resolve(name)),
            new ServiceConsole() {
              @Override
              public void say(String message) {}

              @Override
              public void replaying(long transactions) {}

              @Override
              public void ready(long known, long replayed, Duration took) {
                ready.countDown();
              }
            });
    assertThat(ready.await(1, TimeUnit.MINUTES)).isTrue();
    return service;
  }

  private static CommandRun feed(Service service, Path history, String... options) {
    String[] command = new String[4 + options.length];
    command[0] = "feed";
    command[1] = history.toString();
    command[2] = "--service";
    command[3] = "http://127.0.0.1:" + service.port();
    System.arraycopy(options, 0, command, 4, options.length);
    return isogauge(command);
  }
}
