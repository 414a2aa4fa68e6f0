package dev.isogauge.collect;

/**
 * Where a session of a run works.
 *
 * @param node the server's name; empty where there is only one
 * @param readsOnly whether that server is a replica, which accepts no writes
 */
public record SessionPlace(String node, boolean readsOnly) {
  /** Where there is one server. */
  public static final SessionPlace ONLY = new SessionPlace("", false);
}
