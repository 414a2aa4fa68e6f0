package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Runs schedules on a database at some of its levels and has them judged. */
public final class Litmus {
  private final List<Schedule> schedules;
  private final LitmusSettings settings;
  private final Consumer<String> progress;

  /**
   * Litmus tests.
   *
   * @param progress gets a line for each schedule as it begins
   */
  public Litmus(List<Schedule> schedules, LitmusSettings settings, Consumer<String> progress) {
    this.schedules = List.copyOf(schedules);
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs all schedules at these levels; if the database fails, what was run until then counts. */
  public DatabaseResult run(Database database, List<Level> levels) throws InterruptedException {
    List<DatabaseResult.Row> rows = new ArrayList<>();
    String failure = "";
    for (Level level : levels) {
      List<Cell> cells = new ArrayList<>();
      try {
        for (Schedule schedule : schedules) {
          progress.accept(database.name() + " at " + level + ": " + schedule.id());
          cells.add(cell(database, level, schedule));
        }
      } catch (DatabaseException e) {
        failure = e.getMessage();
      }
      rows.add(new DatabaseResult.Row(level, cells));
      if (!failure.isEmpty()) {
        break;
      }
    }
    return new DatabaseResult(database.name(), database.version(), rows, failure);
  }

  /** Runs one schedule and has it judged. */
  public Cell cell(Database database, Level level, Schedule schedule)
      throws DatabaseException, InterruptedException {
    ScheduleRun run = ScheduleRunner.run(database, level, schedule, settings);
    String remark =
        String.format(
            "%s (%s) on %s at %s",
            schedule.title(), schedule.id(), database.version(), level.name());
    String history = HistoryText.of(run, remark);
    ScheduleVerdicts judgement = ScheduleVerdicts.of(history, schedule.shows(), level.claims());
    Set<IsolationLevel> broken = judgement.violated(level.claims());
    if (broken.contains(IsolationLevel.PL_2_99)) {
      // A level that claims no more may show phantoms.
      String existing = HistoryText.ofExistingItems(run, remark);
      broken = ScheduleVerdicts.of(existing, schedule.shows(), level.claims()).violated(broken);
    }
    return Cell.of(run, history, judgement, broken);
  }
}
