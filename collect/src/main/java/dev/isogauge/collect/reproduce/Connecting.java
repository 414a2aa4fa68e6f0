package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.DatabaseSystem;
import dev.isogauge.collect.artifact.Coordinates;
import dev.isogauge.collect.artifact.KnownJars;
import dev.isogauge.collect.artifact.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a program of its own reaches a database of a kind.
 *
 * @param jars the driver first; none if Java itself is enough
 * @param bringsOthers whether they need jars besides, which a project of Maven names
 * @param options further options of Java
 * @param url what it connects to unless told otherwise; empty if it must be told
 * @param example what it must be told
 * @param server how to start what it connects to, where that is not obvious
 */
record Connecting(
    List<Coordinates> jars,
    boolean bringsOthers,
    List<String> options,
    String url,
    String example,
    String server) {
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
      case DERBY ->
          new Connecting(
              List.of(KnownJars.derby()),
              true,
              List.of(),
              "jdbc:derby:memory:test;create=true",
              "",
              "");
      case SQLITE -> embedded(KnownJars.sqlite(), "jdbc:sqlite:test.db?journal_mode=WAL");
      case DUCKDB ->
          embedded(
              KnownJars.duckDb(variant.isEmpty() ? Versions.of("duckdb") : variant),
              "jdbc:duckdb:test.duckdb");
      case POSTGRESQL, COCKROACHDB, YUGABYTEDB ->
          toServer(
              KnownJars.postgresDriver(),
              "jdbc:postgresql://localhost/test?user=me&password=secret");
      case FIREBIRD ->
          toServer(
              KnownJars.firebirdDriver(), "jdbc:firebird://localhost/test?user=me&password=secret");
      default ->
          toServer(
              KnownJars.mariaDbDriver(), "jdbc:mariadb://localhost/test?user=me&password=secret");
    };
  }

  /** For what runs in the program itself. */
  static Connecting embedded(Coordinates jar, String url) {
    return new Connecting(List.of(jar), false, List.of(), url, "", "");
  }

  /** For what runs in the program itself, and needs jars that these bring. */
  static Connecting embedded(List<Coordinates> jars, List<String> options) {
    return new Connecting(jars, true, options, "", "", "");
  }

  private static Connecting toServer(Coordinates jar, String example) {
    return new Connecting(List.of(jar), false, List.of(), "", example, "");
  }

  String jarName() {
    Coordinates jar = jars.get(0);
    return jar.artifact() + "-" + jar.version() + ".jar";
  }

  /** What it talks to the database by. */
  String driver() {
    return jars.isEmpty() ? (server.isEmpty() ? url : "none, but HTTP") : jars.get(0).toString();
  }

  /** What the command needs. */
  List<String> requirements() {
    List<String> lines = new ArrayList<>();
    if (jars.isEmpty()) {
      lines.add("Java 17 is enough" + (url.isEmpty() ? "." : ", and what the adapter needs."));
    } else if (bringsOthers) {
      lines.add("with " + jars.get(0) + " and what it needs in the directory jars.");
      lines.add("Java 17. By the pom.xml that lies here, Maven puts them there:");
      lines.add("");
      lines.add("mvn dependency:copy-dependencies -DoutputDirectory=jars");
    } else {
      lines.add("with " + jars.get(0) + " in this directory. Java 17. Maven puts it there:");
      lines.add("");
      lines.add("mvn dependency:copy -Dartifact=" + jars.get(0) + " -DoutputDirectory=.");
    }
    if (!server.isEmpty()) {
      lines.addAll(List.of("", "The argument names a server, such as one that is started by", ""));
      lines.add(server);
    }
    return lines;
  }

  /** A project that depends on the jars. */
  String project() {
    String dependencies =
        jars.stream()
            .map(
                jar ->
                    """
                        <dependency>
                          <groupId>%s</groupId>
                          <artifactId>%s</artifactId>
                          <version>%s</version>
                        </dependency>
                    """
                        .formatted(jar.group(), jar.artifact(), jar.version()))
            .collect(Collectors.joining());
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>reproduce</groupId>
          <artifactId>reproduce</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <dependencies>
        %s  </dependencies>
        </project>
        """
        .formatted(dependencies);
  }

  /** The command that runs the program, in its directory with the jars in it. */
  String command() {
    List<String> words = new ArrayList<>(List.of("java"));
    words.addAll(options);
    if (!jars.isEmpty()) {
      words.add("-cp");
      words.add(bringsOthers ? "'jars/*'" : jarName());
    }
    words.add(Reproduction.CLASS + ".java");
    if (!example.isEmpty()) {
      words.add("'" + example + "'");
    }
    return String.join(" ", words);
  }
}
