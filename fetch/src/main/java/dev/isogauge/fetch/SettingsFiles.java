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
    String installation =
        Optional.ofNullable(System.getenv("MAVEN_HOME"))
            .or(() -> Optional.ofNullable(System.getenv("M2_HOME")))
            .orElse(maven.resolve("none").toString());
    return new SettingsFiles(
        Path.of(System.getProperty("isogauge.settings", maven.resolve("settings.xml").toString())),
        Path.of(installation, "conf", "settings.xml"),
        maven.resolve("settings-security.xml"),
        maven.resolve("repository"));
  }
}
