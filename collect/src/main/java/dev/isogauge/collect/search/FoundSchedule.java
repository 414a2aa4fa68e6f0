package dev.isogauge.collect.search;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.litmus.Schedule;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A schedule that was found, with a name and words for people. */
final class FoundSchedule {
  private FoundSchedule() {}

  /**
   * The schedule.
   *
   * @param run as it was run, with what was run again
   */
  static Schedule of(Candidate candidate, Schedule run, Set<AnomalyKind> kinds) {
    String titles =
        kinds.stream()
            .map(AnomalyKind::title)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    boolean retries = run.steps().size() > candidate.schedule(Search.ANY).steps().size();
    return new Schedule(
        id(candidate),
        titles.isEmpty() ? "Found by search" : "Found by search: " + titles,
        candidate.toString(),
        retries
            ? "The database ends a transaction, which is then run again on the same connection."
            : "Found by trying all small schedules.",
        kinds.isEmpty() ? Search.ANY : kinds,
        run.setup(),
        run.sessions(),
        run.keys(),
        run.steps());
  }

  private static String id(Candidate candidate) {
    return "found-"
        + candidate
            .toString()
            .toLowerCase(Locale.ROOT)
            .replace("+", "1")
            .replace("-", "0")
            .replaceAll("[^a-z0-9]+", "-");
  }
}
