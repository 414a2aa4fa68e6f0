package dev.isogauge.format.dbcop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DbcopTest {
  private static final int HEADER = 5 * 8 + 3 * 8;

  private static ByteBuffer header(int room) {
    return ByteBuffer.allocate(HEADER + room).order(ByteOrder.LITTLE_ENDIAN).position(HEADER);
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }

  @Test
  void readsSessionsAndDropsFailedEvents() throws Exception {
    ByteBuffer bytes = header(200).putLong(2).putLong(1).putLong(2);
    bytes.put((byte) 1).putLong(7).putLong(-1).put((byte) 1);
    bytes.put((byte) 0).putLong(7).putLong(3).put((byte) 0).put((byte) 1);
    bytes.putLong(1).putLong(1);
    bytes.put((byte) 0).putLong(8).putLong(0).put((byte) 1).put((byte) 0);
    History history = Conversions.read(HistoryFormat.DBCOP, bytes(bytes));
    assertThat(history.operationCount()).isEqualTo(2);
    assertThat(history.valueName(0)).isEqualTo("18446744073709551615");
    assertThat(history.outcome(1)).isEqualTo(Outcome.ABORTED);
    assertThat(history.readFrom(1)).isEqualTo(History.INITIAL);
    assertThat(history.transactionName(1)).isEqualTo("s2.1");
  }

  @Test
  void writesWhatItReads() throws Exception {
    History history =
        IsogaugeText.parse(
            "init *=0\ns1: w(1,18446744073709551615) r(2,0)\ns1: aborted r(1,4) w(1,5)\ns2:\n");
    assertThat(HistoryDescription.of(Conversions.through(HistoryFormat.DBCOP, history)))
        .isEqualTo(HistoryDescription.of(history));
  }

  @Test
  void everyTruncationIsReported() throws Exception {
    byte[] bytes = Conversions.write(HistoryFormat.DBCOP, IsogaugeText.parse("s: w(1,2) r(3,nil)"));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Conversions.read(HistoryFormat.DBCOP, cut))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith("input: byte " + length + ": the input ends here; expected ");
    }
  }

  @Test
  void countsAreNotTrusted() {
    byte[] sessions = bytes(header(8).putLong(Long.MAX_VALUE));
    assertThatThrownBy(() -> Conversions.read(HistoryFormat.DBCOP, sessions))
        .hasMessage(
            "input: byte 72: the input ends here; expected the number of the session's"
                + " transactions");
    byte[] text = new byte[60];
    Arrays.fill(text, 40, 48, (byte) 0xFF);
    assertThatThrownBy(() -> Conversions.read(HistoryFormat.DBCOP, text))
        .hasMessage("input: byte 60: the input ends here; expected the info");
  }

  @Test
  void otherBytesAreReported() {
    byte[] flag = bytes(header(25).putLong(1).putLong(1).putLong(1).put((byte) 7));
    assertThatThrownBy(() -> Conversions.read(HistoryFormat.DBCOP, flag))
        .hasMessage("input: byte 88: found 7; expected an event's kind, 0 (read) or 1 (write)");
    byte[] more = bytes(header(9).putLong(0).put((byte) 1));
    assertThatThrownBy(() -> Conversions.read(HistoryFormat.DBCOP, more))
        .hasMessage("input: byte 72: found more bytes; expected the end after the last session");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "s: w(-1,1) ~ the key -1 is not an unsigned integer",
        "s: w(1,-1) ~ the value -1 is not an unsigned integer",
        "s: aborted r(1,?) ~ has a read without a result",
        "s: w(1,0) ~ in dbcop 0 is the initial value",
        "s: indeterminate w(1,1) ~ is indeterminate, which dbcop cannot say",
        "s: a(1,1) ~ dbcop has no lists; convert to isogauge or jsonl",
      })
  void refusesWhatItCannotSay(String text, String message) throws Exception {
    History history = IsogaugeText.parse(text);
    assertThatThrownBy(() -> Conversions.write(HistoryFormat.DBCOP, history))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining(message);
  }
}
