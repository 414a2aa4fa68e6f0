package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A directory of the cache that is made elsewhere, and appears whole or not at all. */
final class UnpackedDirectory {
  private static final int REMOVAL_SECONDS = 300;

  private UnpackedDirectory() {}

  /** Fills a directory of its own, and returns what of it is to appear. */
  @FunctionalInterface
  interface Filler {
    Path fill(Path arrival) throws DatabaseException, IOException;
  }

  /**
   * Makes the directory.
   *
   * @param product what the user knows it as
   */
  static void make(Path target, String product, Filler filler) throws DatabaseException {
    Path arrival = null;
    try {
      Files.createDirectories(target.getParent());
      arrival = Files.createTempDirectory(target.getParent(), "arriving");
      Path content = filler.fill(arrival);
      if (!Files.isDirectory(target)) { // Another process may have been faster.
        Files.move(content, target);
      }
    } catch (IOException e) {
      throw new DatabaseException(
          "cannot unpack " + product + " to " + target + ": " + e.getMessage(), e);
    } finally {
      if (arrival != null) {
        Commands.run(target.getParent(), REMOVAL_SECONDS, List.of("rm", "-rf", arrival.toString()));
      }
    }
  }
}
