package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.artifact.DefaultVersions;
import dev.isogauge.collect.artifact.Drivers;
import dev.isogauge.collect.catalog.Databases;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands on a PostgreSQL that is there already and has tables of its user. */
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsersServerTest {
  private static final String PASSWORD = "not-to-be-shown";

  @TempDir private Path directory;
  private Database server;
  private String host;
  private Driver driver;
  private int databases;
  private String database;

  @BeforeAll
  void start() throws DatabaseException {
    server = Databases.open("postgres", DatabaseOptions.defaults());
    host = host(server);
    driver =
        new Drivers(new Artifacts(notice -> {}))
            .load(
                "org.postgresql.Driver",
                "org.postgresql:postgresql:" + DefaultVersions.of("postgres.driver"));
  }

  /** A user who owns databases, and may ask for the log. */
  private static String host(Database server) throws DatabaseException {
    server.administer("CREATE ROLE someone LOGIN REPLICATION PASSWORD '" + PASSWORD + "'");
    return "jdbc:postgresql://127.0.0.1:" + server.administer("SHOW port").text() + "/";
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void createDatabase() throws DatabaseException {
    database = "theirs" + ++databases;
    server.administer("CREATE DATABASE " + database + " OWNER someone");
  }

  @AfterEach
  void dropDatabase() throws DatabaseException {
    server.administer("DROP DATABASE " + database + " WITH (FORCE)");
  }

  private String url() {
    return url(database, PASSWORD);
  }

  private String url(String name, String password) {
    return host + name + "?user=someone&password=" + password;
  }

  private static CommandRun run(String url, Path out, String... more) {
    List<String> arguments = new ArrayList<>(List.of("test", url, "--out", out.toString()));
    arguments.addAll(List.of(more));
    CommandRun run = isogauge(arguments.toArray(String[]::new));
    assertThat(run.out() + run.err()).doesNotContain(PASSWORD);
    return run;
  }

  private CommandRun run(String... more) {
    return run(url(), directory.resolve("result"), more);
  }

  /** Runs SQL in the database of the user. */
  private String sql(String... statements) throws Exception {
    String result = "";
    try (Connection connection = driver.connect(url(), new Properties());
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        if (statement.execute(each) && statement.getResultSet().next()) {
          result = statement.getResultSet().getString(1);
        }
      }
    }
    return result;
  }

  private String namesOfSchemas() throws Exception {
    return sql(
        "SELECT string_agg(nspname, ' ') FROM pg_namespace"
            + " WHERE nspname LIKE '%isogauge%' OR nspname = 'public'");
  }

  /** A user who may create tables in one schema, and no schema. */
  @Test
  void tablesGoToASchemaOfTheUsersAndAreDroppedAgain() throws Exception {
    sql(
        "CREATE SCHEMA mine",
        "CREATE TABLE mine.theirs (id INT)",
        "CREATE SCHEMA taken",
        "CREATE TABLE taken.items (id INT)");
    server.administer("REVOKE CREATE ON DATABASE " + database + " FROM PUBLIC");
    server.administer("ALTER DATABASE " + database + " OWNER TO postgres");

    CommandRun refused = run("--transactions", "200");
    assertThat(refused.err()).contains("permission denied for database");

    CommandRun run =
        run("--transactions", "200", "--isolation", "ser", "--schema", "mine", "--force");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(
            sql(
                "SELECT string_agg(relname, ' ') FROM pg_class"
                    + " WHERE relnamespace = 'mine'::regnamespace"))
        .isEqualTo("theirs");

    assertThat(run("--schema", "taken", "--force").err())
        .contains("tables in the schema taken that are not of Isogauge (items)");
    assertThat(run("--schema", "none", "--force").err()).contains("has no schema none");
    assertThat(run("--schema", "a b", "--force").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(isogauge("litmus", "h2", "--schema", "mine").err())
        .contains("--schema: a database that Isogauge starts has its own schema");
  }

  @Test
  void isLeftAsItWasFound() throws Exception {
    sql("CREATE TABLE items (id INT)", "INSERT INTO items VALUES (7)");
    CommandRun run = run("--transactions", "200", "--isolation", "serializable");

    assertThat(run.out()).contains("What SERIALIZABLE claims: serializability held");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(namesOfSchemas()).isEqualTo("public");
    assertThat(sql("SELECT string_agg(id::text, ' ') FROM public.items")).isEqualTo("7");
    try (Stream<Path> files = Files.list(directory.resolve("result"))) {
      assertThat(files).allSatisfy(file -> assertThat(file).content().doesNotContain(PASSWORD));
    }
  }

  @Test
  void tellsTheOrderOfItsVersionsAndForgetsThatItWasAsked() throws Exception {
    CommandRun run = run("--transactions", "600", "--white-box", "--isolation", "rr");

    assertThat(run.out()).contains("Recovered from the database's log: the order of versions of ");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(namesOfSchemas()).isEqualTo("public");
    assertThat(
            sql(
                "SELECT (SELECT count(*) FROM pg_publication)"
                    + " + (SELECT count(*) FROM pg_replication_slots)"))
        .isEqualTo("0");
  }

  @Test
  void aServerWithoutLogicalDecodingIsToldWhichSettingItLacks() throws Exception {
    Path out = directory.resolve("unused");
    try (Database plain =
        Databases.open(
            "postgres", DatabaseOptions.defaults().withSettings(Map.of("wal_level", "replica")))) {
      String hostOfPlain = host(plain);
      plain.administer("CREATE DATABASE theirs OWNER someone");
      String url = hostOfPlain + "theirs?user=someone&password=" + PASSWORD;
      CommandRun run = run(url, out, "--white-box");

      assertThat(run.err())
          .contains("wal_level is replica; set it to logical in postgresql.conf and restart");
      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(out).doesNotExist();
    }
  }

  @Test
  void tablesOfAnEarlierRunAreReplacedOnRequest() throws Exception {
    sql(
        "CREATE SCHEMA isogauge",
        "COMMENT ON SCHEMA isogauge IS 'created by isogauge, to be dropped by it'",
        "CREATE TABLE isogauge.items (other INT)",
        "COMMENT ON TABLE isogauge.items IS 'created by isogauge, to be dropped by it'");
    CommandRun refused = run("--transactions", "100");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(refused.err())
        .contains("has tables in the schema isogauge already (items)", "--force replaces them");
    assertThat(sql("SELECT count(other) FROM isogauge.items")).isEqualTo("0");
    assertThat(isogauge("litmus", url(), "--schedule", "g0").exitCode())
        .isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run("--transactions", "100", "--force").exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(namesOfSchemas()).isEqualTo("public");
  }

  @Test
  void whatIsNotOursIsNeverReplaced() throws Exception {
    sql("CREATE SCHEMA isogauge", "CREATE TABLE isogauge.precious AS SELECT 1 AS id");
    CommandRun run = run("--transactions", "100", "--force");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("that are not of Isogauge (precious)");
    assertThat(sql("SELECT id FROM isogauge.precious")).isEqualTo("1");

    sql("DROP TABLE isogauge.precious", "CREATE TABLE isogauge.items AS SELECT 7 AS id");
    CommandRun ofThisName = run("--transactions", "100", "--force");
    assertThat(ofThisName.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(ofThisName.err()).contains("that are not of Isogauge (items)");
    assertThat(isogauge("litmus", url(), "--schedule", "g0", "--force").exitCode())
        .isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(sql("SELECT id FROM isogauge.items")).isEqualTo("7");

    sql(
        "COMMENT ON TABLE isogauge.items IS 'created by isogauge, to be dropped by it'",
        "CREATE VIEW public.built AS SELECT id FROM isogauge.items");
    assertThat(run("--transactions", "100", "--force").exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(sql("SELECT count(*) FROM public.built")).isEqualTo("1");
  }

  @Test
  void aPasswordMayHaveAnyCharacters() throws Exception {
    String password = "a&b=c%d e+f?g;ä@/";
    server.administer("CREATE ROLE odd" + databases + " LOGIN PASSWORD '" + password + "'");
    server.administer("GRANT CREATE ON DATABASE " + database + " TO odd" + databases);
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    String user = host + database + "?user=odd" + databases;
    String url = host + database + "?password=" + encoded + "&user=odd" + databases;
    Path file = Files.writeString(directory.resolve("secret"), password + "\n");
    CommandRun run = run(url, directory.resolve("result"), "--transactions", "50");

    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(run.out() + run.err()).doesNotContain("a&b", "a%26b");

    Path again = directory.resolve("again");
    String[] fromFile = {"--transactions", "50", "--force", "--password-file", file.toString()};
    assertThat(run(user, again, fromFile).exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(Files.readString(again.resolve("run.json"))).doesNotContain("a&b", "a%26b");
    assertThat(run(user, directory.resolve("asked"), "--ask-password"))
        .satisfies(asked -> assertThat(asked.err()).contains("there is no terminal to ask on"))
        .satisfies(asked -> assertThat(asked.exitCode()).isEqualTo(ExitCode.ENVIRONMENT));
  }

  /** Who may not create schemas can test in one that an administrator created. */
  @Test
  void aSchemaOfAnAdministratorIsUsedAndLeft() throws Exception {
    String role = "limited" + databases;
    server.administer("CREATE ROLE " + role + " LOGIN PASSWORD '" + PASSWORD + "'");
    sql("CREATE SCHEMA isogauge", "GRANT USAGE, CREATE ON SCHEMA isogauge TO " + role);
    String url = url().replace("user=someone", "user=" + role);
    for (String force : List.of("--quiet", "--force", "--force")) {
      CommandRun run = run(url, directory.resolve("result"), "--transactions", "100", force);

      assertThat(run.err()).isEmpty();
      assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
      assertThat(namesOfSchemas()).contains("isogauge");
      assertThat(sql("SELECT count(*) FROM pg_class WHERE relname IN ('items', 'lists')"))
          .isEqualTo("0");
    }
  }

  @Test
  void whatIsWrongWithTheConnectionIsSaid() {
    assertThat(run(url(database, "wrong"), directory.resolve("result")))
        .satisfies(run -> assertThat(run.err()).contains("password authentication failed"))
        .satisfies(run -> assertThat(run.err()).doesNotContain("wrong"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode);
    assertThat(run(url("nowhere", PASSWORD), directory.resolve("result")))
        .satisfies(run -> assertThat(run.err()).contains("database \"nowhere\" does not exist"))
        .returns(ExitCode.ENVIRONMENT, CommandRun::exitCode);
    assertThat(run("--isolation", "snapshot"))
        .satisfies(
            run ->
                assertThat(run.err())
                    .contains("there are read-uncommitted, read-committed, repeatable-read"))
        .returns(ExitCode.USAGE, CommandRun::exitCode);
    assertThat(run("--set", "deadlock_timeout=10ms"))
        .satisfies(run -> assertThat(run.err()).contains("has its own settings"))
        .returns(ExitCode.USAGE, CommandRun::exitCode);
    assertThat(directory.resolve("result")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jdbc:postgresql://127.0.0.1:1/none?user=me&password=PASSWORD | 127.0.0.1:1 refused | 5",
        "jdbc:postgresql://there-is.invalid/none?user=me&password=PASSWORD | no such host | 5",
        "jdbc:postgresql://me:PASSWORD@127.0.0.1/none | /DATABASE?user=USER&password= | 5",
        "jdbc:mariadb://me:PASSWORD@127.0.0.1/ | ?user=USER&password=PASSWORD | 5",
        "jdbc:postgresql://me:PASSWORD/x@127.0.0.1/none | expected //HOST:PORT | 5",
        "jdbc:postgresql://me:x?PASSWORD@127.0.0.1/none | expected //HOST:PORT | 5",
        "jdbc:mariadb:x/PASSWORD@127.0.0.1/none | expected //HOST:PORT | 5",
        "jdbc:postgresql://127.0.0.1:1/none?user=me&password=PASSWORD%zz | %25 for it | 5",
        "jdbc:postgresql://127.0.0.1:1/none?USER=me&Password=PASSWORD | refused | 5",
        "jdbc:mariadb://127.0.0.1:1/none;password=PASSWORD | expected //HOST:PORT | 5",
        "me/PASSWORD@127.0.0.1/none | unknown database | 2",
        "postgresql://me:PASSWORD@127.0.0.1/none | jdbc:postgresql://127.0.0.1/none?user=me | 2",
        "postgres://127.0.0.1/none?password=PASSWORD | expected a JDBC URL | 2",
        "jdbc:postgresql://127.0.0.1:port/none?user=me&password=PASSWORD | expected //HOST:PORT | 5",
        "jdbc:oracle:thin:me/PASSWORD@//somewhere | kind of JDBC URL 'jdbc:oracle:'; there are | 2",
      })
  void serversThatAreNotThereAndUrlsThatAreNone(String url, String message, int exitCode) {
    CommandRun run = run(url.replace("PASSWORD", PASSWORD), directory.resolve("result"));
    assertThat(run.err()).contains(message);
    assertThat(run.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void noCommandShowsAPassword() {
    for (String command : List.of("test", "litmus")) {
      for (String other : List.of("h2", "nonsense", "--isolation=nonsense", "--quiet")) {
        CommandRun run =
            CommandRun.onTerminal(Map.of(), command, url(database, "x" + PASSWORD), other);

        assertThat(run.out() + run.err()).doesNotContain(PASSWORD);
        assertThat(run.exitCode()).isIn(ExitCode.USAGE, ExitCode.ENVIRONMENT);
      }
    }
  }

  /**
   * The database itself kills, so that it happens however fast the run is: of every hundred writes
   * that are about to commit one ends its own connection, and of every two hundred one ends all
   * that are idle, in a transaction or not.
   */
  @Test
  void connectionsThatAreKilledAreOpenedAgain() throws Exception {
    server.administer("ALTER ROLE someone SUPERUSER");
    sql(
        "CREATE SEQUENCE public.writes",
        """
        CREATE FUNCTION public.kill() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE number bigint := nextval('public.writes');
        BEGIN
          IF number % 200 = 0 THEN
            PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle%';
          ELSIF number % 100 = 50 THEN
            PERFORM pg_terminate_backend(pg_backend_pid());
          END IF;
          RETURN NULL;
        END $$""",
        """
        CREATE FUNCTION public.attach() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands()
                     WHERE object_identity = 'isogauge.lists') THEN
            CREATE CONSTRAINT TRIGGER kill AFTER INSERT OR UPDATE ON isogauge.lists
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.kill();
          END IF;
        END $$""",
        "CREATE EVENT TRIGGER attach ON ddl_command_end WHEN TAG IN ('CREATE TABLE')"
            + " EXECUTE FUNCTION public.attach()");
    server.administer("ALTER ROLE someone NOSUPERUSER");
    CommandRun run =
        run("--transactions", "1000", "--duration", "120s", "--isolation", "serializable");

    assertThat(run.out()).contains("What SERIALIZABLE claims: serializability held");
    assertThat(run.out()).containsPattern("lost connection [1-9]| [1-9][0-9]* of unknown outcome");
    assertThat(run.err())
        .containsAnyOf("a connection was lost: ", "the outcome of a commit is unknown: ")
        .contains("terminating connection due to administrator command");
    assertThat(run.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(namesOfSchemas()).isEqualTo("public");
  }

  @Test
  void anInterruptedRunIsEndedInOrder() throws Exception {
    Path out = directory.resolve("result");
    try (SpawnedCommand command =
        SpawnedCommand.start(
            directory,
            "test",
            url(),
            "--white-box",
            "--duration",
            "90s",
            "--out",
            out.toString())) {
      command.awaitLines(out.resolve("history.jsonl"), 50);
      command.interrupt();
      assertThat(command.ended())
          .satisfies(run -> assertThat(run.err()).contains("isogauge: interrupted; what was"))
          .returns(128 + 2, CommandRun::exitCode);
    }
    assertThat(namesOfSchemas()).isEqualTo("public");
    assertThat(sql("SELECT count(*) FROM pg_publication")).isEqualTo("0");
  }

  @Test
  void aServerThatDiesEndsTheRun() throws Exception {
    Path history = directory.resolve("dies/history.jsonl");
    Database mortal = Databases.open("postgres", DatabaseOptions.defaults());
    try {
      String url = host(mortal) + "theirs?user=someone&password=" + PASSWORD;
      mortal.administer("CREATE DATABASE theirs OWNER someone");
      Thread killer =
          new Thread(
              () -> {
                try {
                  while (!Files.exists(history) || Files.size(history) < 50_000) {
                    Thread.sleep(20);
                  }
                  mortal.administer(
                      "COPY (SELECT 1) TO PROGRAM 'kill -9 $(head -1 postmaster.pid)'");
                } catch (Exception e) {
                  // It died before it could answer.
                }
              });
      killer.start();
      CommandRun run = run(url, directory.resolve("dies"), "--duration", "60s");
      killer.join();

      assertThat(run.err())
          .contains("the run ended early: the database has not accepted a transaction for 5 s")
          .contains("the tables of this run may remain");
      assertThat(run.out()).contains("What READ COMMITTED claims: pl-2 held.");
      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    } finally {
      mortal.close();
    }
    assertThat(isogauge("check", "--level", "pl-2", history.toString()).exitCode())
        .isEqualTo(ExitCode.SATISFIED);
  }
}
