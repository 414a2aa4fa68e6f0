package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.artifact.Versions;
import java.util.List;
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

  /** For what runs in the program itself. */
  static Connecting embedded(Coordinates jar, String url) {
    return new Connecting(jar, url, "");
  }

  String jarName() {
    return jar.artifact() + "-" + jar.version() + ".jar";
  }

  /** Whether it needs many other jars. */
  boolean hasDependencies() {
    return jar.artifact().equals("infinispan-core");
  }

  /** What the command needs. */
  List<String> requirements() {
    return hasDependencies()
        ? List.of(
            "with " + jar + " and what it needs in the directory jars. Java 17. With the pom.xml",
            "that lies here, they are put there by",
            "",
            "mvn dependency:copy-dependencies -DoutputDirectory=jars")
        : List.of("with " + jar + " from Maven's repositories in this directory. Java 17.");
  }

  /** A project that depends on the jar. */
  String project() {
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>reproduce</groupId>
          <artifactId>reproduce</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencies>
            <dependency>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
            </dependency>
          </dependencies>
        </project>
        """
        .formatted(jar.group(), jar.artifact(), jar.version());
  }

  /** The command that runs the program, in its directory with the jar in it. */
  String command() {
    // Derby's driver needs a second jar, which lies beside it.
    String path =
        hasDependencies() ? "'jars/*'" : jar.artifact().equals("derby") ? "'*'" : jarName();
    return "java -cp "
        + path
        + " "
        + Reproduction.CLASS
        + ".java"
        + (example.isEmpty() ? "" : " '" + example + "'");
  }
}
