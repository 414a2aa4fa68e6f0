package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.cobra.CobraLogBytes;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Faults that any input may have, in every format. */
class BadInputTest {
  private static final int LINES = 300_000;

  /** More than three blocks of lines with one line replaced. */
  private static byte[] large(String line, int faultyLine, String faulty) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= LINES; i++) {
      text.append(i == faultyLine ? faulty : line.replace("#", Integer.toString(i))).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "PLUME ~ w(#,#,1,#) ~ w(1,2,3,x) ~ 9",
        "ISOGAUGE ~ s1: w(k#,#) ~ s1: w(a,b) w(c d) ~ 16",
        "JSONL ~ {\"session\":1,\"ops\":[[\"w\",#,1]]} ~ {\"session\":1,\"ops\":[[\"x\"]]} ~ 22",
        "TIMEKILLER ~ {\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":#},\"ops\":[]} ~ {\"tid\":true} ~ 8",
        "ELLE ~ {:type :ok :process 1 :f :txn :value [[:w # 1]]} ~ {:type :ok :value [5]} ~ 20",
        "ETCD_LOG ~ #\t:ok\t:write\t# ~ 5\t:ok\t:cas\t5 ~ 12",
      })
  void linesAreRightInLaterBlocks(HistoryFormat format, String line, String faulty, int column) {
    for (int faultyLine : new int[] {1, LINES - 1000, LINES}) {
      byte[] bytes = large(line, faultyLine, faulty);
      assertThat(bytes.length).isGreaterThan(3 << 20);
      assertThatThrownBy(() -> Conversions.read(format, bytes))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith("input:" + faultyLine + ":" + column + ": ")
          .hasMessageContaining("expected");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "PLUME ~ w(#,#,1,#) ~ w(1,2,3,7) ~ transaction 7 is in session 1 and in session 3",
        "ISOGAUGE ~ s1 T#: w(x,#) ~ s2 T7: w(x,1) ~ transaction T7 is also in line 7",
        "ISOGAUGE ~ s1 T#: w(x,#) ~ init x=1 x=2 ~ the initial value of key x is given twice",
        "JSONL ~ {\"session\":1,\"txn\":#,\"ops\":[]} ~ {\"session\":1,\"txn\":7,\"ops\":[]} ~"
            + " transaction 7 is also in line 7",
        "TIMEKILLER ~ {\"tid\":#,\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[]} ~"
            + " {\"tid\":7,\"sid\":1,\"sts\":{\"p\":1},\"cts\":{\"p\":2},\"ops\":[]} ~"
            + " transaction 7 is also in line 7",
      })
  void faultsOfTheWholeHaveALine(HistoryFormat format, String line, String faulty, String message) {
    byte[] bytes = large(line, LINES - 1000, faulty);
    assertThatThrownBy(() -> Conversions.read(format, bytes))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input:" + (LINES - 1000) + ":1: " + message)
        .hasMessageContaining("expected");
  }

  @Test
  void theFirstOfSeveralFaultsIsReported() {
    byte[] bytes = large("nonsense", 1, "w(1,2,3,4)");
    assertThatThrownBy(() -> Conversions.read(HistoryFormat.PLUME, bytes))
        .hasMessageStartingWith("input:2:1: ");
  }

  @Test
  void blocksOfALargeFileMakeOneHistory() throws Exception {
    History history =
        Conversions.read(HistoryFormat.ISOGAUGE, large("s1 T#: w(k,#)", LINES - 7, "init k=5"));
    assertThat(history.transactionCount()).isEqualTo(LINES - 1);
    assertThat(history.valueName(LINES - 2)).isEqualTo(Integer.toString(LINES));
    assertThat(history.atoms().token(history.initialValue(0))).isEqualTo("5");
  }

  @Test
  void aLineMayBeLongerThanABlock() throws Exception {
    StringBuilder text = new StringBuilder("s1:");
    for (int i = 0; i < LINES; i++) {
      text.append(" w(x").append(i).append(',').append(i).append(')');
    }
    History history = Conversions.read(HistoryFormat.ISOGAUGE, text.append("\ns2:").toString());
    assertThat(history.operationCount()).isEqualTo(LINES);
    assertThat(history.transactionCount()).isEqualTo(2);
  }

  @Test
  void mixedLineEndsAreFine() throws Exception {
    assertThat(
            Conversions.read(HistoryFormat.PLUME, "w(1,2,3,4)\r\nr(1,2,3,5)\n\r\n")
                .operationCount())
        .isEqualTo(2);
    assertThat(
            Conversions.read(HistoryFormat.ISOGAUGE, "s: w(x,1)\r\ns: r(x,1)\n\r\ns: # end\r\n")
                .transactionCount())
        .isEqualTo(3);
    assertThat(
            Conversions.read(
                    HistoryFormat.JSONL,
                    "{\"session\":1,\"ops\":[]}\r\n\n{\"session\":1,\"ops\":[]}\r\n")
                .transactionCount())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(HistoryFormat.class)
  void onlyInputExceptionsEscape(HistoryFormat format) throws IOException {
    Random random = new Random(42);
    byte[] valid = sample(format);
    for (int round = 0; round < 1000; round++) {
      byte[] bytes = Arrays.copyOf(valid, random.nextInt(valid.length + 1));
      for (int change = random.nextInt(4); change > 0 && bytes.length > 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      try {
        HistoryFiles.read(HistoryFiles.bytes("input", bytes), Optional.of(format));
        HistoryFiles.read(HistoryFiles.bytes("input", bytes), Optional.empty());
      } catch (InputException e) {
        assertThat(e).hasMessageStartingWith("input");
        assertThat(e).hasMessageContaining("expected");
        assertThat(e.getMessage()).doesNotContain("\n");
      }
    }
  }

  private static byte[] sample(HistoryFormat format) throws IOException {
    if (format == HistoryFormat.TIMEKILLER) {
      return Conversions.write(
          format,
          Conversions.read(
              HistoryFormat.ISOGAUGE,
              "s1 T1: [ts 5:1..6] [sno 1] w(x,1) r(y,nil)\n2: [ts 7..8] a(3,4) r(3,[4,\"a\"])\n"));
    }
    if (format == HistoryFormat.ELLE || format == HistoryFormat.ETCD_LOG) {
      String text =
          format == HistoryFormat.ELLE
              ? "[{:time 1 :type :invoke :process 0 :value [[:append 5 1] [:r 5 nil]]}\n"
                  + "{:time 2, :type :info, :process 0, :f :txn, :value [[:append 5 1] [:r 5 [1]]]}]"
              : "x 0\t:invoke\t:cas\t[1 2]\nx 0\t:info\t:cas\t:timed-out\n";
      return text.getBytes(StandardCharsets.UTF_8);
    }
    History history =
        Conversions.read(
            HistoryFormat.PLUME, "w(1,5,0,1)\nr(1,5,1,2)\nw(2,6,1,2)\nr(2,6,0,3)\nw(1,7,0,-1)\n");
    if (format.isWritable()) {
      return Conversions.write(format, history);
    }
    return new CobraLogBytes()
        .start(1)
        .write(1, 1, 7)
        .commit(1)
        .start(2)
        .read(1, 1, 1, 7)
        .commit(2)
        .bytes();
  }
}
