package dev.isogauge.collect.litmus;

import dev.isogauge.report.toolkit.JUnitXml;
import dev.isogauge.report.toolkit.JUnitXml.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A matrix as JUnit XML: a suite per database, a test case per level and schedule. One that breaks
 * what its level claims is a failure, one that is undecided or could not be run an error; or, where
 * an earlier matrix is expected, only what has changed is a failure.
 */
public final class MatrixJUnit {
  private MatrixJUnit() {}

  private record Case(String name, Cell cell, Optional<Problem> problem, String message) {}

  /** Writes all cells to the stream, which stays open. */
  public static void write(
      List<DatabaseResult> results, Optional<ExpectedMatrix> expected, OutputStream out)
      throws IOException {
    JUnitXml xml = new JUnitXml(out);
    for (DatabaseResult result : results) {
      List<Case> cases =
          result.rows().stream()
              .flatMap(row -> row.cells().stream().map(cell -> of(result, row, cell, expected)))
              .toList();
      xml.suite(
          result.name() + " (" + result.version() + ")",
          cases.size(),
          count(cases, Problem.FAILURE),
          count(cases, Problem.ERROR),
          Duration.ZERO);
      for (Case each : cases) {
        xml.testCase(result.name(), each.name(), Duration.ZERO);
        if (each.problem().isPresent()) {
          String type = each.cell().outcome().word();
          xml.problem(each.problem().get(), type, each.message(), text(each));
        }
        xml.end();
      }
      xml.end();
    }
    xml.finish();
  }

  private static int count(List<Case> cases, Problem problem) {
    return (int) cases.stream().filter(each -> each.problem().equals(Optional.of(problem))).count();
  }

  private static Case of(
      DatabaseResult result, DatabaseResult.Row row, Cell cell, Optional<ExpectedMatrix> expected) {
    String name = row.level() + " " + cell.schedule().id();
    if (expected.isPresent()) {
      Optional<String> change = expected.get().change(result, row, cell);
      return new Case(name, cell, change.map(unused -> Problem.FAILURE), change.orElse(""));
    }
    if (cell.breaksClaim()) {
      return new Case(
          name,
          cell,
          Optional.of(Problem.FAILURE),
          row.level() + " claims " + String.join(" and ", row.level().claimed()));
    }
    return cell.outcome() == CellOutcome.UNDECIDED || cell.outcome() == CellOutcome.FAILED
        ? new Case(name, cell, Optional.of(Problem.ERROR), cell.remark())
        : new Case(name, cell, Optional.empty(), "");
  }

  private static String text(Case shown) {
    return shown.message()
        + "\n"
        + String.join("\n", shown.cell().steps())
        + "\n"
        + shown.cell().findings().stream()
            .map(Cell.Finding::explanation)
            .collect(Collectors.joining("\n"));
  }
}
