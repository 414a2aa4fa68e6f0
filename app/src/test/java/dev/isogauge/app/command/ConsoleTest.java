package dev.isogauge.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {
  @ParameterizedTest
  @CsvSource({"'', 0", "80, 80", "' 80 ', 80", "20, 40", "400, 120", "0, 0", "-1, 0", "wide, 0"})
  void textTakesAsManyColumnsAsThereAre(String columns, int width) {
    assertThat(console(columns, OutputStream.nullOutputStream()).width()).isEqualTo(width);
  }

  @Test
  void wrapsAndEscapesWhatItShows() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Console console = console("40", out);

    console.show("  a line that is longer than forty columns are");
    console.show("");
    console.say("a name \u001b[31mof a stranger");

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
              a line that is longer than forty
                columns are

            isogauge: a name \\u001b[31mof a stranger
            """);
  }

  private static Console console(String columns, OutputStream out) {
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Console(
        InputStream.nullInputStream(), print, print, Map.of("COLUMNS", columns), false, false);
  }
}
