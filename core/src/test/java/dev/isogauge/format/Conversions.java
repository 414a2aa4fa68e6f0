package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reading and writing in memory. */
public final class Conversions {
  private Conversions() {}

  public static History read(HistoryFormat format, byte[] bytes) throws IOException {
    return HistoryFiles.read(HistoryFiles.bytes("input", bytes), Optional.of(format)).history();
  }

  public static History read(HistoryFormat format, String text) throws IOException {
    return read(format, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reading the text must fail at a line and column, with a part of the message. */
  public static void assertFault(HistoryFormat format, String text, String place, String message) {
    assertThatThrownBy(() -> read(format, text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input:" + place + ": ")
        .hasMessageContaining(message)
        .hasMessageContaining("expected");
  }

  public static byte[] write(HistoryFormat format, History history) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    format.write(history, output);
    return output.toByteArray();
  }

  public static String text(HistoryFormat format, History history) throws IOException {
    return new String(write(format, history), StandardCharsets.UTF_8);
  }

  /** The history after it was written in the format and read again. */
  public static History through(HistoryFormat format, History history) throws IOException {
    return read(format, write(format, history));
  }
}
