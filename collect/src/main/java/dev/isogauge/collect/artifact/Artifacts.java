package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.Commands;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds jars of drivers and servers: in the local Maven repository, then in a cache of our own, and
 * else asks Maven to fetch them, so that the user's mirrors and proxies apply. Nothing of this is
 * on the class path, and a command that needs no database never looks for any of it.
 *
 * <ul>
 *   <li>{@code isogauge.repository}: the local repository, if it is not {@code ~/.m2/repository}
 *   <li>{@code isogauge.cache}: the cache, if it is not {@code ~/.cache/isogauge}
 *   <li>{@code isogauge.offline}: never fetch
 * </ul>
 */
public final class Artifacts {
  private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy";
  private static final int FETCH_SECONDS = 600;

  private final Path repository;
  private final Path cache;
  private final Consumer<String> notices;

  /**
   * Jars in the usual places.
   *
   * @param notices gets a message for each download
   */
  public Artifacts(Consumer<String> notices) {
    this(
        directory("isogauge.repository", "maven.repo.local", ".m2/repository"),
        cacheDirectory(),
        notices);
  }

  Artifacts(Path repository, Path cache, Consumer<String> notices) {
    this.repository = repository;
    this.cache = cache;
    this.notices = notices;
  }

  /** Where what was fetched and unpacked is kept from run to run. */
  public static Path cacheDirectory() {
    String configured = System.getenv("XDG_CACHE_HOME");
    return configured == null || configured.isEmpty()
        ? directory("isogauge.cache", "isogauge.cache", ".cache/isogauge")
        : Path.of(System.getProperty("isogauge.cache", configured + "/isogauge"));
  }

  private static Path directory(String property, String second, String inHome) {
    String configured = System.getProperty(property, System.getProperty(second, ""));
    return configured.isEmpty()
        ? Path.of(System.getProperty("user.home"), inHome)
        : Path.of(configured);
  }

  /** The file of a jar, fetched if need be. */
  public Path jar(Coordinates coordinates) throws DatabaseException {
    Path local = repository.resolve(coordinates.path());
    if (Files.isReadable(local)) {
      return local;
    }
    Path cached = cache.resolve(coordinates.fileName());
    if (!Files.isReadable(cached)) {
      fetch(coordinates, cached);
    }
    return cached;
  }

  private void fetch(Coordinates coordinates, Path target) throws DatabaseException {
    Optional<Path> maven = Commands.find("mvn");
    if (maven.isEmpty() || Boolean.getBoolean("isogauge.offline")) {
      throw new DatabaseException(
          coordinates
              + " is needed and "
              + (maven.isEmpty() ? "there is no mvn on the PATH" : "fetching is switched off")
              + "; put the jar at "
              + target);
    }
    notices.accept("downloading " + coordinates + " with Maven");
    Path arrival = null;
    try {
      Files.createDirectories(cache);
      // Its own directory, so that the jar appears in the cache at once and whole.
      arrival = Files.createTempDirectory(cache, "arriving");
      copy(maven.get(), coordinates, arrival);
      // Another process may have fetched the same meanwhile.
      Files.move(
          arrival.resolve(coordinates.fileName()), target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DatabaseException("cannot store " + coordinates + " in " + cache + ": " + e, e);
    } finally {
      delete(arrival);
    }
  }

  private static void copy(Path maven, Coordinates coordinates, Path arrival)
      throws DatabaseException {
    try {
      Commands.run(
          arrival,
          FETCH_SECONDS,
          List.of(
              maven.toString(),
              "-B",
              "-ntp",
              "-q",
              COPY,
              "-Dartifact=" + coordinates + ":jar",
              "-DoutputDirectory=" + arrival));
    } catch (DatabaseException e) {
      throw new DatabaseException(
          "Maven cannot fetch " + coordinates + ": " + firstError(e.getMessage()), e);
    }
  }

  private static String firstError(String output) {
    return output
        .lines()
        .filter(line -> line.contains("[ERROR]"))
        .findFirst()
        .map(line -> line.substring(line.indexOf("[ERROR]") + 7).strip())
        .orElse(output);
  }

  private static void delete(Path directory) {
    if (directory == null) {
      return;
    }
    File[] files = directory.toFile().listFiles();
    if (files != null) {
      for (File file : files) {
        file.delete();
      }
    }
    directory.toFile().delete();
  }
}
