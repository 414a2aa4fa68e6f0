package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Programs from Debian's packages, downloaded and unpacked into the cache without installing. */
public final class DebianPackages {
  private static final int DOWNLOAD_SECONDS = 300;

  private DebianPackages() {}

  /**
   * The directory below which the packages are unpacked; they are downloaded the first time.
   *
   * @param product what the user knows it as; it also names the directory
   * @param libraries packages that it may need, under the names of several releases; those that are
   *     missing are not needed
   */
  public static Path unpacked(
      String product, String main, List<String> libraries, Consumer<String> notices)
      throws DatabaseException {
    Path target = ArtifactSettings.cache().resolve(product);
    if (!Files.isDirectory(target)) {
      unpack(target, product, main, libraries, notices);
    }
    return target;
  }

  private static void unpack(
      Path target, String product, String main, List<String> libraries, Consumer<String> notices)
      throws DatabaseException {
    boolean offline = ArtifactSettings.isOffline();
    if (offline || Commands.find("apt-get").isEmpty() || Commands.find("dpkg").isEmpty()) {
      throw new DatabaseException(
          product
              + " is not installed, and "
              + (offline ? "fetching is switched off" : "there is no apt-get to download it with")
              + "; install it, or unpack Debian's package "
              + main
              + " to "
              + target);
    }
    notices.accept(
        "downloading "
            + main
            + (libraries.isEmpty() ? "" : " and its libraries")
            + " with apt-get");
    UnpackedDirectory.make(target, product, arrival -> unpack(arrival, main, libraries));
  }

  private static Path unpack(Path arrival, String main, List<String> libraries)
      throws DatabaseException, IOException {
    Commands.run(arrival, DOWNLOAD_SECONDS, List.of("apt-get", "download", main));
    for (String library : libraries) {
      try {
        Commands.run(arrival, DOWNLOAD_SECONDS, List.of("apt-get", "download", library));
      } catch (DatabaseException e) {
        // It has another name in this release.
      }
    }
    Path root = arrival.resolve("root");
    for (Path file : packages(arrival)) {
      Commands.run(
          arrival, DOWNLOAD_SECONDS, List.of("dpkg", "-x", file.toString(), root.toString()));
    }
    return root;
  }

  private static List<Path> packages(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".deb")).toList();
    }
  }
}
