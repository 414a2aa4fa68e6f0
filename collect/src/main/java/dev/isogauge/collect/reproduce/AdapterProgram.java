package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.adapter.AdapterDatabase;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Schedule;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A program that starts the user's adapter and speaks its protocol. */
record AdapterProgram(AdapterDatabase database, Level level, Map<String, String> settings)
    implements ProgramClient {
  @Override
  public ClientProgram program() {
    return new ClientProgram(List.of(), false, List.of(), database.command(), "", "", "", Map.of());
  }

  @Override
  public List<String> texts() {
    return List.of(Reproduction.file("Adapter.client"));
  }

  @Override
  public Map<String, String> words(Schedule schedule) {
    String json =
        settings.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(each -> quoted(each.getKey()) + ":" + quoted(each.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
    return Map.of(
        "COMMAND",
        Reproduction.literal(database.command()),
        "SETTINGS",
        Reproduction.literal(json),
        "INITIAL",
        Reproduction.literal(
            database.initial().isPresent() ? Long.toString(database.initial().getAsLong()) : ""),
        "LOCK",
        Reproduction.literal(database.verbToChange()),
        "LEVEL",
        Reproduction.literal(quoted(level.name())));
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public String kind(Action action, Schedule schedule) {
    return switch (action.verb()) {
      case READ -> schedule.isList(action.key()) ? "list" : "value";
      case SELECT -> "rows";
      case UPDATE_WHERE, DELETE_WHERE -> "changes";
      default -> action.verb().name().toLowerCase(Locale.ROOT);
    };
  }

  @Override
  public String arguments(Action action, Schedule schedule) {
    String value = action.value().isPresent() ? ", " + action.value().getAsLong() + "L" : "";
    if (!action.condition().isEmpty()) {
      Map<String, Long> range = AdapterDatabase.range(action.condition());
      return String.format(
          Locale.ROOT,
          ", List.of(%dL, %dL, (LongPredicate) value -> %s%s)",
          range.get("from"),
          range.get("to"),
          java(action.condition()),
          value);
    }
    return action.key().isEmpty()
        ? ""
        : ", List.of(" + Reproduction.literal(action.key()) + value + ")";
  }

  /** A condition, whose SQL is comparisons, calculations, AND, OR, NOT, BETWEEN and IN. */
  static String java(String sql) {
    return sql.replaceAll(
            "(?i)(\\w+)\\s+BETWEEN\\s+(-?\\d+)\\s+AND\\s+(-?\\d+)", "($1 >= $2 && $1 <= $3)")
        .replaceAll("(?i)NOT\\s+(\\w+)\\s+IN\\s*\\(([^)]*)\\)", "!in($1, $2)")
        .replaceAll("(?i)(\\w+)\\s+IN\\s*\\(([^)]*)\\)", "in($1, $2)")
        .replaceAll("in\\((\\w+), ([^)]*)\\)", "List.of($2).contains((int) $1)")
        .replaceAll("(?<![<>!=])=(?!=)", "==")
        .replace("<>", "!=")
        .replaceAll("(?i)\\bAND\\b", "&&")
        .replaceAll("(?i)\\bOR\\b", "||")
        .replaceAll("(?i)\\bNOT\\s+(\\w+\\s*[<>!=]+\\s*-?\\w+)", "!($1)")
        .replaceAll("(?i)\\bNOT\\b", "!");
  }
}
