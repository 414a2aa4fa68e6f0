package dev.isogauge.app.proxy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.app.serve.Tls;
import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.verdict.Verdict;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS on both sides of the proxy, and recordings without values. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProxySecretsTest {
  private static final String[] TABLES = {
    "CREATE TABLE accounts (owner TEXT PRIMARY KEY, balance INT)",
    "INSERT INTO accounts VALUES ('Antonia Secret', 987654321), ('bob', 100)"
  };

  @TempDir private Path directory;
  private ProxiedServer server;

  @BeforeAll
  void start() throws Exception {
    server = ProxiedServer.start();
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** A certificate of localhost, which is also written as PEM. */
  private SSLContext certificate() throws Exception {
    char[] password = "changeit".toCharArray();
    Path file = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(password))
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), ISO_8859_1);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
    String text = Base64.getMimeEncoder().encodeToString(store.getCertificate("a").getEncoded());
    Files.writeString(
        directory.resolve("root.crt"),
        "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    assertThat(Tls.PASSWORD).isEmpty();
    return context;
  }

  private static int balance(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT balance FROM accounts WHERE owner = 'bob'")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static int transactions(Path file) throws Exception {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty())
        .history()
        .transactionCount();
  }

  /** A proxy with a certificate is a server with TLS to another proxy. */
  @Test
  void bothSidesMayHaveTls() throws Exception {
    SSLContext certificate = certificate();
    String one = server.database(TABLES);
    String two = server.copy(one);
    Path first = directory.resolve("first.jsonl");
    Path second = directory.resolve("second.jsonl");
    String root = "sslmode=verify-full&sslrootcert=" + directory.resolve("root.crt");
    try (ProxyRun front = server.proxy(one, first, false, Optional.of(certificate))) {
      try (Connection connection = server.connect(front.port(), one, "sslmode=require")) {
        assertThat(balance(connection)).isEqualTo(100);
      }
      String behind =
          "postgres://app:" + ProxiedServer.PASSWORD + "@localhost:" + front.port() + "/" + two;
      ProxySettings settings =
          new ProxySettings(
              ServerAddress.parse(behind + "?" + root),
              "127.0.0.1",
              0,
              false,
              false,
              Optional.empty(),
              10);
      try (ProxyRun back =
              ProxyRun.start(settings, second, RecorderOptions.DEFAULTS, notice -> {});
          Connection connection = server.connect(back.port(), two, "sslmode=disable")) {
        assertThat(balance(connection)).isEqualTo(100);
        assertThatThrownBy(() -> server.connect(back.port(), two, "sslmode=require"))
            .hasMessageContaining("SSL");
      }
      ProxySettings wrong =
          new ProxySettings(
              ServerAddress.parse(behind.replace("localhost", "127.0.0.1") + "?" + root),
              "127.0.0.1",
              0,
              false,
              false,
              Optional.empty(),
              10);
      assertThatThrownBy(
              () -> ProxyRun.start(wrong, second, RecorderOptions.DEFAULTS, notice -> {}))
          .hasMessageContaining("127.0.0.1");
    }
    assertThat(transactions(first)).isEqualTo(1);
    assertThat(transactions(second)).isEqualTo(1);
    assertThat(server.notices()).anyMatch(each -> each.contains(two));
  }

  @Test
  void redactedRecordingsHaveNoValuesAndTheSameVerdict() throws Exception {
    String database = server.database(TABLES);
    Path file = directory.resolve("redacted.jsonl");
    try (ProxyRun proxy = server.proxy(database, file, true, Optional.empty());
        Connection one = server.connect(proxy.port(), database, "");
        Connection two = server.connect(proxy.port(), database, "preferQueryMode=simple")) {
      for (Connection each : new Connection[] {one, two}) {
        each.setAutoCommit(false);
        ProxiedServer.execute(each, "SELECT * FROM accounts WHERE owner = 'Antonia Secret'");
      }
      ProxiedServer.execute(
          one,
          "UPDATE accounts SET balance = 987654322 /* 987654325 */ WHERE owner = 'Antonia Secret'");
      one.commit();
      ProxiedServer.execute(
          two, "UPDATE accounts SET balance = 987654323 WHERE owner = 'Antonia Secret'");
      ProxiedServer.execute(two, "SELECT * FROM accounts WHERE balance > 987654324");
      two.commit();
    }
    String text = Files.readString(file);
    assertThat(text)
        .doesNotContain("Antonia")
        .doesNotContain("bob")
        .doesNotContain("98765432")
        .contains("SELECT * FROM accounts WHERE balance > $1");
    History history = HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
    assertThat(Checks.check(history, IsolationLevel.SNAPSHOT_ISOLATION))
        .isInstanceOf(Verdict.Violated.class);
    assertThat(Checks.check(history, IsolationLevel.READ_COMMITTED))
        .isInstanceOf(Verdict.Satisfied.class);
  }
}
