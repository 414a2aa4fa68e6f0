package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.catalog.Databases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Clusters that are there already, given by the URLs of their servers. */
@Timeout(300)
class UsersClusterTest {
  private static final String PASSWORD = "not-to-be-shown";

  @TempDir private Path directory;

  /** The port of each server, as its sessions know it. */
  private static List<String> ports(Database cluster, int servers, String query) throws Exception {
    List<String> ports = new ArrayList<>();
    Level level = cluster.capabilities().defaultLevel();
    for (int server = 0; server < servers; server++) {
      try (Session session = cluster.open(level, server)) {
        session.begin();
        ports.add(session.execute(query).text());
        session.commit();
      }
    }
    assertThat(new TreeSet<>(ports)).hasSize(servers);
    return ports;
  }

  /** The servers that sessions of the recording name. */
  private Set<String> places() throws Exception {
    Set<String> places = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("\"session\":\"s\\d+@([^\"]*)\"")
            .matcher(Files.readString(directory.resolve("out/history.jsonl")));
    while (matcher.find()) {
      places.add(matcher.group(1));
    }
    return places;
  }

  private CommandRun test(String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("test"));
    command.addAll(List.of(more));
    command.addAll(List.of("--transactions", "1500", "--out", directory + "/out"));
    CommandRun run = isogauge(command.toArray(String[]::new));
    assertThat(run.out() + run.err()).doesNotContain(PASSWORD);
    assertThat(Files.readString(directory.resolve("out/run.json"))).doesNotContain(PASSWORD);
    return run;
  }

  @Test
  @EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
  void aPrimaryAndItsStandby() throws Exception {
    try (Database cluster =
        Databases.open("postgres", Topology.USUAL.withReplicas(1), DatabaseOptions.defaults())) {
      cluster.administer("CREATE ROLE someone LOGIN SUPERUSER PASSWORD '" + PASSWORD + "'");
      cluster.administer("CREATE DATABASE theirs OWNER someone");
      List<String> urls =
          ports(cluster, 2, "SHOW port").stream()
              .map(port -> "jdbc:postgresql://127.0.0.1:" + port + "/theirs")
              .map(url -> url + "?user=someone&password=" + PASSWORD)
              .toList();
      CommandRun run = test(urls.get(0), "--read-url", urls.get(1), "--isolation", "rr");

      assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.SATISFIED);
      assertThat(run.out()).contains("with a replica at REPEATABLE READ", "causal held");
      assertThat(places()).hasSize(2);
    }
  }

  /** Sessions take turns: each server gets half of them, and all may write. */
  @Test
  @Tag("mariadb")
  void twoMembersOfGalera() throws Exception {
    try (Database cluster =
        Databases.open("galera", Topology.USUAL.withNodes(2), DatabaseOptions.defaults())) {
      cluster.administer("CREATE USER someone IDENTIFIED BY '" + PASSWORD + "'");
      cluster.administer("GRANT ALL ON *.* TO someone");
      List<String> urls =
          ports(cluster, 2, "SELECT @@port").stream()
              .map(port -> "jdbc:mariadb://127.0.0.1:" + port + "/")
              .map(url -> url + "?user=someone&password=" + PASSWORD)
              .toList();
      CommandRun run = test(urls.get(0), urls.get(1), "--isolation", "rc", "--force");

      assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(ExitCode.SATISFIED);
      assertThat(run.out()).contains("2 servers at READ COMMITTED", "monotonic-reads held");
      assertThat(places()).hasSize(2);
    }
  }
}
