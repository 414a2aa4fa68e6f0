package dev.isogauge.collect.search;

import dev.isogauge.collect.Level;
import java.util.List;

/**
 * What a search has found on a database at a level.
 *
 * @param database as the user named it
 * @param version as it calls itself
 * @param total how many schedules there are in the bound
 * @param done how many of these were run, earlier runs included
 * @param sampled how many larger ones were run
 * @param broken how many of all these break the claim
 * @param undecided of how many the history does not show whether they do
 * @param findings what these shrink to
 * @param pace how fast this run was
 * @param failure why the database could not be used to the end; empty if it could
 */
public record SearchResult(
    String database,
    String version,
    Level level,
    SearchBound bound,
    long total,
    long done,
    long sampled,
    long broken,
    long undecided,
    List<SearchFinding> findings,
    Pace pace,
    String failure) {
  public SearchResult {
    findings = List.copyOf(findings);
  }

  /**
   * How fast a run was.
   *
   * @param schedules how many it ran
   * @param waited in how many of these a step waited
   * @param withoutWaiting schedules a second of those in which nothing waited
   * @param withWaiting schedules a second of the others
   */
  public record Pace(
      long schedules, double seconds, long waited, double withoutWaiting, double withWaiting) {}

  /** Whether all schedules of the bound were run. */
  public boolean isExhausted() {
    return done == total;
  }
}
