package dev.isogauge.level;

import java.util.EnumSet;
import java.util.Set;

/** What shows the order of a register's versions where reads and writes do not show all of it. */
public enum RegisterOrder {
  /** The initial version comes before all others. */
  INITIAL("initial"),
  /** A transaction that reads a version and then writes the register overwrites what it read. */
  WRITES_FOLLOW_READS("writes-follow-reads"),
  /** An assumption: each register, taken alone, is sequentially consistent. */
  SESSION("session"),
  /** An assumption: each register, taken alone, is linearizable. */
  REALTIME("realtime");

  private final String id;

  RegisterOrder(String id) {
    this.id = id;
  }

  /** The name used in commands. */
  public String id() {
    return id;
  }

  /** Those that need no assumption about the database. */
  public static Set<RegisterOrder> sound() {
    return EnumSet.of(INITIAL, WRITES_FOLLOW_READS);
  }
}
