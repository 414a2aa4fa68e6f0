package dev.isogauge.collect.jvm;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.CodeSource;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The classes of the module {@code node}, which run in nodes: all of them and nothing else of ours,
 * so that no library of ours meets one of a store.
 */
final class NodeClasses {
  private static final String PACKAGE = "dev/isogauge/node";

  /** The class that nodes run. */
  static final String MAIN = "dev.isogauge.node.NodeMain";

  private static final Set<PosixFilePermission> READABLE =
      PosixFilePermissions.fromString("rwxr-xr-x");

  private NodeClasses() {}

  /** Copies the classes to where the account of servers reaches them, a directory that is made. */
  static Path copy(Path target) throws IOException, DatabaseException {
    Path source = source();
    Files.createDirectories(target.resolve(PACKAGE));
    for (Path made = target.resolve(PACKAGE); !made.equals(target.getParent()); ) {
      Files.setPosixFilePermissions(made, READABLE);
      made = made.getParent();
    }
    if (Files.isDirectory(source)) {
      copy(source, target);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(source)) {
        copy(jar.getPath("/"), target);
      }
    }
    return target;
  }

  private static Path source() throws DatabaseException {
    try {
      CodeSource source = Class.forName(MAIN).getProtectionDomain().getCodeSource();
      return Path.of(source.getLocation().toURI());
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new DatabaseException("isogauge-node is not on the class path", e);
    }
  }

  private static void copy(Path root, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(PACKAGE))) {
      for (Path file : files.sorted().toList()) {
        Path copied = target.resolve(root.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copied);
        } else {
          Files.copy(file, copied);
        }
        Files.setPosixFilePermissions(copied, READABLE);
      }
    }
  }
}
