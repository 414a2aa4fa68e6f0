package dev.isogauge.collect.reproduce;

import dev.isogauge.collect.ClientProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the reader of a bug report needs, in order to run its program. */
record Connecting(ClientProgram program) {
  String jarName() {
    String[] jar = program.jars().get(0).split(":", -1);
    return jar[1] + "-" + jar[2] + ".jar";
  }

  /** What it talks to the database by. */
  String driver() {
    return program.jars().isEmpty()
        ? (program.server().isEmpty() ? program.url() : "none, but HTTP")
        : program.jars().get(0);
  }

  /** What the command needs. */
  List<String> requirements() {
    List<String> lines = new ArrayList<>();
    if (program.jars().isEmpty()) {
      lines.add(
          "Java 17 is enough" + (program.url().isEmpty() ? "." : ", and what the adapter needs."));
    } else if (program.bringsOthers()) {
      lines.add(
          "with " + program.jars().get(0) + " and what it needs in the directory program.jars().");
      lines.add("Java 17. By the pom.xml that lies here, Maven puts them there:");
      lines.add("");
      lines.add("mvn dependency:copy-dependencies -DoutputDirectory=jars");
    } else {
      lines.add(
          "with " + program.jars().get(0) + " in this directory. Java 17. Maven puts it there:");
      lines.add("");
      lines.add("mvn dependency:copy -Dartifact=" + program.jars().get(0) + " -DoutputDirectory=.");
    }
    if (!program.server().isEmpty()) {
      lines.addAll(List.of("", "The argument names a server, such as one that is started by", ""));
      lines.add(program.server());
    }
    return lines;
  }

  /** A project that depends on the jars. */
  String project() {
    String dependencies =
        program.jars().stream()
            .map(jar -> jar.split(":", -1))
            .map(
                jar ->
                    """
                        <dependency>
                          <groupId>%s</groupId>
                          <artifactId>%s</artifactId>
                          <version>%s</version>
                        </dependency>
                    """
                        .formatted(jar[0], jar[1], jar[2]))
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
    words.addAll(program.options());
    if (!program.jars().isEmpty()) {
      words.add("-cp");
      words.add(program.bringsOthers() ? "'jars/*'" : jarName());
    }
    words.add(Reproduction.CLASS + ".java");
    if (!program.example().isEmpty()) {
      words.add("'" + program.example() + "'");
    }
    return String.join(" ", words);
  }
}
