package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.litmus.Action;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A test class of JUnit in one file, with plain JDBC and nothing of ours, that runs a schedule and
 * fails as long as what happens is what was seen.
 */
public final class RaceTest {
  private final JdbcProgram client;
  private final Schedule schedule;

  private RaceTest(JdbcProgram client, Schedule schedule) {
    this.client = client;
    this.schedule = schedule;
  }

  /**
   * Writes the test of a cell, if the database is reached by a driver that programs can use.
   *
   * @param name of the class
   * @param explanation why what happens is wrong, its title first
   * @return the file
   */
  public static Optional<Path> write(
      Database database,
      Level level,
      Cell cell,
      String name,
      List<String> explanation,
      Path directory)
      throws IOException {
    Optional<ProgramClient> client = new BugReport(database, Map.of(), "").client(level);
    if (client.isEmpty() || !(client.get() instanceof JdbcProgram program)) {
      return Optional.empty();
    }
    Files.createDirectories(directory);
    List<String> head = new ArrayList<>(explanation);
    head.set(0, explanation.get(0) + ", on " + database.version() + " at " + level + ".");
    Path file = directory.resolve(name + ".java");
    String text =
        new RaceTest(program, cell.schedule())
            .text(name, head, Reproduction.seen(program, cell), Reproduction.last(cell.history()));
    Files.writeString(file, text);
    return Optional.of(file);
  }

  private String text(String name, List<String> head, List<String> seen, String last) {
    List<String> race = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < seen.size(); i++) {
      Step step = schedule.steps().get(i);
      String call = name(step) + "." + call(step.action());
      steps.add("      " + call + ";");
      race.add(name(step) + ": " + numbered(seen.get(i)));
    }
    race.add("in the end: " + numbered(last));
    String connecting =
        client.sql().jdbcLevel().isPresent()
            ? "      connection.setTransactionIsolation("
                + client.sql().jdbcLevel().getAsInt()
                + ");"
            : "";
    ClientProgram program = client.program();
    String url = program.url().isEmpty() ? program.example() : program.url();
    String transactions =
        new LinkedHashSet<>(schedule.steps().stream().map(RaceTest::name).toList())
            .stream()
                .map(each -> "Transaction " + each + " = new Transaction(\"" + each + "\")")
                .collect(Collectors.joining(";\n        "));
    return Reproduction.file("RaceTest.template")
        .replace("@HEAD@", comment(head.subList(0, Math.min(head.size(), 2))))
        .replace("@NAME@", name)
        .replace("@URL@", Reproduction.literal(url))
        .replace("@TABLES@", Reproduction.literals(client.tables(schedule)))
        .replace("@ROWS@", setup())
        .replace("@PREPARATION@", Reproduction.literals(client.sql().preparation()))
        .replace("@LEVEL@", connecting)
        .replace("@CONTENTS@", contents())
        .replace("@RACE@", Reproduction.literals(race))
        .replace("@TRANSACTIONS@", transactions)
        .replace("@STEPS@", String.join("\n", steps))
        .replace("@WRONG@", Reproduction.literals(head))
        .replaceAll("(?m)[ ]+$", "");
  }

  private static String name(Step step) {
    return step.transaction().toLowerCase(Locale.ROOT);
  }

  private String call(Action action) {
    return switch (action.verb()) {
      case COMMIT -> "commit()";
      case ROLLBACK -> "rollback()";
      default ->
          "run("
              + client.literal(action, schedule).stream()
                  .map(Reproduction::literal)
                  .collect(Collectors.joining(", "))
              + ")";
    };
  }

  /** With numbers of rows instead of the names of items. */
  private String numbered(String seen) {
    String numbered = seen;
    for (String key : schedule.keys()) {
      numbered =
          (" " + numbered).replace(" " + key + "=", " " + schedule.number(key) + "=").strip();
    }
    return numbered;
  }

  private String setup() {
    List<String> rows = new ArrayList<>();
    schedule
        .setup()
        .forEach(
            (key, value) ->
                rows.add(
                    "INSERT INTO items (id, val) VALUES ("
                        + schedule.number(key)
                        + ", "
                        + value
                        + ")"));
    return Reproduction.literals(rows);
  }

  private String contents() {
    List<String> queries = new ArrayList<>(List.of("SELECT id, val FROM items ORDER BY id"));
    if (schedule.hasLists()) {
      queries.add("SELECT id, elements FROM lists ORDER BY id");
    }
    return Reproduction.literals(queries);
  }

  private static String comment(List<String> lines) {
    return lines.stream()
        .map(
            line ->
                " * "
                    + line.replace("\\u", "\\ u")
                        .replace("*/", "* /")
                        .replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("@", "&#64;"))
        .collect(Collectors.joining("\n"));
  }
}
