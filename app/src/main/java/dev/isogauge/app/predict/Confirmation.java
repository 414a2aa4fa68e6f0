package dev.isogauge.app.predict;

import dev.isogauge.app.command.Program;
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
import dev.isogauge.collect.reproduce.BugReport;
import dev.isogauge.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * @param report where the bug report is, if one was written
   */
  record Answer(Outcome outcome, String database, String how, Optional<Path> report) {
    /** Such as {@code confirmed on PostgreSQL 18.6}. */
    @Override
    public String toString() {
      return outcome.words
          + " on "
          + database
          + (how.isEmpty() ? "" : ": " + how)
          + report.map(path -> "; " + path).orElse("");
    }
  }

  private Confirmation() {}

  /**
   * Runs them, each on its own, at the level of the prediction.
   *
   * @param login the database, with what is needed to connect
   * @param reports where to write a program for each one that is confirmed
   */
  static List<Answer> of(
      List<Prediction> predictions, String login, DatabaseOptions options, Optional<Path> reports)
      throws DatabaseException, UnknownNameException, IOException, InterruptedException {
    List<Answer> answers = new ArrayList<>();
    try (Database database = Databases.open(login, options)) {
      int number = 0;
      for (Prediction prediction : predictions) {
        answers.add(answer(prediction, ++number, database, reports));
      }
    }
    return answers;
  }

  private static Answer answer(
      Prediction prediction, int number, Database database, Optional<Path> reports)
      throws DatabaseException, UnknownNameException, IOException, InterruptedException {
    Optional<String> obstacle = PredictedSchedule.obstacle(prediction);
    if (obstacle.isEmpty()) {
      Schedule schedule = PredictedSchedule.of(prediction, number);
      obstacle = schedule.obstacle(database.capabilities());
      if (obstacle.isEmpty()) {
        Level level = database.capabilities().level(prediction.levels().get(0).name());
        Litmus litmus = new Litmus(List.of(), LitmusSettings.defaults(), what -> {});
        Cell cell = litmus.cell(database, level, schedule);
        Optional<Path> report = Optional.empty();
        if (reports.isPresent() && cell.outcome() == CellOutcome.POSSIBLE) {
          BugReport writer = new BugReport(database, Map.of(), Program.version());
          report = Optional.of(writer.write(level, cell, reports.get()));
        }
        return answer(cell, database.version(), report);
      }
    }
    return new Answer(Outcome.NOT_RUN, database.version(), obstacle.get(), Optional.empty());
  }

  private static Answer answer(Cell cell, String version, Optional<Path> report) {
    return switch (cell.outcome()) {
      case POSSIBLE -> new Answer(Outcome.CONFIRMED, version, "", report);
      case ABORTED ->
          new Answer(
              Outcome.PREVENTED, version, String.join("; ", cell.failures().values()), report);
      case BLOCKED -> new Answer(Outcome.PREVENTED, version, "a step had to wait", report);
      case PREVENTED ->
          new Answer(Outcome.NOT_REPRODUCED, version, "all steps went through", report);
      case UNDECIDED, FAILED -> new Answer(Outcome.NOT_RUN, version, cell.remark(), report);
    };
  }
}
