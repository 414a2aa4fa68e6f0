package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Cell;

/**
 * Schedules that break a claim in the same way: what they shrink to.
 *
 * @param code the shrunk schedule in short
 * @param schedules how many schedules shrink to it
 * @param cell what it did, with every transaction in a session that nothing was run in before
 */
public record SearchFinding(String code, long schedules, Cell cell) {
  /**
   * Whether it breaks the claim in new sessions, too. If not, what earlier schedules left in the
   * connections is a part of it.
   */
  public boolean isConfirmed() {
    return cell.breaksClaim();
  }
}
