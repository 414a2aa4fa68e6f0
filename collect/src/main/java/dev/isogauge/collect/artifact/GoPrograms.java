package dev.isogauge.collect.artifact;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.process.Commands;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Servers that are built from their Go modules into the cache. Resources here pin the version and
 * the checksum of each module; Go downloads them and checks that.
 */
public final class GoPrograms {
  private static final int BUILD_SECONDS = 7200;

  private GoPrograms() {}

  /**
   * The program; it is built the first time.
   *
   * @param directory of the resources that pin it, and of the program in the cache
   * @param product what the user knows it as
   * @param main the package that it is built from
   * @param effort what the build takes, for the message before it
   * @param variables of packages that the linker sets, each as {@code NAME=VALUE}
   */
  public static Path built(
      String directory,
      String product,
      String main,
      String effort,
      List<String> variables,
      Consumer<String> notices)
      throws DatabaseException {
    Path target = ArtifactSettings.cache().resolve(directory);
    if (!Files.isDirectory(target)) {
      boolean offline = ArtifactSettings.isOffline();
      if (offline || Commands.find("go").isEmpty()) {
        throw new DatabaseException(
            product
                + " is not on this machine, and "
                + (offline ? "fetching is switched off" : "there is no Go to build it with")
                + "; use it once where Go may fetch, and copy "
                + target
                + " from there");
      }
      notices.accept("building " + product + " from Go modules: " + effort);
      UnpackedDirectory.make(
          target, product, arrival -> build(arrival, directory, main, variables));
    }
    return target.resolve(directory);
  }

  private static Path build(Path arrival, String directory, String main, List<String> variables)
      throws DatabaseException, IOException {
    for (String file : List.of("go.mod", "go.sum")) {
      Files.write(arrival.resolve(file), resource("go/" + directory + "/" + file));
    }
    StringBuilder flags = new StringBuilder("-s -w");
    variables.forEach(variable -> flags.append(" -X ").append(variable));
    Path content = Files.createDirectory(arrival.resolve("content"));
    Commands.run(
        arrival,
        BUILD_SECONDS,
        List.of(
            "go",
            "build",
            "-mod=readonly",
            "-trimpath",
            "-ldflags",
            flags.toString(),
            "-o",
            content.resolve(directory).toString(),
            main));
    return content;
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream stream = GoPrograms.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new FileNotFoundException(name);
      }
      return stream.readAllBytes();
    }
  }
}
