package dev.isogauge.fetch;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where Maven keeps its settings.
 *
 * @param user the user's settings
 * @param global the settings of the installation
 * @param master the file with the master password
 * @param repository the local repository where the settings name none
 */
record SettingsFiles(Path user, Path global, Path master, Path repository) {
  static SettingsFiles ofUser() {
    Path maven = Path.of(System.getProperty("user.home"), ".m2");
    Path installation =
        variable("MAVEN_HOME").or(() -> variable("M2_HOME")).orElse(maven.resolve("none"));
    return new SettingsFiles(
        variable("ISOGAUGE_SETTINGS").orElse(maven.resolve("settings.xml")),
        installation.resolve("conf").resolve("settings.xml"),
        maven.resolve("settings-security.xml"),
        maven.resolve("repository"));
  }

  private static Optional<Path> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty()).map(Path::of);
  }
}
