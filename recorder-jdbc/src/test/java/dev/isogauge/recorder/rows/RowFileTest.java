package dev.isogauge.recorder.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.recorder.RecordedOutcome;
import dev.isogauge.recorder.Recorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows outside of memory are what they are inside. */
class RowFileTest {
  private static final int ROWS = 6000;
  private static final int TRANSACTIONS = 8000;
  private static final int LAG = 50;
  private static final Pattern ORDER =
      Pattern.compile("\\{\"order\":\"([^\"]*)\",\"versions\":\\[(.*)]}");

  @TempDir Path directory;

  private int inMemory;

  /** What a file says, without saying when: the orders by row, and the other lines. */
  private record Said(Map<String, String> orders, List<String> transactions, Set<String> others) {}

  private Said record(String table, boolean isComplete, int most, long seed) throws Exception {
    Random random = new Random(seed);
    RowVersions versions = new RowVersions(directory, most);
    Path file = directory.resolve("run-" + most + ".jsonl");
    try (Recorder recorder = Recorder.create(file)) {
      RowHistory history = new RowHistory(recorder, versions);
      for (int key = 0; key < ROWS / 2; key++) {
        versions.initial(
            table, key + "", Map.of("balance", (long) key, "owner", "ann \u00e4 " + key));
      }
      if (!isComplete) {
        versions.incomplete(table);
      }
      history.recordInitial();
      for (int number = 1; number <= TRANSACTIONS; number++) {
        List<String> read = List.of(key(random), key(random));
        List<Map.Entry<Integer, RowHistory.Write>> writes = new ArrayList<>();
        if (random.nextInt(4) > 0) {
          writes.add(Map.entry(1, new RowHistory.Write(table, read.get(0), row(random))));
        }
        if (number % 3000 == 0) {
          history.emptied(Set.of(table)).forEach(each -> writes.add(Map.entry(1, each)));
        }
        history.add(number, writes);
        RowTransaction transaction = new RowTransaction("s", number);
        transaction.id(number);
        transaction.next();
        long from = Math.max(1, number - random.nextInt(LAG));
        PostgresSnapshot seen = new PostgresSnapshot(from, number, List.of(from));
        transaction.add(byKeys(table, read), seen, seen, true);
        transaction.ended(RecordedOutcome.COMMITTED);
        history.record(transaction);
        if (number % 100 == 0) {
          history.forget(number - LAG);
        }
      }
      int[] count = {0};
      versions.forEach(row -> count[0]++);
      inMemory = count[0];
      recorder.atClose(history::recordOrders);
    }
    versions.close();
    return said(file);
  }

  private static String key(Random random) {
    return random.nextInt(random.nextBoolean() ? ROWS : 20) + "";
  }

  private static Map<String, Object> row(Random random) {
    if (random.nextInt(5) == 0) {
      return null;
    }
    Map<String, Object> row = new HashMap<>();
    row.put("balance", random.nextInt(10) == 0 ? null : (Object) random.nextLong());
    row.put("owner", "x".repeat(random.nextInt(100) == 0 ? 2000 : random.nextInt(60)));
    return row;
  }

  private static StatementEffect byKeys(String table, List<String> keys) {
    return new StatementEffect(
        List.of(table),
        Set.of(),
        Optional.of(keys),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        true,
        Set.of(),
        "SELECT");
  }

  private static Said said(Path file) throws Exception {
    Map<String, String> orders = new TreeMap<>();
    List<String> transactions = new ArrayList<>();
    Set<String> others = new TreeSet<>();
    for (String line : Files.readAllLines(file)) {
      Matcher order = ORDER.matcher(line.strip());
      if (order.matches()) {
        orders.merge(order.group(1), order.group(2), (one, two) -> one + "," + two);
      } else if (line.startsWith("{\"session\"")) {
        transactions.add(line.replaceAll("\"rt\":\\[[^]]*]", ""));
      } else if (!line.contains("\"recorded\"")) {
        assertThat(others.add(line) || line.isBlank()).as(line).isTrue();
      }
    }
    return new Said(orders, transactions, others);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFileIsTheSameAsFromMemory(boolean isComplete) throws Exception {
    long seed = System.nanoTime();
    Said all = record("accounts", isComplete, Integer.MAX_VALUE, seed);
    assertThat(inMemory).isGreaterThan(2500);
    Said few = record("accounts", isComplete, 500, seed);
    assertThat(inMemory).as("seed " + seed).isLessThan(1500);
    for (int i = 0; i < all.transactions().size(); i++) {
      assertThat(few.transactions().get(i)).as("seed " + seed).isEqualTo(all.transactions().get(i));
    }
    assertThat(few.orders()).as("seed " + seed).isEqualTo(all.orders());
    assertThat(few.others()).as("seed " + seed).isEqualTo(all.others());
  }

  @Test
  void rowsComeBackAsTheyWerePutLast() throws Exception {
    Random random = new Random(5);
    Map<String, RowFile.Stored> expected = new TreeMap<>();
    try (RowFile file = new RowFile(directory)) {
      for (int i = 0; i < 30_000; i++) {
        String name = "accounts/" + random.nextInt(14_000);
        Map<String, Object> row = row(random);
        RowFile.Stored stored =
            new RowFile.Stored(
                new RowVersions.Version(i, row == null ? null : new TreeMap<>(row)), false);
        file.put(name, stored);
        expected.put(name, stored);
      }
      for (int i = 0; i < 16_000; i++) {
        String name = "accounts/" + i;
        assertThat(file.get(name)).isEqualTo(Optional.ofNullable(expected.get(name)));
      }
      Map<String, RowFile.Stored> found = new TreeMap<>();
      file.forEach(found::put);
      assertThat(found).isEqualTo(expected);
    }
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
  }
}
