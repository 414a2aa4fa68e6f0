package dev.isogauge.collect.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.artifact.Artifacts;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.CellOutcome;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedules;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of races on H2: they are compiled and run, with the race and with a remedy. */
class RaceTestTest {
  private static final String NAME = "TransferRaceTest";

  @TempDir private Path directory;
  private Path driver;

  @ParameterizedTest
  @CsvSource({
    "lost-update, READ COMMITTED, SERIALIZABLE",
    "pmp-read, READ COMMITTED, SERIALIZABLE"
  })
  void failsUntilARemedyIsThere(String schedule, String level, String remedy) throws Exception {
    String text = written(schedule, level);

    assertThat(failure(text))
        .hasValueSatisfying(
            failure -> assertThat(failure).contains("two transfers").contains("t1: "));
    assertThat(failure(text.replace("LEVEL " + level, "LEVEL " + remedy))).isEmpty();
  }

  private String written(String schedule, String level) throws Exception {
    try (Database database = Databases.open("h2", DatabaseOptions.defaults())) {
      Level wanted = database.capabilities().level(level);
      Cell cell =
          new Litmus(List.of(), LitmusSettings.defaults(), what -> {})
              .cell(database, wanted, Schedules.shipped(schedule));
      assertThat(cell.outcome()).isEqualTo(CellOutcome.POSSIBLE);
      List<String> explanation = List.of("two transfers", "G-single-item: a lost update", "<why>");
      driver =
          new Artifacts(notice -> {})
              .jar(Databases.program("h2", wanted, Map.of()).orElseThrow().jars().get(0));
      Path file =
          RaceTest.write(database, wanted, cell, NAME, explanation, directory).orElseThrow();
      return Files.readString(file);
    }
  }

  /** What the test says if it fails. */
  private Optional<String> failure(String text) throws Exception {
    Path source = Files.createDirectories(directory.resolve("java")).resolve(NAME + ".java");
    Files.writeString(source, text);
    String classes = System.getProperty("java.class.path");
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", classes, "-proc:none", source.toString());
    assertThat(code).isZero();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {source.getParent().toUri().toURL(), driver.toUri().toURL()},
            getClass().getClassLoader())) {
      Class.forName("org.h2.Driver", true, loader);
      Class<?> test = loader.loadClass(NAME);
      return run(test);
    }
  }

  private static Optional<String> run(Class<?> test) throws Exception {
    var constructor = test.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    call(instance, "createTables");
    try {
      call(instance, "aSerialOrderExplainsWhatHappens");
      return Optional.empty();
    } catch (InvocationTargetException e) {
      assertThat(e.getCause()).isInstanceOf(AssertionError.class);
      return Optional.of(e.getCause().getMessage());
    } finally {
      call(instance, "close");
    }
  }

  private static void call(Object test, String name) throws Exception {
    Method method = test.getClass().getDeclaredMethod(name);
    method.setAccessible(true);
    method.invoke(test);
  }
}
