package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The matrix of a litmus run for people: a line per database and level, a column per schedule. */
public final class MatrixText {
  private static final String INDENT = "  ";
  private static final int LEAST_WIDTH = 3;
  private static final String RED = "31";
  private static final String YELLOW = "33";
  private static final String GREEN = "32";
  private static final String BOLD = "1";

  private final List<Schedule> schedules;
  private final List<DatabaseResult> results;
  private final boolean colour;
  private final StringBuilder text = new StringBuilder();

  private MatrixText(List<Schedule> schedules, List<DatabaseResult> results, boolean colour) {
    this.schedules = schedules;
    this.results = results;
    this.colour = colour;
  }

  /** Which databases do not hold what they claim, a sentence each. */
  public static String answer(List<DatabaseResult> results) {
    StringBuilder answer = new StringBuilder();
    for (DatabaseResult result : results) {
      List<String> broken =
          result.rows().stream()
              .filter(row -> row.cells().stream().anyMatch(Cell::breaksClaim))
              .map(row -> row.level().name())
              .toList();
      answer
          .append(result.version())
          .append(
              broken.isEmpty()
                  ? " holds what it claims in these schedules."
                  : " does not hold what it claims at " + Words.list(broken) + ".")
          .append('\n');
    }
    return answer.toString();
  }

  /**
   * The matrix, in several parts if it is wide.
   *
   * @param columns how many fit; 0 if that is not known
   */
  public static String of(
      List<Schedule> schedules, List<DatabaseResult> results, boolean colour, int columns) {
    MatrixText matrix = new MatrixText(schedules, results, colour);
    matrix.addMatrix(columns);
    return matrix.text.toString();
  }

  /** What the letters mean, and what is remarkable. */
  public static String details(List<Schedule> schedules, List<DatabaseResult> results) {
    MatrixText matrix = new MatrixText(schedules, results, false);
    matrix.addLegend();
    matrix.addBrokenClaims();
    matrix.addOthers();
    matrix.addRemarks();
    return matrix.text.toString();
  }

  private void addMatrix(int columns) {
    int label =
        results.stream()
            .flatMap(result -> result.rows().stream())
            .mapToInt(row -> row.level().name().length() + INDENT.length())
            .max()
            .orElse(0);
    int from = 0;
    while (from < schedules.size()) {
      StringBuilder heading = new StringBuilder(" ".repeat(label));
      int to = from;
      while (to < schedules.size() && (to == from || fits(heading, schedules.get(to), columns))) {
        Schedule schedule = schedules.get(to++);
        heading.append(' ').append(padded(schedule.column(), schedule));
      }
      line((from == 0 ? "" : "\n") + coloured(heading.toString().stripTrailing(), BOLD));
      for (DatabaseResult result : results) {
        line(coloured(result.name() + " (" + result.version() + ")", BOLD));
        for (DatabaseResult.Row row : result.rows()) {
          addRow(row, label, from, to);
        }
      }
      from = to;
    }
  }

  private static boolean fits(StringBuilder line, Schedule next, int columns) {
    return columns == 0 || line.length() + 1 + padded("", next).length() <= columns;
  }

  private void addRow(DatabaseResult.Row row, int label, int from, int to) {
    StringBuilder line = new StringBuilder(INDENT + row.level().name());
    line.append(" ".repeat(label - line.length()));
    for (Cell cell : row.cells().subList(from, to)) {
      String shown = shown(cell);
      line.append(' ').append(coloured(shown, colour(cell)));
      line.append(padded(shown, cell.schedule()).substring(shown.length()));
    }
    line(line.toString().stripTrailing());
  }

  private static String padded(String text, Schedule schedule) {
    int width = Math.max(LEAST_WIDTH, schedule.column().length());
    return text + " ".repeat(Math.max(0, width - text.length()));
  }

  private static String shown(Cell cell) {
    return cell.outcome().letter()
        + (cell.breaksClaim() ? "!" : "")
        + (cell.others().isEmpty() ? "" : "*");
  }

