package dev.isogauge.app.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.watch.OnlineCheck;
import dev.isogauge.app.watch.ServiceJudge;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class OnlineCheckTest {
  private static final String WRITER =
      "{\"session\":\"s1\",\"ops\":[[\"w\",1,10]],\"ts\":[0,2],\"outcome\":\"committed\"}";
  private static final String UNTOLD =
      "{\"session\":\"s3\",\"ops\":[[\"w\",1,11]],\"outcome\":\"aborted\"}";

  @TempDir Path directory;
  private final List<String> notices = new ArrayList<>();

  /** With so long a delay that nothing is final before the end, however slow the machine. */
  private String checked(String... lines) throws IOException {
    Path state = directory.resolve("state");
    try (OnlineCheck online =
        new OnlineCheck(
            new CheckerJudge(
                IsolationLevel.SNAPSHOT_ISOLATION, state, Duration.ofHours(1), notices::add))) {
      for (String line : lines) {
        online.accept(line);
      }
      return online.finish();
    } finally {
      assertThat(state).doesNotExist();
    }
  }

  private static String reader(String value, int start) {
    return "{\"session\":\"s2\",\"ops\":[[\"r\",1,"
        + value
        + "]],\"ts\":["
        + start
        + ","
        + start
        + "],\"outcome\":\"committed\"}";
  }

  @Test
  void whatAgreesWithTheTimestampsIsSatisfied() throws IOException {
    assertThat(checked(reader("null", 1), UNTOLD, reader("10", 2), WRITER))
        .isEqualTo(
            "Checked online, as they ended: 4 transactions, snapshot-isolation by timestamps"
                + " satisfied.");
    assertThat(notices).isEmpty();
  }

  @Test
  void whatContradictsThemIsToldWhenItIsFinalAndInTheEnd() throws IOException {
    assertThat(checked(WRITER, reader("null", 3)))
        .contains("2 transactions", "violated: 1 finding", "s2.1");
    assertThat(notices).singleElement().asString().startsWith("online, after ").contains("s2.1");
  }

  @Test
  void aServiceJudgesAlikeAndShowsItsPage() throws Exception {
    Path state = directory.resolve("service");
    ServiceJudge judge =
        ServiceJudge.byTimestamps(
            IsolationLevel.SNAPSHOT_ISOLATION, state, Duration.ofHours(1), 0, notices::add);
    try (OnlineCheck online = new OnlineCheck(judge)) {
      String address = notices.get(0).replaceFirst(".*(http:.*)", "$1");
      HttpResponse<String> page =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body()).startsWith("<!doctype html>");
      online.accept(WRITER);
      online.accept(UNTOLD);
      online.accept(reader("null", 3));
      assertThat(online.finish())
          .isEqualTo(
              "Checked online, as they ended: 3 transactions, snapshot-isolation by timestamps"
                  + " violated: 1 External.");
    }
    assertThat(state).doesNotExist();
  }

  @Test
  void aServiceJudgesByReads() throws Exception {
    List<IsolationLevel> levels =
        List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);
    ServiceJudge judge = ServiceJudge.byReads(levels, directory.resolve("reads"), 0, notices::add);
    try (OnlineCheck online = new OnlineCheck(judge)) {
      online.accept("{\"session\":\"s1\",\"ops\":[[\"r\",\"x\",[]],[\"a\",\"y\",1]]}");
      online.accept("{\"session\":\"s2\",\"ops\":[[\"r\",\"y\",[]],[\"a\",\"x\",1]]}");
      assertThat(online.finish())
          .startsWith(
              "Checked online, as they ended: 2 transactions, snapshot-isolation, serializability"
                  + " by reads violated: 1 G2-item. serializability is lost with s2.1,"
                  + " transaction 2. G2-item: a write skew");
    }
  }

  @Test
  void aPortIsForOnlineChecking() {
    CommandRun run = CommandRun.isogauge("test", "h2", "--port", "8123");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--port: expected --online");
  }

  @Test
  void withoutTimestampsReadsMustShowTheOrder() {
    CommandRun run = CommandRun.isogauge("test", "h2", "--online", "--workload", "general");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("expected --workload list-append or mini");
  }

  @Test
  void aLevelThatTimestampsDoNotDecideIsRefused() {
    CommandRun run = CommandRun.isogauge("test", "rocksdb", "--online", "--level", "causal");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("expected one of these in --level");
  }

  private String judgedByReads(String... lines) throws IOException {
    List<IsolationLevel> levels =
        List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);
    try (OnlineCheck online = new OnlineCheck(new ReadsJudge(levels, "", notices::add))) {
      for (String line : lines) {
        online.accept(line);
      }
      return online.finish();
    }
  }

  @Test
  void readsShowWithWhichTransactionALevelIsLost() throws IOException {
    String verdict =
        judgedByReads(
            "{\"session\":\"s1\",\"ops\":[[\"r\",\"x\",[]],[\"a\",\"y\",1]]}",
            "{\"session\":\"s2\",\"ops\":[[\"r\",\"y\",[]],[\"a\",\"x\",1]]}",
            "{\"session\":\"s3\",\"ops\":[[\"r\",\"x\",[1]],[\"r\",\"y\",[1]]]}");
    assertThat(verdict)
        .startsWith("Checked online, as they ended: 3 transactions; serializability lost after ")
        .contains(" with s2.1, transaction 2; not lost: snapshot-isolation.");
    assertThat(notices).hasSize(1);
    assertThat(notices.get(0))
        .startsWith("online, after ")
        .contains("serializability is lost. G2-item: a write skew");
  }

  @Test
  void aDatabaseIsWatchedByItsReads() {
    for (List<String> page : List.of(List.<String>of(), List.of("--port", "0"))) {
      List<String> command = new ArrayList<>(List.of("test", "h2", "--online"));
      command.addAll(List.of("--duration", "500ms"));
      command.addAll(List.of("--out", directory.resolve("out" + page.size()).toString()));
      command.addAll(page);
      CommandRun run = CommandRun.isogauge(command.toArray(String[]::new));
      assertThat(run.exitCode()).as(run.err()).isIn(ExitCode.SATISFIED, ExitCode.VIOLATED);
      assertThat(run.out()).contains("Checked online, as they ended: ", "read-committed");
      assertThat(run.err()).doesNotContain("online checking failed");
    }
  }

  @Test
  void snapshotsOfPostgresDecide() {
    for (String isolation : List.of("rr", "ser")) {
      Path out = directory.resolve(isolation);
      List<String> command = new ArrayList<>(List.of("test", "postgres", "--online"));
      command.addAll(List.of("--isolation", isolation, "--workload", "register"));
      command.addAll(List.of("--duration", "1s", "--out", out.toString()));
      CommandRun run = CommandRun.isogauge(command.toArray(String[]::new));
      // Version 12.3 may break its promise.
      assertThat(run.exitCode()).as(run.err()).isIn(ExitCode.SATISFIED, ExitCode.VIOLATED);
      assertThat(run.out())
          .contains(isolation.equals("rr") ? "snapshot-isolation by timestamps" : "pl-3 held");
      assertThat(out.resolve("certificate.jsonl")).isNotEmptyFile();
    }
  }

  @Test
  void aTransactionWithoutTimestampsCannotBeJudged() {
    assertThatThrownBy(() -> checked(WRITER.replace(",\"ts\":[0,2]", "")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("online checking failed")
        .hasMessageContaining("timestamp");
  }
}
