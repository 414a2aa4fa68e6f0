package dev.isogauge.format.cobra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.format.Conversions;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CobraTest {
  @Test
  void aDirectoryIsOneHistory(@TempDir Path directory) throws Exception {
    Files.write(
        directory.resolve("T2.log"),
        new CobraLogBytes().start(20).write(5, 1, 7).commit(20).bytes());
    Files.write(
        directory.resolve("T10.log"),
        new CobraLogBytes()
            .start(30)
            .read(20, 5, 1, 7)
            .read(CobraLogBytes.INITIAL, CobraLogBytes.INITIAL, 2, 99)
            .read(CobraLogBytes.ABSENT, CobraLogBytes.ABSENT, 3, 0)
            .read(20, 6, 1, 7)
            .commit(30)
            .bytes());
    Files.writeString(directory.resolve("T2.debug"), "ignored");
    Files.write(directory.resolve("T3.log"), new byte[0]);
    LoadedHistory loaded = HistoryFiles.read(HistoryFiles.file(directory), Optional.empty());
    assertThat(loaded.format()).isEqualTo(HistoryFormat.COBRA);
    History history = loaded.history();
    assertThat(history.sessionName(0)).isEqualTo("T2");
    assertThat(history.sessionName(1)).isEqualTo("T10");
    assertThat(history.readFrom(1)).isZero();
    assertThat(history.readFrom(2)).isEqualTo(History.INITIAL);
    assertThat(history.readFrom(3)).isEqualTo(History.INITIAL);
    assertThat(history.valueName(3)).isEqualTo("nil");
    assertThat(history.readStatus(4)).isEqualTo(ReadStatus.THIN_AIR);
  }

  @Test
  void readsWithoutNamesResolveByValue() throws Exception {
    byte[] log =
        new CobraLogBytes()
            .start(1)
            .write(CobraLogBytes.UNNAMED, 1, 7)
            .commit(1)
            .start(2)
            .read(CobraLogBytes.UNNAMED, CobraLogBytes.UNNAMED, 1, 7)
            .read(CobraLogBytes.INITIAL, 0x23332333L, 4, 5)
            .read(CobraLogBytes.INITIAL, 0x66666666L, 4, 6)
            .commit(2)
            .bytes();
    History history = Conversions.read(HistoryFormat.COBRA, log);
    assertThat(history.operationCount()).isEqualTo(2);
    assertThat(history.readFrom(1)).isZero();
  }

  @Test
  void anUnfinishedTransactionIsIndeterminate() throws Exception {
    byte[] log = new CobraLogBytes().start(1).commit(1).start(2).write(1, 1, 7).bytes();
    History history = Conversions.read(HistoryFormat.COBRA, log);
    assertThat(history.outcome(0)).isEqualTo(Outcome.COMMITTED);
    assertThat(history.outcome(1)).isEqualTo(Outcome.INDETERMINATE);
    assertThat(history.endOperation(1)).isEqualTo(1);
  }

  @Test
  void timesBehindBeginAndCommitAreFound() throws Exception {
    byte[] log =
        new CobraLogBytes()
            .start(1, 1000)
            .write(1, 1, 7)
            .commit(1, 2000)
            // A time that looks like a record.
            .start(2, 0x57_00000000000000L)
            .read(1, 1, 1, 7)
            .bytes();
    History history = Conversions.read(HistoryFormat.COBRA, log);
    assertThat(history.beginTime(0)).isEqualTo(1000);
    assertThat(history.endTime(0)).isEqualTo(2000);
    assertThat(history.beginTime(1)).isEqualTo(0x57_00000000000000L);
    assertThat(history.readFrom(1)).isZero();
  }

  @Test
  void faultsSayTheByte() throws Exception {
    byte[] log = new CobraLogBytes().start(1).write(1, 1, 7).commit(1).bytes();
    assertFault(Arrays.copyOf(log, 20), "byte 20: the input ends here; expected a key");
    assertFault(
        new CobraLogBytes().start(1).commit(2).bytes(),
        "byte 9: found the commit of 2; expected that of 1");
    assertFault(
        new CobraLogBytes().start(1).start(2).bytes(),
        "byte 9: found 'S'; expected 'R', 'W' or 'C'");
    assertFault(new CobraLogBytes().commit(2).bytes(), "byte 0: found 'C'; expected 'S'");
    assertFault(
        new CobraLogBytes().start(1).commit(1).start(1).commit(1).bytes(),
        "byte 18: transaction 1 is also in input; expected it once");
    assertFault(
        new CobraLogBytes().start(1, 9).commit(1, 8).bytes(),
        "byte 17: transaction 1 ends at 8 and begins at 9");
    assertFault(new byte[] {0, 1, 2}, "byte 0: found 0x00; expected 'S' and a transaction");
  }

  private static void assertFault(byte[] log, String message) {
    assertThatThrownBy(() -> Conversions.read(HistoryFormat.COBRA, log))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input: " + message)
        .hasMessageContaining("expected");
  }

  @Test
  void isogaugeTextKeepsTheNames() throws Exception {
    byte[] log =
        new CobraLogBytes()
            .start(1)
            .write(1, 1, 7)
            .commit(1)
            .start(2)
            .read(1, 1, 1, 7)
            .read(CobraLogBytes.INITIAL, CobraLogBytes.INITIAL, 2, 9)
            .commit(2)
            .bytes();
    assertThat(IsogaugeText.format(Conversions.read(HistoryFormat.COBRA, log)))
        .isEqualTo("init 2=9\ninput 1: w(1,7)\ninput 2: r(1,7@1) r(2,9@init)\n");
  }

  @Test
  void aWriteThatOnlyItsIdTellsCannotBeConverted() throws Exception {
    byte[] log =
        new CobraLogBytes()
            .start(1)
            .write(1, 1, 7)
            .write(2, 1, 7)
            .commit(1)
            .start(2)
            .read(1, 1, 1, 7)
            .commit(2)
            .bytes();
    History history = Conversions.read(HistoryFormat.COBRA, log);
    assertThat(history.readStatus(2)).isEqualTo(ReadStatus.INTERMEDIATE);
    assertThatThrownBy(() -> Conversions.write(HistoryFormat.ISOGAUGE, history))
        .isInstanceOf(UnsupportedHistoryException.class)
        .hasMessageContaining("cannot name one of several writes of a transaction");
  }
}
