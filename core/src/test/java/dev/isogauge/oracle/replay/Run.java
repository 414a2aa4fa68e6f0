package dev.isogauge.oracle.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A run with a claimed serial order, as plain as can be; it prints as Isogauge text. */
record Run(List<Transaction> transactions) {

  /** A value: a row's columns, or the column {@code value} alone. */
  record Row(Map<String, Object> columns) {
    static Row of(Object value) {
      return new Row(Map.of("value", value));
    }

    Optional<Object> column(String name) {
      return Optional.ofNullable(columns.get(name));
    }

    @Override
    public String toString() {
      return columns.containsKey("value")
          ? columns.get("value").toString()
          : new TreeMap<>(columns)
              .entrySet().stream()
                  .map(column -> column.getKey() + ":" + column.getValue())
                  .collect(Collectors.joining(",", "{", "}"));
    }
  }

  /** What a predicate read asks. */
  record Question(String text, Predicate<Row> condition, Optional<Fold> fold) {}

  /** How an aggregate is computed over rows that match, as text. */
  interface Fold {
    String over(List<Row> rows);
  }

  sealed interface Step {}

  /** A write; a delete without a row. */
  record Write(String key, Optional<Row> row) implements Step {
    @Override
    public String toString() {
      return row.map(r -> "w(" + key + "," + r + ")").orElse("d(" + key + ")");
    }
  }

  /** A read and its result; {@code ?} for an unknown one. */
  record Read(String key, String result) implements Step {
    @Override
    public String toString() {
      return "r(" + key + "," + result + ")";
    }
  }

  /** An append. */
  record Append(String key, String value) implements Step {
    @Override
    public String toString() {
      return "a(" + key + "," + value + ")";
    }
  }

  /** A predicate read with the keys that it returned, each perhaps with its value. */
  record Rows(String relation, Question question, Map<String, Optional<String>> result)
      implements Step {
    @Override
    public String toString() {
      return result.entrySet().stream()
          .map(row -> row.getKey() + row.getValue().map(value -> "=" + value).orElse(""))
          .collect(
              Collectors.joining(",", "p(" + relation + ",\"" + question.text() + "\",[", "])"));
    }
  }

  /** A predicate read with one value, perhaps unknown. */
  record Aggregate(String relation, Question question, String result) implements Step {
    @Override
    public String toString() {
      return "p(" + relation + ",\"" + question.text() + "\"," + result + ")";
    }
  }

  /** A transaction; {@code begin} and {@code end} on the client's clock. */
  record Transaction(
      String name, int session, String outcome, int place, int begin, int end, List<Step> steps) {

    boolean counts() {
      return !outcome.equals("aborted");
    }

    @Override
    public String toString() {
      return String.format(
          "s%d %s: %s [rt %d..%d] [serial %d] %s",
          session,
          name,
          outcome,
          begin,
          end,
          place,
          steps.stream().map(Object::toString).collect(Collectors.joining(" ")));
    }
  }

  @Override
  public String toString() {
    return transactions.stream().map(t -> t + "\n").collect(Collectors.joining());
  }
}
