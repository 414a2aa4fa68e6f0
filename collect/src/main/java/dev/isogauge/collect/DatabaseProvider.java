package dev.isogauge.collect;

import java.util.Map;

/**
 * A kind of database, found on the class path by {@link java.util.ServiceLoader}. Users name one as
 * {@code NAME} or {@code NAME:VARIANT}; names that Isogauge knows itself come first.
 */
public interface DatabaseProvider {
  /** What comes before the colon. */
  String name();

  /** How help shows the name, such as {@code h2[:VERSION]}. */
  default String form() {
    return name();
  }

  /** What is behind the name, in a clause. */
  String meaning();

  /**
   * What such a database can do and what its levels claim. Nothing that lasts is started for it.
   *
   * @param name as the user gave it
   * @param variant what comes after the colon; may be empty
   * @param settings as the user gave them
   * @throws DatabaseException if there is no such variant, or it cannot consist of these servers
   */
  Capabilities capabilities(
      String name, String variant, Topology topology, Map<String, String> settings)
      throws DatabaseException;

  /**
   * Starts or connects to a database.
   *
   * @throws DatabaseException if that does not work; nothing is left running
   */
  Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException;
}
