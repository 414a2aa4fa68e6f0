package dev.isogauge.collect.sql;

import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.Identifiers;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.Timestamps;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The SQL of one database system. Tables lie in a schema of our own, which every connection has as
 * its current one, so that statements name them plainly: {@code items(id, val)} and {@code
 * lists(id, elements)}.
 *
 * <p>Statements have the parameters {@code :key} and {@code :value}.
 */
public interface Dialect {
  /** The name of our schema, and of savepoints. */
  String SCHEMA = "isogauge";

  /** The comment on what Isogauge creates on servers of others; nothing else is ever dropped. */
  String MARK = "created by isogauge, to be dropped by it";

  /** The system that speaks it. */
  DatabaseSystem system();

  /** Creates the schema. None where the database has no schemas and is our own anyway. */
  default List<String> createSchema() {
    return List.of("CREATE SCHEMA " + SCHEMA);
  }

  /** Drops the schema, and fails if there is anything in it. */
  default String dropSchema() {
    return "DROP SCHEMA " + SCHEMA + " RESTRICT";
  }

  /** Asked of servers that are not ours: what is there already in a schema. */
  default Optional<Existing> existing(String schema) {
    return Optional.empty();
  }

  /**
   * Queries for what a server has.
   *
   * @param schema a row if there is a schema of that name, with its comment
   * @param tables a row for each table and the like in it: its name and its comment
   */
  record Existing(String schema, String tables) {}

  /** Creates our two tables. */
  default List<String> createTables() {
    return List.of(
        "CREATE TABLE items (id BIGINT NOT NULL PRIMARY KEY, val BIGINT)", createLists());
  }

  /** Creates the table of lists. */
  default String createLists() {
    return "CREATE TABLE lists (id BIGINT NOT NULL PRIMARY KEY, elements " + longText() + ")";
  }

  /** A type for the elements of a list, as text. */
  String longText();

  /** Makes the schema the connection's current one. */
  default List<String> useSchema(String schema) {
    return List.of("SET SCHEMA " + schema);
  }

  /** Lets statements of the connection wait for locks this long. */
  default List<String> lockTimeout(Duration timeout) {
    return List.of();
  }

  /** Gives the connection its level for all transactions; none where there is only one. */
  default List<String> setLevel(Level level) {
    return List.of("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL " + level.name());
  }

  /** Gives a connection a setting of its own. */
  default String sessionSetting(String name, String value) {
    return "SET " + name + " = '" + value.replace("'", "''") + "'";
  }

  /** The level that a session gets on a replica; another one where replicas do not offer it. */
  default Level onReplica(Level level) {
    return level;
  }

  /** What to add to the version where there are several servers. */
  default String topology(int servers) {
    return servers == 1 ? "" : ", " + servers + " servers";
  }

  /**
   * The level as JDBC numbers it, where it is set through the driver and not by SQL. Such a
   * database is asked in the same way which level it has.
   */
  default OptionalInt jdbcLevel(Level level) {
    return OptionalInt.empty();
  }

  /** A query for the level that the connection has, to be compared with the one it asked for. */
  Optional<String> showLevel();

  /** How {@link #showLevel} calls the level. */
  default String shownAs(Level level) {
    return level.name();
  }

  /** Creates or changes an item: statements to be run in turn until one finds or changes a row. */
  List<String> write();

  /** Creates an item unless it exists, in the same way; changes no row otherwise. */
  List<String> insert();

  /** Creates or extends a list, in the same way; the value is a text. */
  List<String> append();

  /**
   * Sets what meets the condition to a value; a query for the keys where the database returns them.
   */
  default String updateWhere(String condition) {
    return "UPDATE items SET val = :value WHERE " + condition;
  }

  /** Removes what meets the condition; a query for the keys where the database returns them. */
  default String deleteWhere(String condition) {
    return "DELETE FROM items WHERE " + condition;
  }

  /** Marks a point in the transaction. */
  default String savepoint() {
    return "SAVEPOINT " + SCHEMA;
  }

  /** A query for the connection's number, as {@link #blocked} knows it. */
  default Optional<String> connectionNumber() {
    return Optional.empty();
  }

  /** A query with a row if the connection of this number waits for a lock. */
  default Optional<String> blocked(String connectionNumber) {
    return Optional.empty();
  }

  /** Ends the connection of this number. */
  default Optional<String> disconnect(String connectionNumber) {
    return Optional.empty();
  }

  /** A query for what the transaction under way is called. */
  default Optional<String> identifiers() {
    return Optional.empty();
  }

  /** What the answer to {@link #identifiers()} says. */
  default Identifiers identifiers(List<Object> row) {
    return Identifiers.NONE;
  }

  /** A query right before a commit, by whose answer {@link #outcome} can ask for it later. */
  default Optional<String> mark() {
    return Optional.empty();
  }

  /**
   * A query for what became of the transaction with this mark: {@code committed}, {@code aborted},
   * or anything else while that is open. Empty where it cannot be asked.
   */
  default Optional<String> outcome(List<Object> mark) {
    return Optional.empty();
  }

  /**
   * A query right after a commit, by whose answer {@link #timestamps} knows where the transaction
   * stands; empty where {@link #mark} is enough, or nothing says it.
   */
  default Optional<String> commitInfo() {
    return Optional.empty();
  }

  /**
   * Where a transaction stands that committed. Only where {@link
   * dev.isogauge.collect.Capability#TIMESTAMPS}.
   *
   * @param mark the answer to {@link #mark}
   * @param info the answer to {@link #commitInfo}; none if there is no such query
   * @param last where the session's transaction before it stands
   * @throws SQLException if the answers do not say it
   */
  default Timestamps timestamps(List<Object> mark, List<Object> info, Timestamps last)
      throws SQLException {
    throw new SQLException("there are no timestamps");
  }

  /** What an error means for its transaction. */
  default ErrorKind classify(SQLException error) {
    return ErrorKind.ofState(error);
  }
}
