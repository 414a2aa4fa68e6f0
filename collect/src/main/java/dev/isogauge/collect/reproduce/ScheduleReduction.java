package dev.isogauge.collect.reproduce;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for a schedule that shows a recorded anomaly every time, by running likely ones:
 *
 * <ol>
 *   <li>The first schedule that breaks a claim by the same anomaly is taken, else the first that
 *       breaks one at all.
 *   <li>Transactions and steps are left out as long as it still does.
 * </ol>
 */
final class ScheduleReduction {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Litmus litmus =
      new Litmus(
          List.of(),
          LitmusSettings.defaults().withBlockTimeout(Duration.ofMillis(100)),
          what -> {});
  private final Database database;
  private final Level level;
  private final AnomalyKind kind;
  private final long deadline = System.nanoTime() + PATIENCE.toNanos();

  ScheduleReduction(Database database, Level level, AnomalyKind kind) {
    this.database = database;
    this.level = level;
    this.kind = kind;
  }

  /** A run that breaks a claim; empty if none of the schedules did, or in time. */
  Optional<Cell> find(List<Schedule> schedules) throws DatabaseException, InterruptedException {
    Optional<Cell> other = Optional.empty();
    for (Schedule schedule : schedules) {
      if (System.nanoTime() > deadline) {
        break;
      }
      Cell cell = litmus.cell(database, level, schedule);
      if (cell.breaksClaim()) {
        if (shows(cell)) {
          return Optional.of(shrunk(cell, true));
        }
        other = other.or(() -> Optional.of(cell));
      }
    }
    return other.isPresent() ? Optional.of(shrunk(other.get(), false)) : other;
  }

  private boolean shows(Cell cell) {
    return cell.findings().stream().anyMatch(finding -> finding.kind() == kind);
  }

  /** Step 2 above. */
  private Cell shrunk(Cell found, boolean same) throws DatabaseException, InterruptedException {
    Cell smallest = found;
    boolean again = true;
    while (again) {
      again = false;
      for (Schedule part : parts(smallest.schedule())) {
        if (System.nanoTime() > deadline) {
          return smallest;
        }
        Cell cell = litmus.cell(database, level, part);
        if (cell.breaksClaim() && shows(cell) == same) {
          smallest = cell;
          again = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** Schedules without a transaction, or without a step that does not end one. */
  private static List<Schedule> parts(Schedule schedule) {
    List<Schedule> parts = new ArrayList<>();
    for (String transaction : schedule.sessions().keySet()) {
      parts.add(
          part(
              schedule,
              schedule.steps().stream()
                  .filter(step -> !step.transaction().equals(transaction))
                  .toList()));
    }
    for (int i = 0; i < schedule.steps().size(); i++) {
      if (!schedule.steps().get(i).action().isEnd()) {
        List<Step> rest = new ArrayList<>(schedule.steps());
        rest.remove(i);
        parts.add(part(schedule, rest));
      }
    }
    parts.removeIf(part -> part.sessions().size() < 2);
    return parts;
  }

  private static Schedule part(Schedule schedule, List<Step> steps) {
    Map<String, String> sessions = new LinkedHashMap<>(schedule.sessions());
    Set<String> left = Set.copyOf(steps.stream().map(Step::transaction).toList());
    sessions.keySet().retainAll(left);
    return new Schedule(
        schedule.id(),
        schedule.title(),
        schedule.column(),
        schedule.about(),
        schedule.shows(),
        schedule.setup(),
        sessions,
        schedule.keys(),
        steps);
  }
}
