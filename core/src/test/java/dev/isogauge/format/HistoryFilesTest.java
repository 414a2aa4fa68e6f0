package dev.isogauge.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.format.cobra.CobraLogBytes;
import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.history.History;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {
  private static final String TEXT = "s1: w(x,1) | s2: r(x,1)";

  @TempDir private Path directory;

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(output)) {
      gzip.write(bytes);
    }
    return output.toByteArray();
  }

  private static LoadedHistory read(Path path) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(path), Optional.empty());
  }

  @Test
  void gzipIsTransparent() throws Exception {
    Path file = directory.resolve("a.txt");
    Files.write(file, gzip(TEXT.getBytes(StandardCharsets.UTF_8)));
    assertThat(read(file).history().transactionCount()).isEqualTo(2);
    byte[] dbcop = Conversions.write(HistoryFormat.DBCOP, IsogaugeText.parse("s: w(1,2)"));
    Files.write(file, gzip(dbcop));
    assertThat(read(file).format()).isEqualTo(HistoryFormat.DBCOP);
  }

  /** Otherwise levels would hold for the copy that are unknown for the recording. */
  @Test
  void aRecordingThatEndedEarlyIsNotWrittenAsIfItWereWhole() throws Exception {
    String text = "{\"session\":\"s1\",\"ops\":[[\"w\",\"1\",1]]}\n{\"ended\":\"disk full\"}\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    History history =
        HistoryFiles.read(HistoryFiles.bytes("run.jsonl", bytes), Optional.empty()).history();
    byte[] copy = Conversions.write(HistoryFormat.JSONL, history);
    assertThat(
            HistoryFiles.read(HistoryFiles.bytes("copy.jsonl", copy), Optional.empty())
                .history()
                .ending())
        .contains("disk full");
    for (HistoryFormat format : HistoryFormat.values()) {
      if (format.isWritable() && format != HistoryFormat.JSONL) {
        assertThatThrownBy(() -> format.write(history, new ByteArrayOutputStream()))
            .isInstanceOf(UnsupportedHistoryException.class)
            .hasMessage(
                format.id() + " cannot say that the recording ended early; convert to jsonl");
      }
    }
  }

  @Test
  void damagedGzipIsReported() throws Exception {
    byte[] bytes = gzip(TEXT.getBytes(StandardCharsets.UTF_8));
    for (int length = 2; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> HistoryFiles.read(HistoryFiles.bytes("a.gz", cut), Optional.empty()))
          .isInstanceOf(InputException.class)
          .hasMessage("a.gz: the gzip data ends too early; expected the whole file");
    }
    bytes[14] ^= 0x55;
    assertThatThrownBy(() -> HistoryFiles.read(HistoryFiles.bytes("a.gz", bytes), Optional.empty()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("a.gz: the gzip data is damaged");
  }

  @Test
  void standardInputIsDetectedToo() throws Exception {
    byte[] bytes = gzip("w(1,2,3,4)\n".getBytes(StandardCharsets.UTF_8));
    LoadedHistory loaded =
        HistoryFiles.read(
            HistoryFiles.standardInput(new ByteArrayInputStream(bytes)), Optional.empty());
    assertThat(loaded.format()).isEqualTo(HistoryFormat.PLUME);
    assertThat(loaded.history().operationCount()).isEqualTo(1);
    assertThatThrownBy(
            () ->
                HistoryFiles.read(
                    HistoryFiles.standardInput(new ByteArrayInputStream(new byte[] {'w', '('})),
                    Optional.empty()))
        .hasMessage(
            "-:1:3: found end of line; expected a decimal integer"
                + " (the content shows no known format; plume is the closest)");
  }

  @Test
  void theGivenFormatIsTaken() throws Exception {
    Path file = directory.resolve("a.txt");
    Files.writeString(file, "# only a comment");
    assertThatThrownBy(
            () -> HistoryFiles.read(HistoryFiles.file(file), Optional.of(HistoryFormat.PLUME)))
        .hasMessageStartingWith(file + ":1:1: found '# only a comment'; expected r(key,value");
  }

  @Test
  void aDirectoryMayHoldOneHistory() throws Exception {
    Path nested = Files.createDirectories(directory.resolve("run/hist-00000"));
    byte[] dbcop = Conversions.write(HistoryFormat.DBCOP, IsogaugeText.parse("s: w(1,2)"));
    Files.write(nested.resolve("history.bincode"), dbcop);
    assertThat(read(nested).format()).isEqualTo(HistoryFormat.DBCOP);
    assertThat(read(directory.resolve("run")).format()).isEqualTo(HistoryFormat.DBCOP);
    Files.write(nested.resolve("T1.log"), new CobraLogBytes().start(1).commit(1).bytes());
    LoadedHistory both = read(nested);
    assertThat(both.format()).isEqualTo(HistoryFormat.COBRA);
    assertThat(both.remarks())
        .containsExactly("the directory holds cobra logs and history.bincode; the logs were read");
    assertThat(
            HistoryFiles.read(HistoryFiles.file(nested), Optional.of(HistoryFormat.DBCOP))
                .history()
                .operationCount())
        .isEqualTo(1);
  }

  @Test
  void otherDirectoriesAreNoHistory() {
    assertThatThrownBy(() -> read(directory))
        .isInstanceOf(InputException.class)
        .hasMessage(
            directory
                + ": the directory is not a history; expected cobra's *.log or history.bincode");
    assertThatThrownBy(
            () -> HistoryFiles.read(HistoryFiles.file(directory), Optional.of(HistoryFormat.PLUME)))
        .isInstanceOf(InputException.class)
        .hasMessage(directory + ": found a directory; expected a file");
    assertThatThrownBy(
            () -> HistoryFiles.read(HistoryFiles.file(directory), Optional.of(HistoryFormat.COBRA)))
        .isInstanceOf(InputException.class)
        .hasMessage(directory + ": found no *.log in the directory; expected some");
  }

  @Test
  void aMissingFileIsReported() {
    Path file = directory.resolve("missing.txt");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + ": there is no such file");
  }

  @Test
  void findsHistoriesBelowADirectory() throws Exception {
    Path logs = Files.createDirectories(directory.resolve("b/cobra"));
    Files.write(logs.resolve("T1.log"), new CobraLogBytes().start(1).commit(1).bytes());
    Files.write(logs.resolve("T2.log"), new byte[0]);
    Files.writeString(logs.resolve("T1.debug"), "words");
    Files.writeString(directory.resolve("b/z.txt"), "w(1,2,3,4)\n");
    Files.write(directory.resolve("a.gz"), gzip(TEXT.getBytes(StandardCharsets.UTF_8)));
    Files.write(directory.resolve("b.gz"), new byte[] {0x1f, (byte) 0x8b, 8});
    Files.writeString(directory.resolve("readme.md"), "# Title\n\nWords.\n");
    Files.writeString(directory.resolve("server.log"), "INFO started\n");
    Files.writeString(directory.resolve("empty.txt"), "");
    Files.writeString(directory.resolve("notes.txt"), "# only a comment\n");
    Files.writeString(directory.resolve("settings.yaml"), "foo:\nbar:\n");
    Files.writeString(directory.resolve(".hidden"), TEXT);
    Files.write(directory.resolve("other.bin"), new byte[] {0, 1, 2});
    HistoryFiles.Found found = HistoryFiles.find(directory);
    assertThat(found.histories().stream().map(Input::name))
        .containsExactly(
            directory.resolve("a.gz").toString(),
            directory.resolve("b.gz").toString(),
            logs.toString(),
            directory.resolve("b/z.txt").toString(),
            directory.resolve("empty.txt").toString());
    assertThat(found.skipped()).isEqualTo(7);
    Input damaged = found.histories().get(1);
    assertThatThrownBy(() -> HistoryFiles.read(damaged, Optional.empty()))
        .isInstanceOf(InputException.class);
    for (Input input : List.of(found.histories().get(0), found.histories().get(2))) {
      assertThat(HistoryFiles.read(input, Optional.empty()).history().transactionCount())
          .isPositive();
    }
  }

  @Test
  void aLogOfCobraDoesNotHideLogsOfOtherFormats() throws Exception {
    Files.write(directory.resolve("T1.log"), new CobraLogBytes().start(1).commit(1).bytes());
    Files.write(directory.resolve("T2.log"), new CobraLogBytes().start(2).commit(2).bytes());
    Path text = Files.writeString(directory.resolve("other.log"), TEXT);

    HistoryFiles.Found found = HistoryFiles.find(directory);

    assertThat(found.histories().stream().map(Input::name))
        .containsExactly(directory.toString(), text.toString());
    assertThat(read(directory).history().transactionCount()).isEqualTo(2);
    Files.write(directory.resolve("T3.log"), new byte[] {0, 1, 2});
    assertThatThrownBy(() -> read(directory))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("T3.log");
  }

  @Test
  void aFileThatFailsWhileReadDoesNotHideTheOthers() throws Exception {
    Path failing = Path.of("/proc/self/mem");
    assumeTrue(Files.isReadable(failing), "no file here whose first byte cannot be read");
    Path log = Files.createSymbolicLink(directory.resolve("a.log"), failing);
    Path history = Files.writeString(directory.resolve("b.txt"), TEXT);
    HistoryFiles.Found found = HistoryFiles.find(directory);
    assertThat(found.histories().stream().map(Input::name))
        .containsExactly(log.toString(), history.toString());
    assertThatThrownBy(() -> read(log)).isInstanceOf(IOException.class);
    assertThat(read(history).history().transactionCount()).isEqualTo(2);
    Files.delete(log);
  }

  @Test
  void namedFilesAreNeverSkipped() throws Exception {
    Path file = directory.resolve("empty.txt");
    Files.writeString(file, "");
    assertThat(read(file).history().transactionCount()).isZero();
    assertThat(read(file).remarks()).hasSize(2);
    Files.writeString(file, "s1:\ns2:\n");
    assertThat(read(file).history().transactionCount()).isEqualTo(2);
    Files.write(file, new byte[] {0, 1, 2});
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("found binary data of no known format; expected");
  }
}
