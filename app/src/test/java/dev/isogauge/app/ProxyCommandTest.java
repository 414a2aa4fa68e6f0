package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.catalog.Databases;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command in a process of its own: what it says, and how it ends. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProxyCommandTest {
  private static final String PASSWORD = "not-to-be-shown";
  private static final Pattern LISTENING = Pattern.compile("listening on 127.0.0.1:(\\d+)");

  private Database server;
  private Driver driver;
  private String address;

  @BeforeAll
  void start() throws Exception {
    server = Databases.open("postgres", DatabaseOptions.defaults());
    server.administer("CREATE ROLE app LOGIN REPLICATION PASSWORD '" + PASSWORD + "'");
    server.administer("CREATE DATABASE shop OWNER app");
    address = "127.0.0.1:" + server.administer("SHOW port").text();
    driver =
        Drivers.of(DatabaseOptions.defaults())
            .load(
                "org.postgresql.Driver",
                "org.postgresql:postgresql:" + DefaultVersions.of("postgres.driver"));
    try (Connection connection = connect(address)) {
      execute(connection, "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)");
      execute(connection, "INSERT INTO accounts VALUES (1, 0), (2, 0)");
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Connection connect(String at) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", "app");
    login.setProperty("password", PASSWORD);
    return driver.connect("jdbc:postgresql://" + at + "/shop", login);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private SpawnedCommand proxy(Path directory, Path file, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("proxy", "--listen", "0"));
    arguments.addAll(List.of("--to", "postgres://app@" + address + "/shop"));
    arguments.addAll(List.of("--out", file.toString()));
    arguments.addAll(List.of(more));
    return SpawnedCommand.start(
        directory,
        List.of(),
        Map.of("ISOGAUGE_PASSWORD", PASSWORD),
        arguments.toArray(String[]::new));
  }

  private static String listening(SpawnedCommand command, Path directory) throws Exception {
    Path said = directory.resolve("err.txt");
    for (int lines = 1; ; lines++) {
      command.awaitLines(said, lines);
      Matcher found = LISTENING.matcher(Files.readString(said));
      if (found.find()) {
        return "127.0.0.1:" + found.group(1);
      }
    }
  }

  private static void pay(Connection connection, int times) throws SQLException {
    connection.setAutoCommit(false);
    for (int i = 0; i < times; i++) {
      execute(connection, "SELECT balance FROM accounts WHERE id = 1");
      execute(connection, "UPDATE accounts SET balance = balance + 1 WHERE id = 1");
      execute(connection, "UPDATE accounts SET balance = balance - 1 WHERE id = 2");
      connection.commit();
    }
  }

  @Test
  void anInterruptionEndsTheRecording(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("run.jsonl");
    try (SpawnedCommand command = proxy(directory, file)) {
      try (Connection connection = connect(listening(command, directory))) {
        pay(connection, 20);
      }
      command.interrupt();
      CommandRun ended = command.ended();
      assertThat(ended.exitCode()).isZero();
      assertThat(ended.err()).contains("20 transactions committed, 0 aborted, of 1 connections");
    }
    assertThat(Files.readString(file)).doesNotContain(PASSWORD);
    assertThat(isogauge("check", "--level", "strict-serializability", file.toString()).exitCode())
        .isEqualTo(ExitCode.SATISFIED);
  }

  @Test
  void aLossIsSeenWhileItIsRecorded(@TempDir Path directory) throws Exception {
    try (SpawnedCommand command =
        proxy(directory, directory.resolve("run.jsonl"), "--watch", "0")) {
      String at = listening(command, directory);
      try (Connection one = connect(at);
          Connection two = connect(at)) {
        for (Connection each : List.of(one, two)) {
          each.setAutoCommit(false);
          execute(each, "SELECT balance FROM accounts WHERE id = 1");
        }
        execute(one, "UPDATE accounts SET balance = 10 WHERE id = 1");
        one.commit();
        execute(two, "UPDATE accounts SET balance = 20 WHERE id = 1");
        two.commit();
        Matcher page =
            Pattern.compile("live, while .*: (http\\S+)")
                .matcher(Files.readString(directory.resolve("err.txt")));
        assertThat(page.find()).isTrue();
        String events = "";
        while (!events.contains("snapshot-isolation is lost")) {
          Thread.sleep(100);
          events =
              HttpClient.newHttpClient()
                  .send(
                      HttpRequest.newBuilder(URI.create(page.group(1) + "violations")).build(),
                      HttpResponse.BodyHandlers.ofString())
                  .body();
        }
      }
      command.interrupt();
      assertThat(command.ended().err()).containsPattern("Checked online.* violated: .*LostUpdate");
    }
  }

  @Test
  void aKilledProxyLeavesAFileInWhichNothingHoldsAndNothingIsWrong(@TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("run.jsonl");
    try (SpawnedCommand command = proxy(directory, file)) {
      Connection connection = connect(listening(command, directory));
      Thread worker =
          new Thread(
              () -> {
                try {
                  pay(connection, 1_000_000);
                } catch (SQLException e) {
                  // The proxy is gone.
                }
              });
      worker.start();
      while (Files.readAllLines(file).size() < 100) {
        Thread.sleep(20);
      }
      command.kill();
      worker.join();
    }
    CommandRun check = isogauge("check", "--level", "ser,si,rc", file.toString());
    assertThat(check.exitCode()).as(check.out()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(check.out()).contains("the proxy was killed");
  }

  @Test
  void whatIsMissingIsSaidFirst(@TempDir Path directory) {
    String file = directory.resolve("run.jsonl").toString();
    assertThat(isogauge("proxy", "--listen", "0", "--out", file).err())
        .contains("expected --to with the server's URL");
    assertThat(isogauge("proxy", "--to", "mysql://u@h/d", "--listen", "0", "--out", file).err())
        .contains("expected a URL such as postgres://");
    CommandRun wrong =
        isogauge(
            "proxy",
            "--to",
            "postgres://app:wrong@" + address + "/shop",
            "--listen",
            "0",
            "--out",
            file);
    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(wrong.err()).contains("password authentication failed").doesNotContain(":wrong@");
    CommandRun taken =
        isogauge(
            "proxy",
            "--to",
            "postgres://app:" + PASSWORD + "@" + address + "/shop",
            "--listen",
            address,
            "--out",
            file);
    assertThat(taken.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(taken.err()).contains("--listen: " + address);
    assertThat(Path.of(file)).doesNotExist();
  }
}