  private static String colour(Cell cell) {
    if (cell.breaksClaim()) {
      return RED;
    }
    return cell.outcome() == CellOutcome.POSSIBLE || cell.outcome() == CellOutcome.UNDECIDED
        ? YELLOW
        : GREEN;
  }

  private void addLegend() {
    line("");
    line("X possible   a aborted   b blocked   . prevented   ? undecided   - not run");
    line("! breaks what the level claims   * something else was found, see below");
    line("");
    int width = schedules.stream().mapToInt(each -> each.column().length()).max().orElse(0);
    for (Schedule schedule : schedules) {
      line(
          schedule.column()
              + " ".repeat(width - schedule.column().length())
              + "  "
              + schedule.title()
              + " ("
              + titles(schedule.shows().stream())
              + ")");
    }
  }

  private void addBrokenClaims() {
    List<String> lines = new ArrayList<>();
    forEachRow(
        (result, row) -> {
          Map<String, List<String>> columns = new LinkedHashMap<>();
          for (Cell cell : row.cells()) {
            if (cell.breaksClaim()) {
              columns
                  .computeIfAbsent(found(cell), unused -> new ArrayList<>())
                  .add(cell.schedule().column());
            }
          }
          if (!columns.isEmpty()) {
            lines.add(
                where(result, row)
                    + columns.entrySet().stream()
                        .map(
                            each -> each.getKey() + " (" + String.join(", ", each.getValue()) + ")")
                        .collect(
                            Collectors.joining(
                                ", ",
                                " claims " + Words.list(row.level().claimed()) + "; broken by ",
                                "")));
          }
        });
    section("Levels that do not hold what they claim:", lines);
  }

  private static String where(DatabaseResult result, DatabaseResult.Row row) {
    return INDENT + result.name() + " " + row.level();
  }

  private static String found(Cell cell) {
    return Words.list(cell.findings().stream().map(Cell.Finding::words).distinct().toList());
  }

  private void addOthers() {
    List<String> lines = new ArrayList<>();
    forEachRow(
        (result, row) -> {
          List<Cell> cells =
              row.cells().stream()
                  .filter(cell -> !cell.others().isEmpty() && !cell.breaksClaim())
                  .toList();
          if (!cells.isEmpty()) {
            lines.add(
                where(result, row)
                    + cells.stream()
                        .map(
                            cell -> cell.schedule().column() + " " + titles(cell.others().stream()))
                        .collect(Collectors.joining("; ", ": ", "")));
          }
        });
    section("Found in schedules that are about something else:", lines);
  }

  /** Cells with the same remark share a line. */
  private void addRemarks() {
    Map<String, List<String>> cells = new LinkedHashMap<>();
    forEachRow(
        (result, row) ->
            row.cells().stream()
                .filter(cell -> !cell.remark().isEmpty())
                .forEach(
                    cell ->
                        cells
                            .computeIfAbsent(cell.remark(), remark -> new ArrayList<>())
                            .add(
                                result.name()
                                    + " "
                                    + row.level()
                                    + " "
                                    + cell.schedule().column())));
    List<String> lines = new ArrayList<>();
    cells.forEach((remark, where) -> lines.add(INDENT + String.join(", ", where) + ": " + remark));
    section("Undecided or not run:", lines);
  }

  @FunctionalInterface
  private interface RowAction {
    void accept(DatabaseResult result, DatabaseResult.Row row);
  }

  private void forEachRow(RowAction action) {
    results.forEach(result -> result.rows().forEach(row -> action.accept(result, row)));
  }

  private void section(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      line("");
      line(title);
      lines.forEach(this::line);
    }
  }

  private static String titles(Stream<AnomalyKind> kinds) {
    return kinds.map(AnomalyKind::title).distinct().collect(Collectors.joining(", "));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private String coloured(String shown, String code) {
    return colour ? "\u001b[" + code + "m" + shown + "\u001b[0m" : shown;
  }
}
