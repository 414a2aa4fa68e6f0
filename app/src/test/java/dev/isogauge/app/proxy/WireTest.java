package dev.isogauge.app.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is special in the protocol: copying, cancelling, versions, bad messages, and psql. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireTest {
  private static final int VERSION_3_0 = 196608;
  private static final int VERSION_3_2 = 196610;

  @TempDir private Path directory;
  private ProxiedServer server;
  private String database;
  private ProxyRun proxy;

  @BeforeAll
  void start() throws Exception {
    server = ProxiedServer.start();
    database =
        server.database(
            "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT)",
            "INSERT INTO accounts SELECT i, 100 FROM generate_series(1, 4) i");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private void proxied(Work work) throws Exception {
    Path file = Files.createTempFile(directory, "run", ".jsonl");
    try (ProxyRun run = server.proxy(database, file)) {
      proxy = run;
      work.run();
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private WireClient client() throws IOException {
    return new WireClient(proxy.port(), database, VERSION_3_0);
  }

  private History history() throws Exception {
    return HistoryFiles.read(HistoryFiles.file(proxy.file()), Optional.empty()).history();
  }

  private void assertSerial() throws Exception {
    assertThat(Checks.check(history(), IsolationLevel.STRICT_SERIALIZABILITY))
        .as(Files.readString(proxy.file()))
        .isInstanceOf(Verdict.Satisfied.class);
  }

  /** Clients that wait for the server's word before they send data, and such that do not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copyingInKeepsAnswersInOrder(boolean waits) throws Exception {
    proxied(
        () -> {
          try (WireClient client = client()) {
            client.send('P', "", "COPY accounts FROM STDIN", (short) 0);
            client.send('B', "", "", (short) 0, (short) 0, (short) 0);
            client.send('E', "", 0);
            if (waits) {
              // As libpq does; the server answers no Sync while it takes data.
              client.send('S');
              client.flush();
              assertThat(client.answer()).startsWith("1");
              assertThat(client.answer()).startsWith("2");
              assertThat(client.answer()).startsWith("G");
            }
            int id = waits ? 11 : 12;
            client.send('d', (id + "\t7\n").getBytes(StandardCharsets.UTF_8)).send('c').send('S');
            client.flush();
            assertThat(client.answers(1)).contains("C COPY 1.", "Z I");
            client.send('Q', "SELECT balance FROM accounts WHERE id = " + id).flush();
            assertThat(client.answers(1)).contains("D ......7", "C SELECT 1.");
            client.send('Q', "COPY accounts FROM STDIN").flush();
            assertThat(client.answer()).startsWith("G");
            client.send('f', "no more").flush();
            assertThat(client.answers(1).get(0)).contains("COPY from stdin failed: no more");
            client.send('Q', "COPY accounts TO STDOUT").flush();
            assertThat(client.answers(1)).contains("d " + id + ".7.", "Z I");
          }
        });
    assertThat(Checks.check(history(), IsolationLevel.STRICT_SERIALIZABILITY))
        .isNotInstanceOf(Verdict.Violated.class);
  }

  @Test
  void cancelRequestsReachTheirStatement() throws Exception {
    proxied(
        () -> {
          try (WireClient client = client()) {
            client.send('Q', "BEGIN").flush();
            client.answers(1);
            client.send('Q', "SELECT pg_sleep(60) FROM accounts WHERE id = 1").flush();
            Thread.sleep(300);
            try (Socket other = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
              DataOutputStream out = new DataOutputStream(other.getOutputStream());
              out.writeInt(8 + client.cancelKey().length);
              out.writeInt(Startup.CANCEL);
              out.write(client.cancelKey());
              out.flush();
              other.getInputStream().read();
            }
            List<String> answers = client.answers(1);
            assertThat(answers.get(answers.size() - 2)).contains("57014");
            assertThat(answers).endsWith("Z E");
          }
        });
  }

  @Test
  void newerProtocolsAreAgreedOnByTheServer() throws Exception {
    proxied(
        () -> {
          try (WireClient client = new WireClient(proxy.port(), database, VERSION_3_2)) {
            client.send('Q', "SELECT 5").flush();
            assertThat(client.answers(1)).contains("D ......5");
          }
        });
  }

  @Test
  void functionCallsAndUnknownMessagesPass() throws Exception {
    proxied(
        () -> {
          try (WireClient client = client()) {
            // Function 1282 is quote_ident(text).
            byte[] argument = "a b".getBytes(StandardCharsets.UTF_8);
            client.send('F', 1282, (short) 0, (short) 1, argument.length, argument, (short) 0);
            client.flush();
            assertThat(client.answers(1)).containsExactly("V ....\"a b\"", "Z I");
          }
        });
  }

  @Test
  void largeTextsPass() throws Exception {
    proxied(
        () -> {
          try (WireClient client = client()) {
            String filler = "x".repeat(20_000_000);
            client.send('Q', "SELECT length('" + filler + "')").flush();
            assertThat(client.answers(1)).contains("D ......20000000");
            client.send('Q', "SELECT '" + filler + "'::int").flush();
            assertThat(client.answers(1)).anyMatch(each -> each.startsWith("E "));
            client.send('Q', "SELECT balance FROM accounts WHERE id = 1").flush();
            assertThat(client.answers(1)).contains("D ......100");
          }
        });
  }

  @Test
  void badMessagesEndTheirConnectionOnly() throws Exception {
    proxied(
        () -> {
          try (WireClient good = client()) {
            for (byte[] bad :
                new byte[][] {
                  {0, 0, 0, 1},
                  {127, 127, 127, 127, 0, 0},
                  "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8)
                }) {
              try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
                socket.setSoTimeout(5000);
                socket.getOutputStream().write(bad);
                socket.getOutputStream().flush();
                assertThat(socket.getInputStream().read()).isEqualTo(-1);
              }
            }
            try (WireClient bad = client()) {
              bad.send('B', new byte[] {1, 2, 3}).send('S').flush();
              assertThat(ended(bad)).isTrue();
            }
            good.send('Q', "SELECT 5").flush();
            assertThat(good.answers(1)).contains("D ......5");
          }
        });
  }

  private static boolean ended(WireClient client) {
    try {
      client.answers(1);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void aClientThatVanishesLeavesAnHonestFile() throws Exception {
    proxied(
        () -> {
          try (WireClient client = client()) {
            client.send('Q', "BEGIN; UPDATE accounts SET balance = 1 WHERE id = 2").flush();
            client.answers(1);
          }
          try (WireClient client = client()) {
            client.send('Q', "UPDATE accounts SET balance = 3 WHERE id = 3").flush();
          }
          Thread.sleep(300);
          try (WireClient client = client()) {
            client.send('Q', "SELECT balance FROM accounts WHERE id IN (2, 3)").flush();
            assertThat(client.answers(1)).contains("D ......100", "D ......3");
          }
        });
    assertSerial();
  }

  @Test
  void psqlSeesWhatItSeesWithoutTheProxy() throws Exception {
    String script =
        """
        \\d accounts
        BEGIN;
        SELECT * FROM accounts WHERE id = 1;
        SELECT nonsense FROM accounts WHERE id = 1;
        ROLLBACK;
        \\copy (SELECT 1) TO STDOUT
        SELECT count(*) \\gdesc
        SELECT id FROM accounts WHERE id = 99 \\bind \\g
        """;
    Optional<String> direct = psql(server.port(), script);
    Assumptions.assumeTrue(direct.isPresent(), "there is no psql");
    proxied(
        () -> {
          assertThat(psql(proxy.port(), script)).isEqualTo(direct);
          assertThat(direct.get()).contains("LINE 1: SELECT nonsense FROM");
        });
  }

  private Optional<String> psql(int port, String script) throws Exception {
    Process process;
    try {
      ProcessBuilder builder =
          new ProcessBuilder(
              "psql", "-X", "-h", "127.0.0.1", "-p", "" + port, "-U", "app", "-d", database);
      builder.environment().put("PGPASSWORD", ProxiedServer.PASSWORD);
      process = builder.redirectErrorStream(true).start();
    } catch (IOException e) {
      return Optional.empty();
    }
    process.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return Optional.of(text);
  }
}
