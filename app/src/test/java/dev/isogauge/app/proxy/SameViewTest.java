package dev.isogauge.app.proxy;

import static dev.isogauge.app.proxy.WireClient.joined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two clients say the same, one to the server and one to the proxy, and get the same answers byte
 * by byte: random conversations on two databases that begin as the same.
 */
@Timeout(1200)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SameViewTest {
  private static final int CONVERSATIONS =
      "thorough".equals(System.getProperty("isogauge.test.size")) ? 1500 : 40;
  private static final int STEPS = 8;
  private static final String[] TABLES = {
    "CREATE TABLE accounts (id INT PRIMARY KEY, balance INT CHECK (balance < 100000), owner TEXT)",
    "CREATE TABLE items (a TEXT, b INT, price NUMERIC(8,2), data JSONB, PRIMARY KEY (a, b))",
    "CREATE TABLE logs (note TEXT)",
    "CREATE VIEW rich AS SELECT * FROM accounts WHERE balance > 10",
    "CREATE FUNCTION twice(x INT) RETURNS INT LANGUAGE sql AS 'SELECT x * 2'",
    "CREATE FUNCTION loud() RETURNS INT LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE 'loud'; RETURN"
        + " (SELECT count(*) FROM accounts); END $$",
    "CREATE PROCEDURE pay() LANGUAGE plpgsql AS $$ BEGIN UPDATE accounts SET balance = balance + 1"
        + " WHERE id = 1; COMMIT; END $$",
    "INSERT INTO accounts SELECT i, i * 10, 'o' || i FROM generate_series(1, 6) i",
    "INSERT INTO items SELECT 'x', i, i, '{\"k\": 1}' FROM generate_series(1, 4) i"
  };

  private ProxiedServer server;
  private ProxyRun proxy;
  private String plain;
  private String recorded;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    server = ProxiedServer.start();
    plain = server.database(TABLES);
    recorded = server.copy(plain);
    proxy = server.proxy(recorded, directory.resolve("run.jsonl"));
  }

  @AfterAll
  void stop() throws Exception {
    proxy.close();
    server.close();
  }

  /** What is drawn for both clients. */
  private static final class Script {
    private final Random random;
    private final List<Object[]> messages = new ArrayList<>();

    Script(int seed) {
      random = new Random(seed);
      for (int i = 0; i < STEPS; i++) {
        step();
      }
    }

    private void add(Object... message) {
      messages.add(message);
    }

    private void step() {
      switch (random.nextInt(5)) {
        case 0, 1 -> simple(text());
        case 2 -> {
          StringBuilder several = new StringBuilder(text());
          for (int i = random.nextInt(3); i > 0; i--) {
            several.append(random.nextBoolean() ? "; " : " /* ; */ ;\n").append(text());
          }
          simple(several.toString());
        }
        default -> extended();
      }
    }

    private void simple(String text) {
      add('Q', text);
    }

    private int id() {
      return 1 + random.nextInt(8);
    }

    private String text() {
      return switch (random.nextInt(46)) {
        case 0 -> "BEGIN";
        case 1 -> "COMMIT";
        case 2 -> "ROLLBACK";
        case 3 -> "BEGIN ISOLATION LEVEL REPEATABLE READ";
        case 4 -> "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE";
        case 5 -> "SAVEPOINT s";
        case 6 -> "ROLLBACK TO s";
        case 7 -> "RELEASE SAVEPOINT s";
        case 8 -> "SELECT * FROM accounts ORDER BY id";
        case 9 -> "SELECT id, balance FROM accounts WHERE id = " + id() + " FOR UPDATE";
        case 10 -> "UPDATE accounts SET balance = balance + 1 WHERE id = " + id();
        case 11 -> "UPDATE accounts SET balance = 1000000 WHERE id = " + id();
        case 12 -> "INSERT INTO accounts VALUES (" + id() + ", 5, 'n')";
        case 13 -> "INSERT INTO accounts VALUES (" + id() + ", 5, 'é') ON CONFLICT DO NOTHING";
        case 14 -> "DELETE FROM accounts WHERE id = " + id() + " RETURNING *";
        case 15 -> "SELECT nothing FROM accounts WHERE id = 1 OR nothing2 = 3";
        case 16 -> "SELECT a.id FROM accounts a WHERE a.id = 1 ORDER BY nothing";
        case 17 -> "SELECT 1/0 FROM accounts WHERE id = 1";
        case 18 -> "SELECT count(*), sum(balance) FROM accounts WHERE balance > " + id() * 10;
        case 19 ->
            "SELECT DISTINCT owner FROM accounts GROUP BY owner HAVING count(*) > 0 ORDER BY 1";
        case 20 -> "SELECT id FROM accounts UNION SELECT b FROM items ORDER BY 1 LIMIT 3";
        case 21 -> "WITH t AS (UPDATE items SET price = 3 WHERE b = 1 RETURNING *) SELECT * FROM t";
        case 22 -> "SELECT * FROM rich WHERE id < 4 ORDER BY id";
        case 23 -> "SELECT twice(balance) FROM accounts WHERE id = " + id();
        case 24 -> "SELECT loud()";
        case 25 -> "CALL pay()";
        case 26 -> "DO $$ BEGIN UPDATE accounts SET balance = 3 WHERE id = 2; END $$";
        case 27 -> "SELEC nonsense";
        case 28 -> "";
        case 29 -> "-- nothing";
        case 30 -> "SELECT 'it''s', E'a\\'b', $q$ ; $q$ -- ; comment";
        case 31 -> "VACUUM accounts";
        case 32 -> "SHOW transaction_isolation";
        case 33 -> "SET search_path = public, pg_catalog";
        case 34 -> "CREATE TABLE extra (id INT PRIMARY KEY); INSERT INTO extra VALUES (1)";
        case 35 -> "DROP TABLE IF EXISTS extra";
        case 36 -> "SELECT data ? 'k', data->>'k' FROM items WHERE b = 1";
        case 37 -> "DECLARE c CURSOR FOR SELECT * FROM accounts ORDER BY id";
        case 38 -> "FETCH 2 FROM c";
        case 39 -> "LOCK TABLE accounts IN SHARE MODE";
        case 40 -> "COPY (SELECT id FROM accounts ORDER BY id) TO STDOUT";
        case 41 -> "EXPLAIN (COSTS OFF) SELECT * FROM accounts WHERE id = 1";
        case 42 -> "SET LOCAL work_mem = '5MB'";
        case 43 -> "DISCARD ALL";
        case 44 ->
            "SELECT balance FROM accounts WHERE id = 1 AND balance > (SELECT min(price) FROM items)";
        default -> "SELECT now() IS NOT NULL, txid_current_if_assigned() IS NULL";
      };
    }

    private void extended() {
      int statements = 1 + random.nextInt(4);
      for (int i = 0; i < statements; i++) {
        one();
        if (random.nextInt(10) == 0) {
          add('H');
        }
      }
      add('S');
    }

    private void one() {
      String name = random.nextInt(3) == 0 ? "s" + random.nextInt(3) : "";
      String portal = random.nextInt(4) == 0 ? "p" + random.nextInt(2) : "";
      boolean isBinary = random.nextBoolean();
      short format = (short) (random.nextBoolean() ? 1 : 0);
      switch (random.nextInt(6)) {
        case 0 -> {
          add('P', name, text(), (short) 0);
          bindAndExecute(portal, name, format);
        }
        case 1 -> {
          if (!name.isEmpty() && random.nextBoolean()) {
            add('C', 'S', name);
          }
          add('P', name, "SELECT balance, owner FROM accounts WHERE id = $1", (short) 0);
          if (random.nextBoolean()) {
            add('D', 'S', name);
          }
          parameter(portal, name, isBinary, format);
        }
        case 2 -> {
          add('P', name, "UPDATE accounts SET balance = $1 WHERE id = 3", (short) 1, 23);
          parameter(portal, name, isBinary, format);
        }
        case 3 -> parameter(portal, name, isBinary, format); // of an earlier one, or of none
        case 4 -> add('C', random.nextBoolean() ? 'S' : 'P', name);
        default -> {
          add('P', name, "SELECT * FROM accounts ORDER BY id", (short) 0);
          add('B', portal, name, (short) 0, (short) 0, (short) 0);
          add('E', portal, 2);
          add('E', portal, 1 + random.nextInt(3));
        }
      }
    }

    private void bindAndExecute(String portal, String name, short format) {
      add('B', portal, name, (short) 0, (short) 0, (short) 1, format);
      if (random.nextBoolean()) {
        add('D', 'P', portal);
      }
      add('E', portal, 0);
    }

    private void parameter(String portal, String name, boolean isBinary, short format) {
      byte[] value =
          isBinary ? joined(id()) : String.valueOf(id()).getBytes(StandardCharsets.UTF_8);
      add(
          'B',
          portal,
          name,
          (short) 1,
          (short) (isBinary ? 1 : 0),
          (short) 1,
          value.length,
          value,
          (short) 1,
          format);
      add('D', 'P', portal);
      add('E', portal, 0);
    }

    List<String> play(WireClient client) throws IOException {
      List<String> all = new ArrayList<>();
      for (Object[] each : messages) {
        Object[] body = new Object[each.length - 1];
        System.arraycopy(each, 1, body, 0, body.length);
        client.send((Character) each[0], body);
        if ((Character) each[0] == 'Q' || (Character) each[0] == 'S') {
          client.flush();
          all.addAll(client.answers(1));
        }
      }
      return all;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder();
      for (Object[] each : messages) {
        for (Object part : each) {
          text.append(
              part instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : part);
          text.append(' ');
        }
        text.append('\n');
      }
      return text.toString();
    }
  }

  @Test
  void answersAreTheSameAndTheRecordingIsSerial() throws Exception {
    int from = Integer.getInteger("isogauge.seed", 1);
    int to = from + Integer.getInteger("isogauge.seeds", CONVERSATIONS) - 1;
    for (int seed = from; seed <= to; seed++) {
      Script script = new Script(seed);
      try (WireClient one = new WireClient(server.port(), plain, 196608);
          WireClient other = new WireClient(proxy.port(), recorded, 196608)) {
        List<String> expected = script.play(one);
        assertThat(script.play(other)).as("seed %d\n%s", seed, script).isEqualTo(expected);
      }
    }
    assertThat(server.notices()).isEmpty();
    proxy.close();
    History history =
        HistoryFiles.read(HistoryFiles.file(proxy.file()), Optional.empty()).history();
    assertThat(history.transactionCount()).isGreaterThan(to - from);
    for (IsolationLevel level :
        List.of(
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.STRICT_SERIALIZABILITY)) {
      assertThat(Checks.check(history, level))
          .as("one client after the other, %s", level)
          .isNotInstanceOf(Verdict.Violated.class);
    }
  }
}
