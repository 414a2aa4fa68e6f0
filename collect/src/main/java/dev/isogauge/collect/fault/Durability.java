package dev.isogauge.collect.fault;

import java.util.List;

/**
 * Whether what was acknowledged is there at the end.
 *
 * @param acknowledged how many appends of committed transactions were looked for
 * @param servers the servers on which they were
 * @param lost those that are missing
 */
public record Durability(long acknowledged, List<String> servers, List<Lost> lost) {
  /**
   * An append that was acknowledged and is missing.
   *
   * @param server where it is missing
   * @param transaction what appended it
   */
  public record Lost(String server, String transaction, long list, long element) {}
}
