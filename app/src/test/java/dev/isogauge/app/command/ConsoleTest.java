package dev.isogauge.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {
  @ParameterizedTest
  @CsvSource({"'', 0", "80, 80", "' 80 ', 80", "20, 40", "400, 120", "0, 0", "-1, 0", "wide, 0"})
  void textTakesAsManyColumnsAsThereAre(String columns, int width) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Console console =
        new Console(
            InputStream.nullInputStream(),
            nowhere,
            nowhere,
            Map.of("COLUMNS", columns),
            false,
            false);

    assertThat(console.width()).isEqualTo(width);
  }
}
