package dev.isogauge.app.predict;

import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.CellOutcome;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.StepEvent;
import dev.isogauge.collect.reproduce.BugReport;
import dev.isogauge.collect.reproduce.RaceTest;
import dev.isogauge.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs predicted schedules on a database. */
final class Confirmation {
  /** What became of a prediction there. */
  enum Outcome {
    CONFIRMED("confirmed"),
    PREVENTED("prevented"),
    NOT_REPRODUCED("not reproduced"),
    NOT_RUN("not run");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }
  }

  /**
   * The answer.
   *
   * @param how what prevented it, or why it was not run; empty if it happened
   * @param files the bug report and the test, if they were written
   */
  record Answer(Outcome outcome, String database, String how, List<Path> files) {
    Answer {
      files = List.copyOf(files);
    }

    /** Such as {@code confirmed on PostgreSQL 18.6}. */
    @Override
    public String toString() {
      return outcome.words
          + " on "
          + database
          + (how.isEmpty() ? "" : ": " + how)
          + files.stream().map(path -> "; " + path).collect(Collectors.joining());
    }
  }

  private final Database database;
  private final Optional<Path> reports;
  private final Optional<Path> tests;
  private final Set<String> testNames = new HashSet<>();

  private Confirmation(Database database, Optional<Path> reports, Optional<Path> tests) {
    this.database = database;
    this.reports = reports;
    this.tests = tests;
  }

  /**
   * Runs them, each on its own, at the level of the prediction.
   *
   * @param login the database, with what is needed to connect
   * @param reports where to write a program for each one that is confirmed
   * @param tests where to write a test class for each one that is confirmed
   */
  static List<Answer> of(
      List<Prediction> predictions,
      String login,
      DatabaseOptions options,
      Optional<Path> reports,
      Optional<Path> tests)
      throws DatabaseException, UnknownNameException, IOException, InterruptedException {
    List<Answer> answers = new ArrayList<>();
    try (Database database = Databases.open(login, options)) {
      Confirmation confirmation = new Confirmation(database, reports, tests);
      for (Prediction prediction : predictions) {
        answers.add(confirmation.answer(prediction, answers.size() + 1));
      }
    }
    return answers;
  }

  private Answer answer(Prediction prediction, int number)
      throws DatabaseException, UnknownNameException, IOException, InterruptedException {
    Optional<String> obstacle = PredictedSchedule.obstacle(prediction);
    if (obstacle.isEmpty()) {
      PredictedSchedule predicted = PredictedSchedule.of(prediction);
      Schedule schedule = predicted.schedule(number);
      obstacle = schedule.obstacle(database.capabilities());
      if (obstacle.isEmpty()) {
        Level level = database.capabilities().level(prediction.levels().get(0).name());
        Litmus litmus = new Litmus(List.of(), LitmusSettings.defaults(), what -> {});
        Cell cell = litmus.cell(database, level, schedule);
        boolean happened =
            prediction.run().sharesRows()
                ? ColumnsOfRows.showThat(predicted, cell)
                : cell.outcome() == CellOutcome.POSSIBLE;
        return happened
            ? new Answer(Outcome.CONFIRMED, database.version(), "", files(prediction, level, cell))
            : notConfirmed(cell);
      }
    }
    return new Answer(Outcome.NOT_RUN, database.version(), obstacle.get(), List.of());
  }

  private List<Path> files(Prediction prediction, Level level, Cell cell) throws IOException {
    List<Path> files = new ArrayList<>();
    if (reports.isPresent()) {
      BugReport writer = new BugReport(database, Map.of(), ProductVersion.version());
      files.add(writer.write(level, cell, reports.get()));
    }
    if (tests.isPresent()) {
      List<String> explanation = new ArrayList<>(prediction.explanation().lines().toList());
      explanation.add(0, String.join(" × ", prediction.shapes()));
      List<String> rows = prediction.run().rows();
      for (int i = 0; i < rows.size(); i++) {
        explanation.add("Row " + (i + 1) + " stands for " + rows.get(i) + ".");
      }
      RaceTest.write(database, level, cell, testName(prediction), explanation, tests.get())
          .ifPresent(files::add);
    }
    return files;
  }

  /** Such as {@code TransferTransferRaceTest}. */
  private String testName(Prediction prediction) {
    StringBuilder name = new StringBuilder();
    for (String word : String.join(" ", prediction.shapes()).split("[^A-Za-z0-9]+", -1)) {
      if (!word.isEmpty()) {
        name.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
    }
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      name.insert(0, "Of");
    }
    int number = 1;
    String unique = name + "RaceTest";
    while (!testNames.add(unique)) {
      unique = name + "Race" + ++number + "Test";
    }
    return unique;
  }

  private Answer notConfirmed(Cell cell) {
    boolean waited =
        cell.events().stream().anyMatch(event -> event.kind() == StepEvent.Kind.BLOCKED);
    if (cell.outcome() == CellOutcome.FAILED || cell.outcome() == CellOutcome.UNDECIDED) {
      return new Answer(Outcome.NOT_RUN, database.version(), cell.remark(), List.of());
    } else if (!cell.failures().isEmpty()) {
      String how = String.join("; ", cell.failures().values());
      return new Answer(Outcome.PREVENTED, database.version(), how, List.of());
    }
    return waited
        ? new Answer(Outcome.PREVENTED, database.version(), "a step had to wait", List.of())
        : new Answer(
            Outcome.NOT_REPRODUCED, database.version(), "all steps went through", List.of());
  }
}
