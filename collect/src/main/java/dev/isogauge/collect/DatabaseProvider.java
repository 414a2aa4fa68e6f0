package dev.isogauge.collect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A kind of database: all that Isogauge knows of it. Providers are found on the class path by
 * {@link java.util.ServiceLoader}, Isogauge's own and those of users alike. Users name a database
 * as {@code NAME} or {@code NAME:VARIANT}.
 */
public interface DatabaseProvider {
  /** Stands among the variants if any version is one. */
  String VERSION = "VERSION";

  /** What comes before the variant, such as {@code h2} or {@code jdbc:postgresql}. */
  String name();

  /** Further names. */
  default List<String> otherNames() {
    return List.of();
  }

  /** The variants there are; what is meant without one need not be among them. */
  default List<String> variants() {
    return List.of();
  }

  /** Whether there is such a variant. It may be text that was meant for something else. */
  default boolean knows(String variant) {
    return variant.isEmpty()
        || variants().contains(variant)
        || (variants().contains(VERSION) && variant.matches("[\\w.-]+"));
  }

  /** How help shows the name, such as {@code h2[:VERSION]}. */
  default String form() {
    return variants().isEmpty() ? name() : name() + "[:" + String.join("|", variants()) + "]";
  }

  /** Whether messages may show all of a name: none ever holds a password. */
  default boolean showsNames() {
    return false;
  }

  /** What is behind the name, in a clause. */
  String meaning();

  /**
   * The systems that may be behind the name, the usual one first: several where the server or its
   * settings decide; none if only asking tells.
   */
  List<DatabaseSystem> systems();

  /**
   * Those that may be behind a name of these servers. Nothing that lasts is started.
   *
   * @param variant what comes after the name and a colon; may be empty
   * @param settings as the user gave them
   * @throws DatabaseException if such a database cannot consist of these servers
   */
  default List<DatabaseSystem> systems(
      String variant, Topology topology, Map<String, String> settings) throws DatabaseException {
    return systems();
  }

  /** What of a topology it understands, besides one server or what the cluster usually has. */
  default Set<Topology.Part> parts() {
    return Set.of();
  }

  /** The jars and archives that it fetches unless another version is asked for, for Maven. */
  default List<String> jars() {
    return List.of();
  }

  /**
   * How many can run side by side where many short schedules are run: many inside this process, few
   * servers, one of what the user brings.
   */
  default int sideBySide() {
    return 1;
  }

  /**
   * Starts or connects to a database.
   *
   * @param name as the user gave it
   * @throws DatabaseException if that does not work; nothing is left running
   */
  Database open(String name, String variant, Topology topology, DatabaseOptions options)
      throws DatabaseException;

  /**
   * How a program without Isogauge reaches such a database, for bug reports; empty if there is no
   * way that could be written down.
   *
   * @param settings as the user gave them
   */
  default Optional<ClientProgram> program(
      String variant, Level level, Map<String, String> settings) {
    return Optional.empty();
  }
}
