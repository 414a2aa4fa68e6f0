package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.Condition;
import dev.isogauge.collect.PlainSql;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import dev.isogauge.collect.litmus.StepEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program in one file of Java, with plain JDBC and nothing of ours, that runs a schedule and
 * compares what happens with what was seen.
 */
final class Reproduction {
  static final String CLASS = "Reproduce";

  private static final String VALUE_COLUMN = "val";
  private static final Pattern PARAMETER = Pattern.compile(":(key|value)\\b");

  private static final String CREATE_ITEMS =
      "CREATE TABLE items (id BIGINT NOT NULL PRIMARY KEY, val BIGINT)";
  private static final int ROUNDS = 1000;
  private static final String INDENT = "        ";

  private final PlainSql sql;
  private final Schedule schedule;

  private Reproduction(PlainSql sql, Schedule schedule) {
    this.sql = sql;
    this.schedule = schedule;
  }

  /**
   * The text of the program.
   *
   * @param head lines for its first comment
   * @param correct lines about what should have happened
   */
  static String of(PlainSql sql, Cell cell, String url, List<String> head, List<String> correct) {
    Map<Step, Deque<String>> results = new HashMap<>();
    for (StepEvent event : cell.events()) {
      if (event.kind() != StepEvent.Kind.BLOCKED) {
        results
            .computeIfAbsent(event.step(), step -> new ArrayDeque<>())
            .add(event.kind() == StepEvent.Kind.SKIPPED ? "skipped" : shortened(event, cell));
      }
    }
    Reproduction reproduction = new Reproduction(sql, cell.schedule());
    List<String> lines = new ArrayList<>();
    for (Step step : cell.schedule().steps()) {
      Deque<String> seen = results.getOrDefault(step, new ArrayDeque<>());
      lines.add(reproduction.step(step, seen.isEmpty() ? "skipped" : seen.poll()));
    }
    return reproduction.text(url, head, correct, lines, 1, last(cell.history()));
  }

  /**
   * The text of a program that runs transactions at the same time until they see what they saw when
   * they were recorded, since nothing says in which order their statements ran.
   *
   * @param seen by step what it returned; empty where that is not known
   * @param after by transaction those that had ended when it began
   */
  static String ofRace(
      PlainSql sql,
      Schedule schedule,
      List<String> seen,
      Map<String, List<String>> after,
      String url,
      List<String> head,
      List<String> correct) {
    Reproduction reproduction = new Reproduction(sql, schedule);
    List<String> lines = new ArrayList<>();
    Set<String> begun = new HashSet<>();
    for (int i = 0; i < schedule.steps().size(); i++) {
      String transaction = schedule.steps().get(i).transaction();
      List<String> others = after.getOrDefault(transaction, List.of());
      if (begun.add(transaction) && !others.isEmpty()) {
        lines.add(
            INDENT
                + Stream.concat(
                        Stream.of(schedule.sessions().get(transaction), transaction),
                        others.stream())
                    .map(Reproduction::literal)
                    .collect(Collectors.joining(", ", "after(", ");")));
      }
      lines.add(reproduction.step(schedule.steps().get(i), seen.get(i)));
    }
    return reproduction.text(url, head, correct, lines, ROUNDS, "");
  }

  private String text(
      String url,
      List<String> head,
      List<String> correct,
      List<String> steps,
      int rounds,
      String last) {
    List<String> tables = new ArrayList<>(List.of(CREATE_ITEMS));
    if (schedule.hasLists()) {
      tables.add(sql.createLists());
    }
    return template()
        .replace("@HEAD@", comment(head))
        .replace("@URL@", literal(url))
        .replace("@ROUNDS@", Integer.toString(rounds))
        .replace("@TABLES@", literals(tables))
        .replace("@PREPARATION@", literals(sql.preparation()))
        .replace(
            "@LEVEL@",
            sql.jdbcLevel().isPresent()
                ? "          connection.setTransactionIsolation("
                    + sql.jdbcLevel().getAsInt()
                    + ");"
                : "")
        .replace("@NAMES@", literals(schedule.keys()))
        .replace("@SETUP@", setup())
        .replace("@STEPS@", String.join("\n", steps))
        .replace("@CORRECT@", literals(correct))
        .replace("@LAST@", literal(last));
  }

