package dev.isogauge.collect.mysql;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.ServerAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a member of a Galera cluster needs beside MariaDB itself: Galera's library, and the scripts
 * and programs by which a member that joins copies the data of another.
 *
 * @param mariaDb the server
 * @param library Galera
 * @param scripts scripts and programs, by their files
 */
record GaleraPrograms(MariaDbBinaries mariaDb, Path library, List<Path> scripts) {
  private static final Path LIBRARY = Path.of("usr/lib/galera/libgalera_smm.so");
  private static final List<String> SCRIPTS = List.of("wsrep_sst_rsync", "wsrep_sst_common");
  private static final List<String> PROGRAMS = List.of("rsync", "lsof");

  static GaleraPrograms find(Consumer<String> notices) throws DatabaseException {
    MariaDbBinaries mariaDb = MariaDbBinaries.find(notices);
    Path installed = Path.of("/");
    Path root =
        Files.exists(installed.resolve(LIBRARY)) && Commands.find(SCRIPTS.get(0)).isPresent()
            ? installed
            : DebianPackages.unpacked(
                "galera",
                "galera-4",
                List.of("mariadb-server", "rsync", "libpopt0", "lsof"),
                notices);
    List<Path> scripts = new ArrayList<>();
    for (String script : SCRIPTS) {
      scripts.add(root.resolve("usr/bin").resolve(script));
    }
    for (String program : PROGRAMS) {
      Optional<Path> own = Commands.find(program);
      scripts.add(own.orElse(root.resolve("usr/bin").resolve(program)));
    }
    for (Path file : scripts) {
      if (!Files.exists(file)) {
        throw new DatabaseException("Galera needs " + file + ", which is not there");
      }
    }
    return new GaleraPrograms(mariaDb, root.resolve(LIBRARY), scripts);
  }

  /** The same in one directory that the account of the servers reaches. */
  GaleraPrograms within(Path directory) throws IOException, DatabaseException {
    Path tools = directory.resolve("galera");
    List<Path> files = new ArrayList<>(scripts);
    files.add(library);
    ServerAccount.copy(files, tools);
    for (Path libraries : popt()) {
      Commands.run(directory, 60, List.of("cp", "-L", libraries.toString(), tools.toString()));
    }
    // A script asks it for options of files, of which there are none.
    Path defaults = tools.resolve("my_print_defaults");
    Files.writeString(defaults, "#!/bin/sh\n");
    Commands.run(directory, 60, List.of("chmod", "755", defaults.toString()));
    return new GaleraPrograms(
        mariaDb.within(directory), tools.resolve(library.getFileName()), List.of(tools));
  }

  /** A library of rsync's, where that was unpacked. */
  private List<Path> popt() throws IOException {
    Path root = library.getParent().getParent();
    try (var files = Files.walk(root, 2)) {
      return files.filter(file -> file.getFileName().toString().startsWith("libpopt.so")).toList();
    }
  }

  /** The beginning of a command that runs the server with the options that follow. */
  List<String> command() {
    List<String> command = new ArrayList<>(mariaDb.command());
    String tools = scripts.get(0).toString();
    command.set(1, command.get(1) + ":" + tools);
    command.add(1, "PATH=" + tools + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    return command;
  }
}
