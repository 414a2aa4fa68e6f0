package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.catalog.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The commands on a MariaDB that is there already and has tables of its user: profile {@code
 * mariadb}. Wrong passwords are tried in the module of databases.
 */
@Tag("mariadb")
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsersMariaDbTest {
  private static final String PASSWORD = "not-to-be-shown";

  @TempDir private Path directory;
  private Database server;
  private String host;

  @BeforeAll
  void start() throws DatabaseException {
    server = Databases.open("mariadb", DatabaseOptions.defaults());
    host = "127.0.0.1:" + server.administer("SELECT @@port").text() + "/";
    server.administer("DROP DATABASE isogauge");
    server.administer("CREATE USER someone IDENTIFIED BY '" + PASSWORD + "'");
    server.administer("GRANT ALL ON *.* TO someone");
    server.administer("CREATE DATABASE theirs");
    server.administer("CREATE TABLE theirs.items AS SELECT 7 AS id");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** Whatever a command did, the user's table is as it was. */
  @AfterEach
  void theirTableIsAsItWas() throws DatabaseException {
    assertThat(text("SELECT GROUP_CONCAT(id) FROM theirs.items")).isEqualTo("7");
    server.administer("DROP DATABASE IF EXISTS isogauge");
  }

  private String text(String query) throws DatabaseException {
    return server.administer(query).text();
  }

  private String databases() throws DatabaseException {
    return text(
        "SELECT GROUP_CONCAT(schema_name ORDER BY schema_name SEPARATOR ' ')"
            + " FROM information_schema.schemata"
            + " WHERE schema_name LIKE '%isogauge%' OR schema_name = 'theirs'");
  }

  private String url() {
    return "jdbc:mariadb://" + host + "theirs?user=someone&password=" + PASSWORD;
  }

  private static CommandRun run(String... arguments) {
    CommandRun run = isogauge(arguments);
    assertThat(run.out() + run.err()).doesNotContain(PASSWORD);
    return run;
  }

  private CommandRun test(String url, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("test", url, "--transactions", "200", "--out", result()));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private String result() {
    return directory.resolve("result").toString();
  }

  private static void assertNoPasswordIn(Path files) throws IOException {
    try (Stream<Path> all = Files.walk(files)) {
      assertThat(all.filter(Files::isRegularFile).toList())
          .isNotEmpty()
          .allSatisfy(file -> assertThat(file).content().doesNotContain(PASSWORD));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mariadb:", "jdbc:mysql:"})
  void testLeavesTheServerAsItWasFound(String kind) throws Exception {
    CommandRun run =
        test(url().replaceFirst("^jdbc:mariadb:", kind), "--isolation", "serializable");

    assertThat(run.out()).contains("MariaDB ", "What SERIALIZABLE claims: serializability held");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(databases()).isEqualTo("theirs");
    assertNoPasswordIn(directory.resolve("result"));
  }

  /** MariaDB claims no more than pl-2.99 at this level, and lets an update be lost. */
  @Test
  void litmusLeavesTheServerAsItWasFound() throws Exception {
    Path cells = directory.resolve("cells");
    CommandRun run =
        run(
            "litmus",
            url(),
            "--isolation",
            "rr,ser",
            "--schedule",
            "lost-update",
            "--out",
            cells.toString());

    assertThat(run.out()).contains("  REPEATABLE READ X!", "  SERIALIZABLE    ");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    assertThat(databases()).isEqualTo("theirs");
    assertNoPasswordIn(cells);
  }

  @Test
  void tablesOfAnEarlierRunAreReplacedOnRequest() throws Exception {
    server.administer("CREATE DATABASE isogauge");
    server.administer(
        "CREATE TABLE isogauge.items (other INT) COMMENT = 'created by isogauge, to be dropped by it'");
    assertThat(test(url()))
        .satisfies(
            refused ->
                assertThat(refused.err())
                    .contains("isogauge already (items)", "--force replaces them"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode);
    assertThat(run("litmus", url(), "--schedule", "g0").exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(text("SELECT COUNT(other) FROM isogauge.items")).isEqualTo("0");

    assertThat(run("litmus", url(), "--schedule", "g0", "--force").exitCode())
        .isEqualTo(ExitCode.SATISFIED);
    assertThat(databases()).isEqualTo("isogauge theirs"); // It may be an administrator's.
  }

  @Test
  void whatIsNotOursIsNeverReplaced() throws Exception {
    server.administer("CREATE DATABASE isogauge");
    server.administer("CREATE TABLE isogauge.precious AS SELECT 1 AS id");
    assertThat(test(url(), "--force"))
        .satisfies(run -> assertThat(run.err()).contains("that are not of Isogauge (precious)"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode);
    assertThat(run("litmus", url(), "--schedule", "g0", "--force").exitCode())
        .isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(text("SELECT id FROM isogauge.precious")).isEqualTo("1");

    server.administer("RENAME TABLE isogauge.precious TO isogauge.items");
    assertThat(test(url(), "--force"))
        .satisfies(run -> assertThat(run.err()).contains("that are not of Isogauge (items)"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode);
    assertThat(text("SELECT id FROM isogauge.items")).isEqualTo("1");
  }

  @Test
  void aPasswordMayHaveAnyCharacters() throws Exception {
    server.administer("CREATE USER odd IDENTIFIED BY 'a&b=c%d e+f?g;@/'");
    server.administer("GRANT ALL ON *.* TO odd");
    String login = "user=odd&password=a%26b%3Dc%25d%20e+f%3Fg%3B%40%2F";
    CommandRun run = test("jdbc:mariadb://" + host + "theirs?" + login, "--isolation", "ser");

    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(run.out() + run.err()).doesNotContain("a&b", "a%26b");
  }

  /** Who may not create databases can test in one that an administrator created. */
  @Test
  void aDatabaseOfAnAdministratorIsUsedAndLeft() throws Exception {
    server.administer("CREATE DATABASE isogauge");
    server.administer("CREATE USER limited IDENTIFIED BY '" + PASSWORD + "'");
    server.administer("GRANT ALL ON isogauge.* TO limited");
    String url = url().replace("user=someone", "user=limited").replace("/theirs?", "/isogauge?");
    for (String force : List.of("--quiet", "--force")) {
      CommandRun run = test(url, "--isolation", "serializable", force);

      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
      assertThat(databases()).isEqualTo("isogauge theirs");
    }
  }

  @Test
  void whatDoesNotFitIsSaid() {
    assertThat(test(url(), "--isolation", "snapshot"))
        .satisfies(run -> assertThat(run.err()).contains("there are read-uncommitted"))
        .returns(ExitCode.USAGE, CommandRun::exitCode);
    assertThat(test(url(), "--set", "innodb_snapshot_isolation=ON"))
        .satisfies(run -> assertThat(run.err()).contains("has its own settings"))
        .returns(ExitCode.USAGE, CommandRun::exitCode);
    assertThat(test(url(), "--white-box"))
        .satisfies(run -> assertThat(run.err()).contains("expected PostgreSQL"))
        .returns(ExitCode.USAGE, CommandRun::exitCode);
    assertThat(test(url().replace("/theirs?", "/nowhere?")))
        .satisfies(run -> assertThat(run.err()).contains("Unknown database 'nowhere'"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode);
    assertThat(directory.resolve("result")).doesNotExist();
  }

  /** A setting of the server decides what this level gives. */
  @Test
  void litmusStartsAServerWithSettings() {
    CommandRun run =
        run(
            "litmus",
            "mariadb",
            "--isolation",
            "rr",
            "--schedule",
            "lost-update",
            "--set",
            "innodb_snapshot_isolation=ON");

    assertThat(run.out()).contains("  REPEATABLE READ a");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
  }
}
