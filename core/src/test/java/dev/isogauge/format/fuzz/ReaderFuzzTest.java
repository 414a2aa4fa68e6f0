package dev.isogauge.format.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.isogauge.format.BySession;
import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Any bytes are a history or a fault with a message, and a history that was read is the same after
 * it was written and read again. Without JAZZER_FUZZ only the committed seeds run.
 */
class ReaderFuzzTest {
  @FuzzTest(maxDuration = "4m")
  void isogauge(byte[] data) throws IOException {
    check(HistoryFormat.ISOGAUGE, data);
  }

  @FuzzTest(maxDuration = "4m")
  void jsonl(byte[] data) throws IOException {
    check(HistoryFormat.JSONL, data);
  }

  @FuzzTest(maxDuration = "4m")
  void timekiller(byte[] data) throws IOException {
    check(HistoryFormat.TIMEKILLER, data);
  }

  @FuzzTest(maxDuration = "4m")
  void elle(byte[] data) throws IOException {
    check(HistoryFormat.ELLE, data);
  }

  @FuzzTest(maxDuration = "4m")
  void etcdLog(byte[] data) throws IOException {
    check(HistoryFormat.ETCD_LOG, data);
  }

  @FuzzTest(maxDuration = "4m")
  void plume(byte[] data) throws IOException {
    check(HistoryFormat.PLUME, data);
  }

  @FuzzTest(maxDuration = "4m")
  void dbcop(byte[] data) throws IOException {
    check(HistoryFormat.DBCOP, data);
  }

  @FuzzTest(maxDuration = "4m")
  void cobra(byte[] data) throws IOException {
    check(HistoryFormat.COBRA, data);
  }

  private static void check(HistoryFormat format, byte[] data) throws IOException {
    History history;
    try {
      history = HistoryFiles.read(HistoryFiles.bytes("input", data), Optional.of(format)).history();
    } catch (InputException e) {
      assertThat(e.getMessage()).startsWith("input").contains("expected").doesNotContain("\n");
      checkDetection(data);
      return;
    }
    List<String> expected = HistoryDescription.of(history);
    checkThrough(HistoryFormat.ISOGAUGE, history, expected);
    checkThrough(HistoryFormat.JSONL, history, expected);
    if (format.isWritable()) {
      checkThrough(format, history, expected);
    }
  }

  private static void checkDetection(byte[] data) throws IOException {
    try {
      HistoryFiles.read(HistoryFiles.bytes("input", data), Optional.empty());
    } catch (InputException e) {
      assertThat(e.getMessage()).contains("expected");
    }
  }

  private static void checkThrough(HistoryFormat format, History history, List<String> expected)
      throws IOException {
    byte[] written;
    try {
      written = Conversions.write(format, history);
    } catch (UnsupportedHistoryException e) {
      return;
    }
    History again = Conversions.read(format, written);
    if (format == HistoryFormat.ELLE) {
      // Real time orders the file, and so the sessions.
      assertThat(BySession.describe(again)).isEqualTo(BySession.describe(history));
    } else {
      assertThat(HistoryDescription.of(again)).isEqualTo(expected);
    }
  }
}
