package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A MariaDB server program and its files: the installed one, else Debian's package, which is
 * downloaded and unpacked into the cache without being installed.
 *
 * @param server the program
 * @param share its messages and character sets
 * @param libraries where libraries lie that the system may lack
 */
record MariaDbBinaries(Path server, Path share, List<Path> libraries) {
  private static final String PACKAGE = "mariadb-server-core";

  /** Libraries under the names of several releases; those that are missing are not needed. */
  private static final List<String> LIBRARIES =
      List.of("liburing2", "libaio1", "libaio1t64", "libnuma1");

  private static final int DOWNLOAD_SECONDS = 300;

  static MariaDbBinaries find(Consumer<String> notices) throws DatabaseException {
    Path installed = Path.of("/usr/sbin/mariadbd");
    if (Files.isExecutable(installed)) {
      return new MariaDbBinaries(installed, Path.of("/usr/share/mysql"), List.of());
    }
    Path unpacked = Artifacts.cacheDirectory().resolve("mariadb");
    if (!Files.isDirectory(unpacked)) {
      unpack(unpacked, notices);
    }
    try (Stream<Path> files = Files.walk(unpacked)) {
      List<Path> libraries =
          files
              .filter(file -> file.getFileName().toString().contains(".so."))
              .map(Path::getParent)
              .distinct()
              .toList();
      return new MariaDbBinaries(
          unpacked.resolve("usr/sbin/mariadbd"), unpacked.resolve("usr/share/mysql"), libraries);
    } catch (IOException e) {
      throw new DatabaseException("cannot read " + unpacked + ": " + e.getMessage(), e);
    }
  }

  private static void unpack(Path target, Consumer<String> notices) throws DatabaseException {
    if (Commands.find("apt-get").isEmpty() || Commands.find("dpkg").isEmpty()) {
      throw new DatabaseException(
          "MariaDB is not installed, and there is no apt-get to download it with; install it, or"
              + " give the JDBC URL of a server");
    }
    notices.accept("downloading " + PACKAGE + " and its libraries with apt-get");
    Path arrival = null;
    try {
      Files.createDirectories(target.getParent());
      arrival = Files.createTempDirectory(target.getParent(), "arriving");
      Commands.run(arrival, DOWNLOAD_SECONDS, List.of("apt-get", "download", PACKAGE));
      for (String library : LIBRARIES) {
        try {
          Commands.run(arrival, DOWNLOAD_SECONDS, List.of("apt-get", "download", library));
        } catch (DatabaseException e) {
          // Called otherwise in this release.
        }
      }
      Path root = arrival.resolve("root");
      for (Path file : packages(arrival)) {
        Commands.run(
            arrival, DOWNLOAD_SECONDS, List.of("dpkg", "-x", file.toString(), root.toString()));
      }
      if (!Files.isDirectory(target)) { // Another process may have been faster.
        Files.move(root, target);
      }
    } catch (IOException e) {
      throw new DatabaseException("cannot unpack MariaDB to " + target + ": " + e.getMessage(), e);
    } finally {
      if (arrival != null) {
        Commands.run(
            target.getParent(), DOWNLOAD_SECONDS, List.of("rm", "-rf", arrival.toString()));
      }
    }
  }

  private static List<Path> packages(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return new ArrayList<>(files.filter(file -> file.toString().endsWith(".deb")).toList());
    }
  }
}
