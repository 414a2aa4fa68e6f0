package dev.isogauge.recorder.jdbc;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** What a recording holds. */
final class Recorded {
  private Recorded() {}

  static History history(Path file) throws Exception {
    return HistoryFiles.read(HistoryFiles.file(file), Optional.empty()).history();
  }

  /** Its transactions as text, without times, sessions and statements. */
  static String text(Path file) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    HistoryFormat.ISOGAUGE.write(history(file), bytes);
    return bytes
        .toString(StandardCharsets.UTF_8)
        .replaceAll("(?m)^[^:]*: ", "")
        .replaceAll("\\[(rt|statements) [^]]*] ?", "");
  }
}
