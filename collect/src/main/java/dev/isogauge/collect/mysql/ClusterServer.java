package dev.isogauge.collect.mysql;

import dev.isogauge.collect.ServerNode;
import java.sql.Connection;
import java.sql.SQLException;

/** A server of a cluster of ours. */
interface ClusterServer extends AutoCloseable {
  /** What reports call it. */
  String name();

  Connection connect() throws SQLException;

  /** The member as something that can fail. */
  ServerNode node();

  @Override
  void close();
}
