package dev.isogauge.app.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs in Python, Node and Go, and pgbench, with their usual drivers, which are fetched. A
 * program is skipped where its language or its packages are missing.
 */
@Timeout(900)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(named = "isogauge.test.size", matches = "thorough")
class RealClientsTest {
  private static final String[] TABLES = {
    "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)",
    "CREATE TABLE items (id SERIAL PRIMARY KEY, account INT, v INT)",
    "INSERT INTO accounts SELECT i, 100 FROM generate_series(1, 4) i",
    "INSERT INTO items (account, v) SELECT i, i FROM generate_series(1, 4) i"
  };

  @TempDir private Path directory;

  /** Packages stay here between runs. */
  private final Path packages = Path.of("target/clients").toAbsolutePath();

  private ProxiedServer server;
  private ProxyRun proxy;
  private Path file;

  @BeforeAll
  void start() throws Exception {
    server = ProxiedServer.start();
    Files.createDirectories(packages.resolve("node"));
    Files.createDirectories(packages.resolve("go"));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private interface Client {
    void run(String url) throws Exception;
  }

  private History record(Client client, String... tables) throws Exception {
    String database = server.database(tables);
    file = Files.createTempFile(directory, "run", ".jsonl");
    try (ProxyRun run = server.proxy(database, file)) {
      proxy = run;
      client.run(
          "postgres://app:" + ProxiedServer.PASSWORD + "@127.0.0.1:" + run.port() + "/" + database);
    }
    assertThat(Files.readString(file)).doesNotContain(ProxiedServer.PASSWORD);
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }

  private String run(Path where, String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  private void prepare(Path where, String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command).directory(where.toFile()).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      assumeTrue(process.waitFor() == 0, "cannot prepare: " + List.of(command));
    } catch (IOException e) {
      assumeTrue(false, "there is no " + command[0]);
    }
  }

  private Path program(String name, Path to) throws IOException {
    try (InputStream in = RealClientsTest.class.getResourceAsStream(name)) {
      Files.write(to, in.readAllBytes());
    }
    return to;
  }

  private Client python(String scenario) throws Exception {
    if (!Files.exists(packages.resolve("venv/bin/python"))) {
      prepare(packages, "python3", "-m", "venv", "venv");
    }
    prepare(
        packages, "venv/bin/python", "-m", "pip", "install", "-q", "psycopg[binary]", "sqlalchemy");
    Path script = program("clients.py", directory.resolve("clients.py"));
    return url ->
        run(
            directory,
            packages.resolve("venv/bin/python").toString(),
            script.toString(),
            url,
            scenario);
  }

  private Client node(String scenario) throws Exception {
    Path where = packages.resolve("node");
    prepare(where, "npm", "install", "--silent", "pg", "pg-cursor");
    Path script = program("clients.js", directory.resolve("clients.js"));
    return url -> run(where, "node", script.toString(), url, scenario);
  }

  private Client client(String language, String scenario) throws Exception {
    return language.equals("python") ? python(scenario) : node(scenario);
  }

  private void assertIs(History history, IsolationLevel level, Class<?> verdict) throws Exception {
    assertThat(Checks.check(history, level))
        .as("%s\n%s", level, Files.readString(file))
        .isInstanceOf(verdict);
  }

  private void assertSerial(History history) throws Exception {
    for (IsolationLevel level :
        List.of(
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.STRICT_SERIALIZABILITY)) {
      assertThat(Checks.check(history, level))
          .as("%s\n%s", level, Files.readString(file))
          .isNotInstanceOf(Verdict.Violated.class);
    }
    assertThat(server.notices()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"python", "node"})
  void serialProgramsAreNeverViolated(String language) throws Exception {
    History history = record(client(language, "serial"), TABLES);
    assertThat(history.transactionCount()).isGreaterThan(10);
    assertSerial(history);
  }

  @ParameterizedTest
  @ValueSource(strings = {"python", "node"})
  void lostUpdatesAreFound(String language) throws Exception {
    History history = record(client(language, "lost-update"), TABLES);
    assertIs(history, IsolationLevel.READ_COMMITTED, Verdict.Satisfied.class);
    assertIs(history, IsolationLevel.SNAPSHOT_ISOLATION, Verdict.Violated.class);
  }

