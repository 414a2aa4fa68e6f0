package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Condition;
import dev.isogauge.collect.PlainSql;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Action.Verb;
import dev.isogauge.collect.litmus.Schedule;
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
    List<String> tables = new ArrayList<>(List.of(CREATE_ITEMS));
    if (schedule.hasLists()) {
      tables.add(sql.createLists());
    }
    return Map.of(
        "URL",
        Reproduction.literal(program.url()),
        "TABLES",
        Reproduction.literals(tables),
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
      case LOCK -> "value";
      case SELECT -> "rows";
      case COMMIT -> "commit";
      case ROLLBACK -> "rollback";
      case SAVEPOINT, ROLLBACK_TO_SAVEPOINT -> "plain";
      case WRITE, INSERT, UPDATE, DELETE, APPEND -> "change";
      case UPDATE_WHERE, DELETE_WHERE -> "changes";
    };
  }

  @Override
  public String arguments(Action action, Schedule schedule) {
    String condition = new Condition(action.condition()).over(VALUE_COLUMN);
    return switch (action.verb()) {
      case COMMIT, ROLLBACK -> "";
      case READ ->
          statement(
              schedule.isList(action.key())
                  ? "SELECT elements FROM lists WHERE id = :key"
                  : "SELECT val FROM items WHERE id = :key",
              action,
              schedule);
      case APPEND ->
          sql.append().stream()
              .map(each -> statement(each, action, schedule))
              .collect(Collectors.joining());
      case LOCK -> statement("SELECT val FROM items WHERE id = :key FOR UPDATE", action, schedule);
      case INSERT ->
          statement("INSERT INTO items (id, val) VALUES (:key, :value)", action, schedule);
      case UPDATE -> statement("UPDATE items SET val = :value WHERE id = :key", action, schedule);
      case DELETE -> statement("DELETE FROM items WHERE id = :key", action, schedule);
      case WRITE ->
          sql.write().stream()
              .map(each -> statement(each, action, schedule))
              .collect(Collectors.joining());
      case SELECT ->
          statement(
              "SELECT id, val FROM items WHERE " + condition + " ORDER BY id", action, schedule);
      case UPDATE_WHERE ->
          statement("UPDATE items SET val = :value WHERE " + condition, action, schedule);
      case DELETE_WHERE -> statement("DELETE FROM items WHERE " + condition, action, schedule);
      case SAVEPOINT -> statement(sql.savepoint(), action, schedule);
      case ROLLBACK_TO_SAVEPOINT -> statement(sql.rollbackToSavepoint(), action, schedule);
    };
  }

  /** As an argument: the SQL and its parameters. */
  private static String statement(String text, Action action, Schedule schedule) {
    List<String> parts = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(text);
    parts.add(Reproduction.literal(matcher.replaceAll("?")));
    matcher.reset();
    while (matcher.find()) {
      parts.add(
          matcher.group(1).equals("key")
              ? schedule.number(action.key()) + "L"
              : action.verb() == Verb.APPEND
                  ? Reproduction.literal(Long.toString(action.value().orElseThrow()))
                  : action.value().orElseThrow() + "L");
    }
    return ", List.of(" + String.join(", ", parts) + ")";
  }
}
