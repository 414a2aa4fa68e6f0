package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.LockFile.Pinned;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Finds jars of drivers and servers: in the local Maven repository, then among earlier downloads,
 * and else in the repositories that the user's Maven settings name. A jar that the lock file pins
 * is used only if its checksum is right, wherever it was found; of other versions the repository's
 * own checksum is compared when they are fetched. Nothing of this is on the class path, and a
 * command that needs no database never looks for any of it.
 */
public final class Artifacts {
  /** Files that were right in this process. */
  private static final Map<Path, String> VERIFIED = new ConcurrentHashMap<>();

  private final Path repository;
  private final Path downloads;
  private final boolean offline;
  private final LockFile lock;
  private final Fetcher fetcher;
  private final Consumer<String> notices;

  /**
   * Jars in the usual places.
   *
   * @param notices gets a message for each download
   */
  public Artifacts(Consumer<String> notices) {
    this(
        ArtifactSettings.repository(),
        ArtifactSettings.cache().resolve("repository"),
        ArtifactSettings.isOffline(),
        LockFile.own(),
        Fetcher::maven,
        notices);
  }

  Artifacts(
      Path repository,
      Path downloads,
      boolean offline,
      LockFile lock,
      Fetcher fetcher,
      Consumer<String> notices) {
    this.repository = repository;
    this.downloads = downloads;
    this.offline = offline;
    this.lock = lock;
    this.fetcher = fetcher;
    this.notices = notices;
  }

  /** The file of a jar, fetched if need be. */
  public Path jar(String coordinates) throws DatabaseException {
    return jars(coordinates).get(0);
  }

  /** The files of a jar and of what it needs, the jar itself first. */
  public List<Path> jars(String coordinates) throws DatabaseException {
    return jars(Coordinates.of(coordinates));
  }

  private List<Path> jars(Coordinates coordinates) throws DatabaseException {
    List<Pinned> pinned = lock.closure(coordinates);
    List<Coordinates> wanted =
        pinned.isEmpty() ? List.of(coordinates) : pinned.stream().map(Pinned::coordinates).toList();
    List<Path> files = find(wanted);
    for (int i = 0; i < pinned.size(); i++) {
      verify(pinned.get(i), files.get(i));
    }
    return files;
  }

  private List<Path> find(List<Coordinates> wanted) throws DatabaseException {
    List<Path> found = new ArrayList<>();
    for (Coordinates each : wanted) {
      Path local = repository.resolve(each.path());
      Path downloaded = downloads.resolve(each.path());
      if (Files.isReadable(local)) {
        found.add(local);
      } else if (Files.isReadable(downloaded)) {
        found.add(downloaded);
      } else {
        return fetch(each, wanted);
      }
    }
    return found;
  }

  private List<Path> fetch(Coordinates missing, List<Coordinates> wanted) throws DatabaseException {
    if (offline) {
      throw new DatabaseException(
          missing
              + " is needed and fetching is switched off; put the jar at "
              + downloads.resolve(missing.path()));
    }
    try {
      return fetcher.fetch(wanted.stream().map(Coordinates::toString).toList(), downloads, notices);
    } catch (IOException e) {
      throw new DatabaseException(
          "cannot fetch "
              + missing
              + ": "
              + e.getMessage()
              + (e instanceof FileNotFoundException ? "; if there is such a version, " : "; ")
              + "name a mirror or a proxy in ~/.m2/settings.xml"
              + (missing.path().contains("[")
                  ? ""
                  : ", or put the jar at " + downloads.resolve(missing.path())),
          e);
    }
  }

  private void verify(Pinned jar, Path file) throws DatabaseException {
    if (jar.sha256().equals(VERIFIED.get(file))) {
      return;
    }
    String actual = checksum(file);
    if (!actual.equals(jar.sha256())) {
      // A download of ours goes, so that trying again fetches another.
      boolean gone = file.startsWith(downloads) && file.toFile().delete();
      throw new DatabaseException(
          file
              + " is not the jar of "
              + jar.coordinates()
              + " that Isogauge was tested with, and is not loaded: found SHA-256 "
              + actual
              + ", expected "
              + jar.sha256()
              + (gone ? "; it has been removed: try again" : "; remove it and try again")
              + "; if the same file comes back, the repository or mirror serves another jar");
    }
    VERIFIED.put(file, actual);
  }

  private static String checksum(Path file) throws DatabaseException {
    try {
      return LockFile.sha256(file);
    } catch (IOException e) {
      throw new DatabaseException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
