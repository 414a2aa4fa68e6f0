package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.PlainSql;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.StandardSql;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Plain JDBC.
 *
 * @param sql what it says to the database
 */
record JdbcProgram(PlainSql sql, ClientProgram program) implements ProgramClient {
  private static final String VALUE_COLUMN = "val";
  private static final Pattern PARAMETER = Pattern.compile(":(key|value)\\b");

  private static final String CREATE_ITEMS =
      "CREATE TABLE items (id BIGINT NOT NULL PRIMARY KEY, val BIGINT)";

  @Override
  public List<String> texts() {
    return List.of(Reproduction.file("Jdbc.client"));
  }

  @Override
  public Map<String, String> words(Schedule schedule) {
    return Map.of(
        "URL",
        Reproduction.literal(program.url()),
        "TABLES",
        Reproduction.literals(tables(schedule)),
        "PREPARATION",
        Reproduction.literals(sql.preparation()),
        "LEVEL",
        sql.jdbcLevel().isPresent()
            ? "      connection.setTransactionIsolation(" + sql.jdbcLevel().getAsInt() + ");"
            : "");
  }

  @Override
  public String kind(Action action, Schedule schedule) {
    return switch (action.verb()) {
      case READ -> schedule.isList(action.key()) ? "list" : "value";
      case LOCK, TAKE -> "value";
      case SELECT -> "rows";
      case JOIN -> "pairs";
      case COMMIT -> "commit";
      case ROLLBACK -> "rollback";
      case SAVEPOINT, ROLLBACK_TO_SAVEPOINT -> "plain";
      case WRITE, INSERT, UPDATE, DELETE, APPEND, MERGE, COPY -> "change";
      case UPDATE_WHERE, DELETE_WHERE -> "changes";
    };
  }

  @Override
  public String arguments(Action action, Schedule schedule) {
    return statements(action, schedule).stream()
        .map(each -> statement(each, action, schedule))
        .collect(Collectors.joining());
  }

  /** With {@code :key} and {@code :value}; they are run in turn until one changes a row. */
  private List<String> statements(Action action, Schedule schedule) {
    String condition = new Condition(action.condition()).over(VALUE_COLUMN);
    return switch (action.verb()) {
      case COMMIT, ROLLBACK -> List.of();
      case READ ->
          List.of(
              schedule.isList(action.key())
                  ? "SELECT elements FROM lists WHERE id = :key"
                  : "SELECT val FROM items WHERE id = :key");
      case APPEND -> sql.append();
      case LOCK -> List.of("SELECT val FROM items WHERE id = :key FOR UPDATE");
      case INSERT -> List.of("INSERT INTO items (id, val) VALUES (:key, :value)");
      case UPDATE -> List.of("UPDATE items SET val = :value WHERE id = :key");
      case DELETE -> List.of("DELETE FROM items WHERE id = :key");
      case WRITE -> sql.write();
      case SELECT -> List.of("SELECT id, val FROM items WHERE " + condition + " ORDER BY id");
      case UPDATE_WHERE -> List.of("UPDATE items SET val = :value WHERE " + condition);
      case DELETE_WHERE -> List.of("DELETE FROM items WHERE " + condition);
      case TAKE, MERGE, COPY, JOIN ->
          List.of(
              StandardSql.of(action, action.key().isEmpty() ? 0 : schedule.number(action.key())));
      case SAVEPOINT -> List.of(sql.savepoint());
      case ROLLBACK_TO_SAVEPOINT -> List.of(sql.rollbackToSavepoint());
    };
  }

  /** As SQL without parameters, which are run in turn until one changes a row. */
  List<String> literal(Action action, Schedule schedule) {
    return statements(action, schedule).stream()
        .map(
            text ->
                PARAMETER
                    .matcher(text)
                    .replaceAll(found -> parameter(found.group(1), action, schedule, "'")))
        .toList();
  }

  /** What creates the tables. */
  List<String> tables(Schedule schedule) {
    return schedule.hasLists() ? List.of(CREATE_ITEMS, sql.createLists()) : List.of(CREATE_ITEMS);
  }

  /** As an argument: the SQL and its parameters. */
  private static String statement(String text, Action action, Schedule schedule) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(text);
    parts.add(Reproduction.literal(matcher.replaceAll("?")));
    matcher.reset();
    while (matcher.find()) {
      String parameter = parameter(matcher.group(1), action, schedule, "\"");
      parts.add(parameter.endsWith("\"") ? parameter : parameter + "L");
    }
    return ", List.of(" + String.join(", ", parts) + ")";
  }

  /** A number, or an element of a list, which is a text. */
  private static String parameter(String name, Action action, Schedule schedule, String quote) {
    if (name.equals("key")) {
      return Long.toString(schedule.number(action.key()));
    }
    String value = Long.toString(action.value().orElseThrow());
    return action.verb() == Verb.APPEND ? quote + value + quote : value;
  }
}
