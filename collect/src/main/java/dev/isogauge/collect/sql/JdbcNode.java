package dev.isogauge.collect.sql;

import dev.isogauge.collect.SessionPlace;

/**
 * A server that sessions connect to.
 *
 * @param name what reports call it; empty where it is the only one
 * @param readsOnly whether it is a replica, to which what is written elsewhere arrives later
 */
public record JdbcNode(String name, JdbcDatabase.Connector connector, boolean readsOnly) {
  /** The only server. */
  static JdbcNode only(JdbcDatabase.Connector connector) {
    return new JdbcNode("", connector, false);
  }

  /** One of several equal servers, numbered from 0. */
  public static JdbcNode of(int number, int servers, JdbcDatabase.Connector connector) {
    return new JdbcNode(servers == 1 ? "" : "server" + (number + 1), connector, false);
  }

  SessionPlace place() {
    return new SessionPlace(name, readsOnly);
  }
}
