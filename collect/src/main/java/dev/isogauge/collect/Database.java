package dev.isogauge.collect;

import java.util.List;
import java.util.Optional;

/**
 * A database that is ready for transactions. It has tables of its own, empty at first: items (a key
 * and a value) and lists (a key and its elements). Closing it ends whatever was started for it.
 */
public interface Database extends AutoCloseable {
  /** How the user named it, such as {@code postgres:12.3}. */
  String name();

  /** What it says it is, such as {@code PostgreSQL 12.3}. */
  String version();

  /** What it can do. */
  Capabilities capabilities();

  /**
   * Opens a session of its own connection. Sessions may be used by different threads, one thread at
   * a time each.
   *
   * @throws DatabaseException if it cannot be opened or does not get the level
   */
  Session open(Level level) throws DatabaseException;

  /** Where the session of this number, from 0, of a run works. */
  default SessionPlace place(int number) {
    return SessionPlace.ONLY;
  }

  /**
   * Opens a session where {@link #place} says: sessions are spread over the servers in turn.
   *
   * @throws DatabaseException if it cannot be opened or does not get the level
   */
  default Session open(Level level, int number) throws DatabaseException {
    return open(level);
  }

  /** How many servers sessions are spread over; {@link #place} goes round them. */
  default int places() {
    return Math.max(1, servers().size());
  }

  /** The servers that were started for it, which can be made to fail; none elsewhere. */
  default List<ServerNode> servers() {
    return List.of();
  }

  /** Empties the own tables. No transaction may be under way. */
  void clear() throws DatabaseException;

  /**
   * Whether the session waits for a lock, as the engine says; asked while another thread runs the
   * session. The engine may notice a little late, and take a while to answer, as MariaDB does. Only
   * where {@link Capability#REPORTS_BLOCKED}.
   */
  boolean isBlocked(Session session) throws DatabaseException;

  /**
   * Breaks the session's connection from the database's side, as if the network failed; asked while
   * no statement or a blocked one is under way. Only where {@link Capability#DISCONNECTS}.
   */
  void disconnect(Session session) throws DatabaseException;

  /**
   * Gives up a session whose statement does not end, while its thread still waits for it: it is not
   * to be closed any more, and {@link #close} does not wait for it.
   */
  void abandon(Session session);

  /** Runs SQL outside any session, committed at once: what schedules and recovery need. */
  Rows administer(String sql) throws DatabaseException;

  /**
   * Administers through a new connection from now on. A server keeps some things, such as temporary
   * replication slots, for as long as a connection lasts.
   */
  default void reconnect() throws DatabaseException {}

  /** What a program that uses it by JDBC says to it; empty where it has no SQL. */
  default Optional<PlainSql> plainSql(Level level) {
    return Optional.empty();
  }

  @Override
  void close();
}
