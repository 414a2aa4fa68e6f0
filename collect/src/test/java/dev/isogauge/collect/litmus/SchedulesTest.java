package dev.isogauge.collect.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.spi.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulesTest {
  @TempDir private Path directory;

  @Test
  void everyFileIsListed() throws IOException {
    Path folder = Path.of("src/main/resources/dev/isogauge/collect/litmus");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names = files.map(file -> file.getFileName().toString()).toList();
      assertThat(Schedules.ids().stream().map(id -> id + ".litmus"))
          .containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @Test
  void columnsDiffer() {
    assertThat(Schedules.all()).extracting(Schedule::column).doesNotHaveDuplicates();
    assertThat(Schedules.all()).extracting(Schedule::about).doesNotContain("");
  }

  @Test
  void readsFilesOfUsers() throws IOException {
    Path file = directory.resolve("mine.litmus");
    Files.writeString(file, Schedules.text("g2-item"));
    assertThat(Schedules.read(file).id()).isEqualTo("mine");
    assertThat(Schedules.read(file).steps()).isEqualTo(Schedules.shipped("g2-item").steps());

    Files.writeString(file, "shows: G0\nT1 raed x\n");
    assertThatThrownBy(() -> Schedules.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + ":2:4: found 'raed'");
  }
}
