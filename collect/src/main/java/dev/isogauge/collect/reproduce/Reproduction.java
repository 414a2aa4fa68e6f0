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
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A program in one file of Java, with plain JDBC and nothing of ours, that runs a schedule and
 * compares what happens with what was seen.
 */
final class Reproduction {
  static final String CLASS = "Reproduce";

  private static final String VALUE_COLUMN = "val";
  private static final Pattern PARAMETER = Pattern.compile(":(key|value)\\b");

  private final PlainSql sql;
  private final Cell cell;
  private final Schedule schedule;

  /** By step: what it returned, each time it was run. */
  private final Map<Step, Deque<String>> results = new HashMap<>();

  private Reproduction(PlainSql sql, Cell cell) {
    this.sql = sql;
    this.cell = cell;
    this.schedule = cell.schedule();
    for (StepEvent event : cell.events()) {
      if (event.kind() != StepEvent.Kind.BLOCKED) {
        results
            .computeIfAbsent(event.step(), step -> new ArrayDeque<>())
            .add(event.kind() == StepEvent.Kind.SKIPPED ? "skipped" : shortened(event));
      }
    }
  }

  /**
   * The text of the program.
   *
   * @param head lines for its first comment
   * @param correct lines about what should have happened
   */
  static String of(PlainSql sql, Cell cell, String url, List<String> head, List<String> correct) {
    Reproduction reproduction = new Reproduction(sql, cell);
    return template()
        .replace("@HEAD@", comment(head))
        .replace("@URL@", literal(url))
        .replace("@PREPARATION@", literals(sql.preparation()))
        .replace("@NAMES@", literals(cell.schedule().keys()))
        .replace("@SETUP@", reproduction.setup())
        .replace("@STEPS@", reproduction.steps())
        .replace("@CORRECT@", literals(correct))
        .replace("@LAST@", literal(reproduction.last()));
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
  private static String shortened(StepEvent event) {
    boolean failed =
        event.result().startsWith("aborted:")
            || event.result().startsWith("rejected:")
            || event.result().startsWith("outcome unknown:")
            || event.result().startsWith("connection lost:");
    if (failed) {
      return "error";
    }
    return kind(event.step().action().verb()).equals("changes")
        ? (event.result().equals("none") ? 0 : event.result().split(" ").length) + " rows"
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
                        "      update(keeper, \"INSERT INTO items (id, val) VALUES (%d, %d)\");",
                        schedule.number(key), value)));
    return String.join("\n", lines);
  }

  private String steps() {
    List<String> lines = new ArrayList<>();
    for (Step step : schedule.steps()) {
      Deque<String> seen = results.getOrDefault(step, new ArrayDeque<>());
      lines.add(
          String.format(
              "      step(%s, %s, %s, %s, %s%s);",
              literal(schedule.sessions().get(step.transaction())),
              literal(step.transaction()),
              literal(step.action().toString()),
              literal(seen.isEmpty() ? "skipped" : seen.poll()),
              literal(kind(step.action().verb())),
              statements(step.action())));
    }
    return String.join("\n", lines);
  }

  /** How the program reads the result. */
  private static String kind(Verb verb) {
    return switch (verb) {
      case READ, LOCK -> "value";
      case SELECT -> "rows";
      case COMMIT -> "commit";
      case ROLLBACK -> "rollback";
      case SAVEPOINT, ROLLBACK_TO_SAVEPOINT -> "plain";
      case WRITE, INSERT, UPDATE, DELETE -> "change";
      case UPDATE_WHERE, DELETE_WHERE -> "changes";
    };
  }

  private String statements(Action action) {
    String condition = new Condition(action.condition()).over(VALUE_COLUMN);
    return switch (action.verb()) {
      case COMMIT, ROLLBACK -> "";
      case READ -> statement("SELECT val FROM items WHERE id = :key", action);
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
              : action.value().orElseThrow() + "L");
    }
    return ", List.of(" + String.join(", ", parts) + ")";
  }

  /** What is there in the end, from the last line of the history. */
  private String last() {
    String line = cell.history().strip();
    line = line.substring(line.lastIndexOf('\n') + 1);
    List<String> rows = new ArrayList<>();
    Matcher reads = Pattern.compile("r\\((\\w+),(-?\\d+)\\)").matcher(line);
    while (reads.find()) {
      rows.add(reads.group(1) + "=" + reads.group(2));
    }
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
