package dev.isogauge.app.flink;

import dev.isogauge.app.command.EnvironmentException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The jar that is submitted to clusters, which is not part of the program. */
final class JobJar {
  private static final String NAME = "isogauge-flink.jar";
  private static final String VARIABLE = "ISOGAUGE_FLINK_JAR";

  private JobJar() {}

  /** The jar beside the program, or where a build puts it. */
  static Path find(Map<String, String> environment) throws EnvironmentException {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      Path jar = Path.of(named);
      if (!Files.isReadable(jar)) {
        throw new EnvironmentException(VARIABLE + ": " + jar + " cannot be read");
      }
      return jar;
    }
    Path program = program();
    // An installation; the launcher of a checkout, app/target/launcher/isogauge.jar; its classes.
    for (String place : List.of("../" + NAME, "../../../../flink/target/" + NAME)) {
      Path jar = program.resolve(place).normalize();
      if (Files.isReadable(jar)) {
        return jar;
      }
    }
    Path ofClasses = program.resolve("../../../flink/target/" + NAME).normalize();
    if (Files.isReadable(ofClasses)) {
      return ofClasses;
    }
    throw new EnvironmentException(
        "there is no "
            + NAME
            + " beside the program; build it with 'mvn -q -B -DskipTests -DskipLint -pl flink -am"
            + " package', or name it in the variable "
            + VARIABLE);
  }

  private static Path program() {
    try {
      return Path.of(JobJar.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
