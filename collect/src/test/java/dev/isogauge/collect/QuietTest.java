package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.collect.catalog.Databases;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines in this process must not mix their output with results, nor leave files behind. */
class QuietTest {
  @ParameterizedTest
  @ValueSource(strings = {"h2", "hsqldb:locks", "hsqldb:mvcc", "derby", "sqlite"})
  void printsNothingAndLeavesNoFile(String name) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream capture = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      System.setOut(capture);
      System.setErr(capture);
      try (Database database = Databases.open(name, DatabaseOptions.defaults());
          Session session = database.open(database.capabilities().defaultLevel())) {
        session.begin();
        session.write(1, 10);
        session.commit();
      }
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(Files.exists(Path.of("derby.log"))).isFalse();
  }
}
