package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.artifact.Versions;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a program of its own reaches a database of a kind.
 *
 * @param jar the driver
 * @param url what it connects to unless told otherwise; empty if it must be told
 * @param example what it may be told
 */
record Connecting(Coordinates jar, String url, String example) {
  /**
   * For a database.
   *
   * @param name as the user named it
   * @param settings as the user gave them
   */
  static Connecting to(String name, DatabaseSystem system, Map<String, String> settings) {
    String variant = name.contains(":") ? name.substring(name.indexOf(':') + 1) : "";
    String more =
        settings.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(setting -> ";" + setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining());
    return switch (system) {
      case H2 ->
          embedded(
              KnownJars.h2(variant.isEmpty() ? Versions.of("h2") : variant),
              "jdbc:h2:mem:test" + more);
      case HSQLDB ->
          embedded(
              KnownJars.hsqldb(),
              "jdbc:hsqldb:mem:test;hsqldb.tx=" + (variant.isEmpty() ? "locks" : variant) + more);
      case DERBY -> embedded(KnownJars.derby(), "jdbc:derby:memory:test;create=true");
      case SQLITE -> embedded(KnownJars.sqlite(), "jdbc:sqlite:test.db?journal_mode=WAL");
      case DUCKDB ->
          embedded(
              KnownJars.duckDb(variant.isEmpty() ? Versions.of("duckdb") : variant),
              "jdbc:duckdb:test.duckdb");
      case POSTGRESQL, COCKROACHDB, YUGABYTEDB ->
          new Connecting(
              KnownJars.postgresDriver(),
              "",
              "jdbc:postgresql://localhost/test?user=me&password=secret");
      case FIREBIRD ->
          new Connecting(
              KnownJars.firebirdDriver(),
              "",
              "jdbc:firebird://localhost/test?user=me&password=secret");
      default ->
          new Connecting(
              KnownJars.mariaDbDriver(),
              "",
              "jdbc:mariadb://localhost/test?user=me&password=secret");
    };
  }

  private static Connecting embedded(Coordinates jar, String url) {
    return new Connecting(jar, url, "");
  }

  String jarName() {
    return jar.artifact() + "-" + jar.version() + ".jar";
  }

  /** The command that runs the program, in its directory with the jar in it. */
  String command() {
    // Derby's driver needs a second jar, which lies beside it.
    String path = jar.artifact().equals("derby") ? "'*'" : jarName();
    return "java -cp "
        + path
        + " "
        + Reproduction.CLASS
        + ".java"
        + (example.isEmpty() ? "" : " '" + example + "'");
  }
}
