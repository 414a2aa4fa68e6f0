package dev.isogauge.format;

import dev.isogauge.format.isogauge.IsogaugeReader;
import dev.isogauge.format.isogauge.IsogaugeWriter;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Histories as strings of Isogauge text; see {@link IsogaugeReader} for the grammar. */
public final class IsogaugeText {
  private IsogaugeText() {}

  /** The history that the text tells, such as {@code s1: w(x,1) | s2: r(x,1)}. */
  public static History parse(String text) throws InputException {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HistoryFiles.read(
              HistoryFiles.bytes("text", bytes), Optional.of(HistoryFormat.ISOGAUGE))
          .history();
    } catch (InputException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The history as text, one transaction a line. */
  public static String format(History history) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try {
      new IsogaugeWriter().write(history, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return output.toString(StandardCharsets.UTF_8);
  }
}