  @ParameterizedTest
  @CsvSource({"python, write-skew", "node, write-skew", "python, phantom", "node, phantom"})
  void whatSnapshotIsolationAllowsIsFound(String language, String scenario) throws Exception {
    History history = record(client(language, scenario), TABLES);
    assertIs(history, IsolationLevel.SNAPSHOT_ISOLATION, Verdict.Satisfied.class);
    Question certificate =
        new Question(IsolationLevel.SERIALIZABILITY, OrderSource.CERTIFICATE, true);
    assertThat(Checks.check(history, certificate, Limits.DEFAULT))
        .as(Files.readString(file))
        .isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void goProgramsAreNeverViolated() throws Exception {
    Path where = packages.resolve("go");
    program("clients.go.txt", where.resolve("main.go"));
    if (!Files.exists(where.resolve("go.mod"))) {
      prepare(where, "go", "mod", "init", "example.test/clients");
    }
    prepare(where, "go", "get", "github.com/jackc/pgx/v5@v5.7.2");
    prepare(where, "go", "build", "-o", "clients", ".");
    History history = record(url -> run(where, where.resolve("clients").toString(), url), TABLES);
    assertThat(history.transactionCount()).isGreaterThan(8);
    assertSerial(history);
  }

  /** A pool in front of the proxy or behind it, until it is closed. */
  private final class Pool implements AutoCloseable {
    final int port;
    private final Process process;

    Pool(String mode, int to, String database) throws Exception {
      Path where = packages.resolve("pgbouncer");
      if (!Files.exists(where.resolve("usr"))) {
        Files.createDirectories(where);
        prepare(
            where,
            "bash",
            "-c",
            "apt-get download pgbouncer libevent-2.1-7 libc-ares2 && for f in *.deb; do dpkg -x $f"
                + " .; done");
      }
      try (ServerSocket free = new ServerSocket(0)) {
        port = free.getLocalPort();
      }
      Files.writeString(
          where.resolve("settings"),
          """
          [databases]
          %s = host=127.0.0.1 port=%d user=app password=%s
          [pgbouncer]
          listen_addr = 127.0.0.1
          listen_port = %d
          auth_type = any
          pool_mode = %s
          default_pool_size = 4
          unix_socket_dir =
          """
              .formatted(database, to, ProxiedServer.PASSWORD, port, mode));
      // It does not run as root.
      String program =
          "[ $(id -u) != 0 ] || as='setpriv --reuid=65534 --clear-groups';"
              + " LD_LIBRARY_PATH=$(echo usr/lib/*-gnu) exec $as usr/sbin/pgbouncer -q settings";
      process =
          new ProcessBuilder("bash", "-c", program)
              .directory(where.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve(mode + ".log").toFile())
              .start();
      for (int i = 0; i < 100 && !isListening(); i++) {
        Thread.sleep(50);
      }
    }

    private boolean isListening() {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return true;
      } catch (IOException e) {
        return false;
      }
    }

    @Override
    public void close() {
      process.destroy();
      process.onExit().join();
    }
  }

  private static String at(String url, int port) {
    return url.replaceAll("@127.0.0.1:\\d+/", "@127.0.0.1:" + port + "/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "transaction"})
  void poolsMayStandInFront(String mode) throws Exception {
    History history =
        record(
            url -> {
              run(directory, "pgbench", "-q", "-i", url);
              String database = url.substring(url.lastIndexOf('/') + 1);
              try (Pool pool = new Pool(mode, proxy.port(), database)) {
                run(directory, "pgbench", "-n", "-c", "6", "-t", "20", at(url, pool.port));
              }
            });
    assertThat(proxy.counts().committed()).isGreaterThanOrEqualTo(120);
    assertThat(Checks.check(history, IsolationLevel.READ_COMMITTED))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Test
  void onlyPoolsOfSessionsMayStandBehind() throws Exception {
    String database = server.database(TABLES);
    Path recording = directory.resolve("behind.jsonl");
    try (Pool pool = new Pool("session", server.port(), database);
        ProxyRun run = server.proxy(at(server.url(database), pool.port), recording)) {
      try (Connection one = server.connect(run.port(), database, "")) {
        ProxiedServer.execute(one, "UPDATE accounts SET balance = 5 WHERE id = 1");
      }
    }
    assertThat(Files.readString(recording)).contains("\"w\",\"accounts/1\",{\"balance\":5");
    try (Pool pool = new Pool("transaction", server.port(), database)) {
      String url = at(server.url(database), pool.port);
      assertThatThrownBy(() -> server.proxy(url, recording))
          .hasMessageContaining("only its session mode lets the log be read");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "extended", "prepared"})
  void pgbenchIsWhatReadCommittedAllows(String mode) throws Exception {
    prepare(directory, "pgbench", "--version");
    History history =
        record(
            url -> {
              run(directory, "pgbench", "-q", "-i", url);
              run(directory, "pgbench", "-n", "-M", mode, "-c", "4", "-t", "50", url);
            });
    assertThat(history.transactionCount()).isGreaterThan(200);
    assertThat(Checks.check(history, IsolationLevel.READ_COMMITTED))
        .isNotInstanceOf(Verdict.Violated.class);
    assertThat(proxy.counts().committed()).isGreaterThanOrEqualTo(200);
  }
}
