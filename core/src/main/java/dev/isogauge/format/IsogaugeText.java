package dev.isogauge.format;

import dev.isogauge.format.isogauge.IsogaugeWriter;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Histories as strings of Isogauge text, one transaction per line or between bars: {@code s1:
 * w(x,1) | s2: r(x,1)}.
 */
public final class IsogaugeText {
  private IsogaugeText() {}

  /**
   * The history of a text.
   *
   * @param text transactions, such as {@code s1: w(x,1) | s2: r(x,1)}, and lines for the whole
   *     history, such as {@code init x=0}
   * @return the history
   * @throws InputException when it is not Isogauge text; the place is that in the text
   */
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

  /**
   * The history as text, one transaction per line.
   *
   * @param history a history that the format can express, as it can nearly every one
   * @return the text, which {@link #parse} reads
   */
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