  private static String template() {
    try (InputStream stream = Reproduction.class.getResourceAsStream(CLASS + ".template")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String comment(List<String> lines) {
    return lines.stream()
        .map(line -> ("// " + line.replace("\\u", "\\ u")).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  /** Messages differ; that it failed counts. */
  private static String shortened(StepEvent event, Cell cell) {
    boolean failed =
        event.result().startsWith("aborted:")
            || event.result().startsWith("rejected:")
            || event.result().startsWith("outcome unknown:")
            || event.result().startsWith("connection lost:");
    if (failed) {
      return "error";
    }
    return kind(event.step().action(), cell.schedule()).equals("changes")
        ? (event.result().equals("none") ? 0 : event.result().split(" ", -1).length) + " rows"
        : event.result();
  }

  private String setup() {
    List<String> lines = new ArrayList<>();
    schedule
        .setup()
        .forEach(
            (key, value) ->
                lines.add(
                    String.format(
                        INDENT + "update(keeper, \"INSERT INTO items (id, val) VALUES (%d, %d)\");",
                        schedule.number(key),
                        value)));
    return String.join("\n", lines);
  }

  private String step(Step step, String seen) {
    return String.format(
        INDENT + "step(%s, %s, %s, %s, %s%s);",
        literal(schedule.sessions().get(step.transaction())),
        literal(step.transaction()),
        literal(step.action().toString()),
        literal(seen),
        literal(kind(step.action(), schedule)),
        statements(step.action()));
  }

  /** How the program reads the result. */
  private static String kind(Action action, Schedule schedule) {
    return switch (action.verb()) {
      case READ -> schedule.isList(action.key()) ? "list" : "value";
      case LOCK -> "value";
      case SELECT -> "rows";
      case COMMIT -> "commit";
      case ROLLBACK -> "rollback";
      case SAVEPOINT, ROLLBACK_TO_SAVEPOINT -> "plain";
      case WRITE, INSERT, UPDATE, DELETE, APPEND -> "change";
      case UPDATE_WHERE, DELETE_WHERE -> "changes";
    };
  }

  private String statements(Action action) {
    String condition = new Condition(action.condition()).over(VALUE_COLUMN);
    return switch (action.verb()) {
      case COMMIT, ROLLBACK -> "";
      case READ ->
          statement(
              schedule.isList(action.key())
                  ? "SELECT elements FROM lists WHERE id = :key"
                  : "SELECT val FROM items WHERE id = :key",
              action);
      case APPEND ->
          sql.append().stream().map(each -> statement(each, action)).collect(Collectors.joining());
      case LOCK -> statement("SELECT val FROM items WHERE id = :key FOR UPDATE", action);
      case INSERT -> statement("INSERT INTO items (id, val) VALUES (:key, :value)", action);
      case UPDATE -> statement("UPDATE items SET val = :value WHERE id = :key", action);
      case DELETE -> statement("DELETE FROM items WHERE id = :key", action);
      case WRITE ->
          sql.write().stream().map(each -> statement(each, action)).collect(Collectors.joining());
      case SELECT ->
          statement("SELECT id, val FROM items WHERE " + condition + " ORDER BY id", action);
      case UPDATE_WHERE -> statement("UPDATE items SET val = :value WHERE " + condition, action);
      case DELETE_WHERE -> statement("DELETE FROM items WHERE " + condition, action);
      case SAVEPOINT -> statement(sql.savepoint(), action);
      case ROLLBACK_TO_SAVEPOINT -> statement(sql.rollbackToSavepoint(), action);
    };
  }

  /** As an argument: the SQL and its parameters. */
  private String statement(String text, Action action) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(text);
    parts.add(literal(matcher.replaceAll("?")));
    matcher.reset();
    while (matcher.find()) {
      parts.add(
          matcher.group(1).equals("key")
              ? schedule.number(action.key()) + "L"
              : action.verb() == Verb.APPEND
                  ? literal(Long.toString(action.value().orElseThrow()))
                  : action.value().orElseThrow() + "L");
    }
    return ", List.of(" + String.join(", ", parts) + ")";
  }

  /** What is there in the end, from the last line of the history. */
  private static String last(String history) {
    String line = history.strip();
    line = line.substring(line.lastIndexOf('\n') + 1);
    List<String> rows = new ArrayList<>();
    List<String> lists = new ArrayList<>();
    Matcher reads = Pattern.compile("r\\((\\w+),(?:(-?\\d+)|(\\[[\\d,]+\\]))\\)").matcher(line);
    while (reads.find()) {
      if (reads.group(2) == null) {
        lists.add(reads.group(1) + "=" + reads.group(3));
      } else {
        rows.add(reads.group(1) + "=" + reads.group(2));
      }
    }
    rows.addAll(lists);
    return rows.isEmpty() ? "none" : String.join(" ", rows);
  }

  private static String literals(List<String> texts) {
    return texts.stream().map(Reproduction::literal).collect(Collectors.joining(",\n    "));
  }

  private static String literal(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "")
        + '"';
  }
}
