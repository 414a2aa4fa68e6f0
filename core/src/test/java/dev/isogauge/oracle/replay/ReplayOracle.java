package dev.isogauge.oracle.replay;

import dev.isogauge.oracle.replay.Run.Aggregate;
import dev.isogauge.oracle.replay.Run.Append;
import dev.isogauge.oracle.replay.Run.Question;
import dev.isogauge.oracle.replay.Run.Read;
import dev.isogauge.oracle.replay.Run.Row;
import dev.isogauge.oracle.replay.Run.Rows;
import dev.isogauge.oracle.replay.Run.Step;
import dev.isogauge.oracle.replay.Run.Transaction;
import dev.isogauge.oracle.replay.Run.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Runs transactions in their claimed order by brute force. Shares nothing with the checker. */
final class ReplayOracle {
  private final Run run;

  /** Objects that are there, and lists. */
  private final Map<String, Row> objects = new TreeMap<>();

  private final Map<String, List<String>> lists = new HashMap<>();
  private final List<String> mismatches = new ArrayList<>();

  ReplayOracle(Run run) {
    this.run = run;
  }

  /** Every result that differs: transaction, what it should be, what it is. Sorted. */
  List<String> mismatches() {
    run.transactions().stream()
        .filter(Transaction::counts)
        .sorted(Comparator.comparing(Transaction::place))
        .forEach(t -> t.steps().forEach(step -> compare(t, step)));
    return mismatches.stream().sorted().toList();
  }

  private void compare(Transaction t, Step step) {
    if (step instanceof Write write) {
      write
          .row()
          .ifPresentOrElse(r -> objects.put(write.key(), r), () -> objects.remove(write.key()));
    } else if (step instanceof Append append) {
      lists.computeIfAbsent(append.key(), key -> new ArrayList<>()).add(append.value());
    } else {
      String expected = expected(objects, lists, step);
      String actual = actual(step);
      if (!actual.equals("?") && !expected.equals(actual)) {
        mismatches.add(t.name() + ": " + expected + " not " + actual);
      }
    }
  }

  /** The result of a step; rows are told with their values where the record tells them. */
  static String expected(Map<String, Row> objects, Map<String, List<String>> lists, Step step) {
    if (step instanceof Read read) {
      return read.key().startsWith("list")
          ? lists.getOrDefault(read.key(), List.of()).stream()
              .collect(Collectors.joining(",", "[", "]"))
          : value(objects, read.key());
    }
    if (step instanceof Aggregate aggregate) {
      Question question = aggregate.question();
      return question.fold().orElseThrow().over(matching(objects, aggregate.relation(), question));
    }
    Rows rows = (Rows) step;
    Map<String, String> result = new TreeMap<>();
    objects.forEach(
        (key, row) -> {
          if (relation(key).equals(rows.relation()) && rows.question().condition().test(row)) {
            result.put(
                key,
                rows.result().getOrDefault(key, Optional.empty()).isPresent()
                    ? row.toString()
                    : "");
          }
        });
    return listed(result);
  }

  private static String actual(Step step) {
    if (step instanceof Read read) {
      return read.result();
    }
    if (step instanceof Aggregate aggregate) {
      return aggregate.result();
    }
    Map<String, String> result = new TreeMap<>();
    ((Rows) step).result().forEach((key, value) -> result.put(key, value.orElse("")));
    return listed(result);
  }

  private static String listed(Map<String, String> rows) {
    return rows.entrySet().stream()
        .map(row -> row.getKey() + (row.getValue().isEmpty() ? "" : "=" + row.getValue()))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  static String value(Map<String, Row> objects, String key) {
    return objects.containsKey(key) ? objects.get(key).toString() : "nil";
  }

  static List<Row> matching(Map<String, Row> objects, String relation, Question question) {
    return objects.entrySet().stream()
        .filter(object -> relation(object.getKey()).equals(relation))
        .map(Map.Entry::getValue)
        .filter(question.condition())
        .toList();
  }

  private static String relation(String key) {
    return key.contains("/") ? key.substring(0, key.indexOf('/')) : "*";
  }

  /** Those that the order puts before one which they should follow. */
  List<String> tooEarly(boolean realTime) {
    return run.transactions().stream()
        .filter(
            t -> t.counts() && run.transactions().stream().anyMatch(s -> follows(t, s, realTime)))
        .map(Transaction::name)
        .sorted()
        .toList();
  }

  private boolean follows(Transaction t, Transaction s, boolean realTime) {
    if (!s.outcome().isEmpty() || s.place() <= t.place()) {
      return false;
    }
    boolean session =
        s.session() == t.session()
            && run.transactions().indexOf(s) < run.transactions().indexOf(t)
            && s.end() <= t.begin();
    return session || (realTime && s.end() < t.begin());
  }
}
