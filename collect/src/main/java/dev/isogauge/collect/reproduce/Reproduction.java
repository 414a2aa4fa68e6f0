package dev.isogauge.collect.reproduce;

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
 * A program in one file of Java, with plain JDBC or a store's own client and nothing of ours, that
 * runs a schedule and compares what happens with what was seen.
 */
final class Reproduction {
  static final String CLASS = "Reproduce";

  private static final int ROUNDS = 1000;
  private static final String INDENT = "      ";

  private static final String IMPORT = "import ";

  private final ProgramClient client;
  private final Schedule schedule;

  private Reproduction(ProgramClient client, Schedule schedule) {
    this.client = client;
    this.schedule = schedule;
  }

  /**
   * The text of the program.
   *
   * @param head lines for its first comment
   * @param correct lines about what should have happened
   */
  static String of(ProgramClient client, Cell cell, List<String> head, List<String> correct) {
    Reproduction reproduction = new Reproduction(client, cell.schedule());
    List<String> seen = seen(client, cell);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < seen.size(); i++) {
      lines.add(reproduction.step(cell.schedule().steps().get(i), seen.get(i)));
    }
    return reproduction.text(head, correct, lines, 1, last(cell.history()));
  }

  /** By step what it returned. */
  static List<String> seen(ProgramClient client, Cell cell) {
    Reproduction reproduction = new Reproduction(client, cell.schedule());
    Map<Step, Deque<String>> results = new HashMap<>();
    for (StepEvent event : cell.events()) {
      if (event.kind() != StepEvent.Kind.BLOCKED) {
        results
            .computeIfAbsent(event.step(), step -> new ArrayDeque<>())
            .add(
                event.kind() == StepEvent.Kind.SKIPPED ? "skipped" : reproduction.shortened(event));
      }
    }
    List<String> seen = new ArrayList<>();
    for (Step step : cell.schedule().steps()) {
      Deque<String> own = results.getOrDefault(step, new ArrayDeque<>());
      seen.add(own.isEmpty() ? "skipped" : own.poll());
    }
    return seen;
  }

  /**
   * The text of a program that runs transactions at the same time until they see what they saw when
   * they were recorded, since nothing says in which order their statements ran.
   *
   * @param seen by step what it returned; empty where that is not known
   * @param after by transaction those that had ended when it began
   */
  static String ofRace(
      ProgramClient client,
      Schedule schedule,
      List<String> seen,
      Map<String, List<String>> after,
      List<String> head,
      List<String> correct) {
    Reproduction reproduction = new Reproduction(client, schedule);
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
    return reproduction.text(head, correct, lines, ROUNDS, "");
  }

  private String text(
      List<String> head, List<String> correct, List<String> steps, int rounds, String last) {
    String frame = file(CLASS + ".template");
    String own = String.join("\n", client.texts());
    for (Map.Entry<String, String> word : client.words(schedule).entrySet()) {
      own = own.replace("@" + word.getKey() + "@", word.getValue());
    }
    String imports =
        Stream.concat(frame.lines(), own.lines())
            .filter(line -> line.startsWith(IMPORT))
            .distinct()
            .sorted()
            .collect(Collectors.joining("\n"));
    return withoutImports(frame)
        .replace("@HEAD@", comment(head))
        .replace("@IMPORTS@", imports)
        .replace("@ROUNDS@", Integer.toString(rounds))
        .replace("@NAMES@", literals(schedule.keys()))
        .replace("@SETUP@", setup())
        .replace("@STEPS@", String.join("\n", steps))
        .replace("@CORRECT@", literals(correct))
        .replace("@LAST@", literal(last))
        .replace("@CLIENT@", withoutImports(own).strip().indent(2).stripTrailing());
  }

  private static String withoutImports(String text) {
    return text.lines()
        .filter(line -> !line.startsWith(IMPORT))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  static String file(String name) {
    try (InputStream stream = Reproduction.class.getResourceAsStream(name)) {
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
  private String shortened(StepEvent event) {
    boolean failed =
        event.result().startsWith("aborted:")
            || event.result().startsWith("rejected:")
            || event.result().startsWith("outcome unknown:")
            || event.result().startsWith("connection lost:");
    if (failed) {
      return "error";
    }
    return client.kind(event.step().action(), schedule).equals("changes")
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
                    String.format(INDENT + "Store.insert(%d, %dL);", schedule.number(key), value)));
    return String.join("\n", lines);
  }

  private String step(Step step, String seen) {
    return String.format(
        INDENT + "step(%s, %s, %s, %s, %s%s);",
        literal(schedule.sessions().get(step.transaction())),
        literal(step.transaction()),
        literal(step.action().toString()),
        literal(seen),
        literal(client.kind(step.action(), schedule)),
        client.arguments(step.action(), schedule));
  }

  /** What is there in the end, from the last line of the history. */
  static String last(String history) {
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

  static String literals(List<String> texts) {
    return texts.stream().map(Reproduction::literal).collect(Collectors.joining(",\n    "));
  }

  static String literal(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "")
        + '"';
  }
}
