package dev.isogauge.collect.fault;

import java.util.List;
import java.util.Map;

/**
 * Whether what was acknowledged is there at the end.
 *
 * @param acknowledged how many appends or writes of committed transactions were looked for
 * @param servers the servers that were asked for them
 * @param unread by server that did not show everything: what it did instead, in words
 * @param unknown how many lists and items no server showed
 * @param lost those that are missing
 */
public record Durability(
    long acknowledged,
    List<String> servers,
    Map<String, String> unread,
    long unknown,
    List<Lost> lost) {
  /**
   * An append or a write that was acknowledged and is missing.
   *
   * @param server where it is missing
   * @param transaction what made it
   * @param append whether it is an append to a list; it is a write of an item otherwise
   * @param key the list or the item
   * @param value what was appended or written
   */
  public record Lost(String server, String transaction, boolean append, long key, long value) {}
}
