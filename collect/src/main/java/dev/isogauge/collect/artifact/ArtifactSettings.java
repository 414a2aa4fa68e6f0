package dev.isogauge.collect.artifact;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Where jars come from and where downloads go, as the user has it. Each setting is a system
 * property, or else an environment variable whose name is in capitals with {@code _} for the dot.
 *
 * <ul>
 *   <li>{@code isogauge.repository}: a directory in the layout of a Maven repository that is looked
 *       at first; {@code ~/.m2/repository} if not set
 *   <li>{@code isogauge.cache}: where downloads go; {@code ~/.cache/isogauge} if not set
 *   <li>{@code isogauge.offline}: {@code true} to download nothing
 * </ul>
 */
final class ArtifactSettings {
  private ArtifactSettings() {}

  static Path repository() {
    return setting("isogauge.repository")
        .or(() -> Optional.ofNullable(System.getProperty("maven.repo.local")))
        .map(Path::of)
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".m2", "repository"));
  }

  static Path cache() {
    return setting("isogauge.cache")
        .map(Path::of)
        .or(() -> environment("XDG_CACHE_HOME").map(home -> Path.of(home, "isogauge")))
        .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "isogauge"));
  }

  static boolean isOffline() {
    return setting("isogauge.offline").map(Boolean::parseBoolean).orElse(false);
  }

  private static Optional<String> setting(String name) {
    return Optional.ofNullable(System.getProperty(name))
        .filter(value -> !value.isEmpty())
        .or(() -> environment(name.replace('.', '_').toUpperCase(Locale.ROOT)));
  }

  private static Optional<String> environment(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
  }
}
