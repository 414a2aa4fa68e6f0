package dev.isogauge.app.flink;

import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.ProductVersion;
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

  /**
   * The jar that is named, or that beside the program: the launcher of a checkout puts it there.
   */
  static Path find(Map<String, String> environment) throws EnvironmentException {
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      Path jar = Path.of(named);
      if (!Files.isReadable(jar)) {
        throw new EnvironmentException(VARIABLE + ": " + jar + " cannot be read");
      }
      return jar;
    }
    Path directory = program().resolveSibling("").normalize();
    String released = ProductVersion.version().replace(" ", "-flink-") + ".jar";
    // The last is where a build puts it, for the program's classes.
    for (String place : List.of(NAME, released, "../../flink/target/" + NAME)) {
      Path jar = directory.resolve(place).normalize();
      if (Files.isReadable(jar)) {
        return jar;
      }
    }
    throw new EnvironmentException(
        "there is no "
            + released
            + " in "
            + directory
            + "; put the file of the release there, or name it in the variable "
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
