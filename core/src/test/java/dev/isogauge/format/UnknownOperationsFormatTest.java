package dev.isogauge.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.history.HistoryRecorder;
import java.io.ByteArrayOutputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads and writes of which only the scope is known, in the formats that have them. */
class UnknownOperationsFormatTest {
  private static final String TEXT =
      "s1: ur(*) w(a/1,1) ur(a/1) p(a,\"true\",[a/1=1]) uw(table a) p(a,\"true\",?) r(a/1,1)"
          + " ur(table *) uw(7)\n"
          + "s2: uw(\"*\") ur(table) ur(table \"x y\")\n";

  private static final String LINES =
      "{\"session\":\"s1\",\"ops\":[[\"ur\"],[\"w\",\"a/1\",1],[\"ur\",\"key\",\"a/1\"],"
          + "[\"p\",\"a\",\"true\",{\"results\":[[\"a/1\",1]]}],[\"uw\",\"table\",\"a\"],"
          + "[\"p\",\"a\",\"true\",{}],[\"r\",\"a/1\",1],[\"ur\",\"table\",\"*\"],"
          + "[\"uw\",\"key\",7]]}\n"
          + "{\"session\":\"s2\",\"ops\":[[\"uw\",\"key\",\"*\"],[\"ur\",\"key\",\"table\"],"
          + "[\"ur\",\"table\",\"x y\"]]}\n";

  private static History read(String text, HistoryFormat format) throws Exception {
    return HistoryFiles.read(HistoryFiles.bytes("test", text.getBytes(UTF_8)), Optional.of(format))
        .history();
  }

  private static String write(History history, HistoryFormat format) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    format.write(history, bytes);
    return bytes.toString(UTF_8);
  }

  @Test
  void areReadAndWritten() throws Exception {
    assertThat(write(read(TEXT, HistoryFormat.ISOGAUGE), HistoryFormat.ISOGAUGE)).isEqualTo(TEXT);
    assertThat(write(read(TEXT, HistoryFormat.ISOGAUGE), HistoryFormat.JSONL)).isEqualTo(LINES);
    assertThat(write(read(LINES, HistoryFormat.JSONL), HistoryFormat.ISOGAUGE)).isEqualTo(TEXT);
  }

  @Test
  void areKeptByCopies() throws Exception {
    History copy = new HistoryCopy(read(TEXT, HistoryFormat.ISOGAUGE)).of(HistoryCopy.Choice.ALL);
    assertThat(write(copy, HistoryFormat.ISOGAUGE)).isEqualTo(TEXT);
  }

  @Test
  void areRecorded() throws Exception {
    History history =
        new HistoryRecorder()
            .session("s1")
            .transaction()
            .readSomething("a/1")
            .readSomethingIn("a")
            .readSomethingAnywhere()
            .writeSomething("a/1")
            .writeSomethingIn("")
            .writeSomethingAnywhere()
            .history();
    assertThat(write(history, HistoryFormat.ISOGAUGE))
        .isEqualTo("s1: ur(a/1) ur(table a) ur(*) uw(a/1) uw(table *) uw(*)\n");
  }

  @ParameterizedTest
  @EnumSource(
      value = HistoryFormat.class,
      names = {"PLUME", "DBCOP", "ELLE", "TIMEKILLER"})
  void otherFormatsRefuseThem(HistoryFormat format) throws Exception {
    History history = read("s1: [ts 1..2] ur(*) w(1,1)\n", HistoryFormat.ISOGAUGE);
    assertThatThrownBy(() -> write(history, format))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining("only the scope is known; convert to isogauge or jsonl");
  }

  @Test
  void faultsAreLocated() {
    assertThatThrownBy(
            () -> read("{\"session\":1,\"ops\":[[\"ur\",\"row\",1]]}\n", HistoryFormat.JSONL))
        .hasMessageContaining("test:1:27")
        .hasMessageContaining("expected \"key\" or \"table\"");
    assertThatThrownBy(() -> read("s1: uw(table a b)\n", HistoryFormat.ISOGAUGE))
        .hasMessageContaining("test:1:16");
    assertThatThrownBy(() -> read("s1: ux(a)\n", HistoryFormat.ISOGAUGE))
        .hasMessageContaining("test:1:5")
        .hasMessageContaining("uw(scope)");
  }
}
