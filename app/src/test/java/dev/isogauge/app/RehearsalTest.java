package dev.isogauge.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the class-data archive is made of. */
class RehearsalTest {
  @TempDir private Path directory;

  @Test
  void checksAndServicesStartFromTheArchive() throws Exception {
    Path classes = directory.resolve("classes");
    Process rehearsal =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:DumpLoadedClassList=" + classes,
                    "-cp",
                    System.getProperty("java.class.path"),
                    Rehearsal.class.getName()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile())
            .start();

    assertThat(rehearsal.waitFor()).isZero();
    assertThat(Files.readAllLines(classes).stream().map(line -> line.replaceFirst(" .*", "")))
        .contains(
            "dev/isogauge/check/Checks",
            "dev/isogauge/app/serve/ServeCommand",
            "dev/isogauge/app/serve/CheckpointMaker",
            "dev/isogauge/online/kernel/BlockWriter",
            "dev/isogauge/app/feed/Feeder");
  }
}
