package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.history.HistoryRecorder;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** A random history of rows, whose chances of phantoms are counted by trying all pairs. */
final class PhantomOracle {
  private static final int ROWS = 3;

  private final List<Transaction> transactions = new ArrayList<>();

  /** A row; its number n is what searches ask for. */
  private record Row(int n, int unique) {
    Map<String, Object> columns() {
      return Map.of("n", n, "u", unique);
    }
  }

  /**
   * A transaction: reads, then at most one search, then writes.
   *
   * @param limit rows whose n is below it are searched for, if it searches
   * @param found what the search returned
   * @param reads the row seen of a key
   * @param writes the row left of a key; none if it is deleted
   */
  private record Transaction(
      long begin,
      long end,
      boolean aborted,
      Optional<Integer> limit,
      TreeSet<Integer> found,
      Map<Integer, Row> reads,
      Map<Integer, Optional<Row>> writes) {}

  PhantomOracle(Random random) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rows.add(new Row(random.nextInt(10), i));
    }
    int count = 2 + random.nextInt(5);
    int next = 0;
    for (int t = 0; t < count; t++) {
      long end = 5L + random.nextInt(30);
      Map<Integer, Row> reads = new TreeMap<>();
      Map<Integer, Optional<Row>> writes = new TreeMap<>();
      TreeSet<Integer> found = new TreeSet<>();
      Optional<Integer> limit =
          random.nextBoolean() ? Optional.of(random.nextInt(10)) : Optional.empty();
      for (int key = 0; key < ROWS; key++) {
        if (random.nextInt(3) == 0) {
          reads.put(key, rows.get(random.nextInt(rows.size())));
        }
        if (limit.isPresent() && random.nextBoolean()) {
          found.add(key);
        }
        if (random.nextInt(3) == 0) {
          writes.put(
              key,
              random.nextInt(4) == 0
                  ? Optional.empty()
                  : Optional.of(rows.get(next++ % rows.size())));
        }
      }
      transactions.add(
          new Transaction(
              Math.max(0, end - random.nextInt(20)),
              end,
              random.nextInt(5) == 0,
              limit,
              found,
              reads,
              writes));
    }
  }

  History history() {
    HistoryRecorder recorder = new HistoryRecorder();
    for (int t = 0; t < transactions.size(); t++) {
      Transaction each = transactions.get(t);
      recorder
          .session(t)
          .transaction()
          .times(each.begin, each.end)
          .outcome(each.aborted ? Outcome.ABORTED : Outcome.COMMITTED);
      each.reads.forEach((key, row) -> recorder.read(name(key), row.columns()));
      each.limit.ifPresent(
          limit ->
              recorder.readRows(
                  "item", "n < " + limit, each.found.stream().map(PhantomOracle::name).toArray()));
      each.writes.forEach(
          (key, row) -> {
            if (row.isPresent()) {
              recorder.insert(name(key), row.get().columns());
            } else {
              recorder.delete(name(key));
            }
          });
    }
    return recorder.history();
  }

  private static String name(int key) {
    return "item/" + key;
  }

  Chances.Count count() {
    long total = 0;
    long happened = 0;
    long aborted = 0;
    for (int i = 0; i < transactions.size(); i++) {
      for (int j = 0; j < transactions.size(); j++) {
        Transaction searcher = transactions.get(i);
        Transaction writer = transactions.get(j);
        if (i == j
            || searcher.limit.isEmpty()
            || searcher.begin > writer.end
            || writer.begin > searcher.end) {
          continue;
        }
        int changed = 0;
        boolean sees = false;
        for (Map.Entry<Integer, Optional<Row>> write : writer.writes.entrySet()) {
          boolean matches =
              write.getValue().filter(row -> row.n < searcher.limit.get()).isPresent();
          changed += matches != searcher.found.contains(write.getKey()) ? 1 : 0;
          sees |=
              write.getValue().isPresent()
                  && write.getValue().get().equals(searcher.reads.get(write.getKey()));
        }
        total += changed;
        if (searcher.aborted || writer.aborted) {
          aborted += changed;
        } else if (sees) {
          happened += changed;
        }
      }
    }
    return new Chances.Count(total, happened, aborted);
  }
}
