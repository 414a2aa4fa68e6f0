package dev.isogauge.app;

import static dev.isogauge.app.CommandRun.isogauge;
import static dev.isogauge.app.CommandRun.withInput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BadInputTest {
  @TempDir Path directory;

  @Test
  void aMissingFile() {
    assertUnreadable("no such file", directory.resolve("absent.txt"));
  }

  @Test
  void aTruncatedLine() throws IOException {
    assertUnreadable("plume.txt:2:", write("plume.txt", "w(1,1,1,1)\nr(1,1,2"));
  }

  @Test
  void anUnknownOperation() throws IOException {
    assertUnreadable("plume.txt:2:1: ", write("plume.txt", "w(1,1,1,1)\nx(1,1,2,2)\n"));
  }

  @Test
  void aNumberOutOfRange() throws IOException {
    assertUnreadable(
        "plume.txt:2:5: the number 99999999999999999999 is out of range",
        write("plume.txt", "w(1,1,1,1)\nr(1,99999999999999999999,2,2)\n"));
  }

  @Test
  void aTransactionInTwoSessions() throws IOException {
    assertUnreadable("plume.txt:2:", write("plume.txt", "w(1,1,1,1)\nr(1,1,2,1)\n"));
  }

  @Test
  void binaryContent() throws IOException {
    byte[] noise = new byte[4096];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) (i * 167 + (i >> 3));
    }
    Path file = directory.resolve("noise.bin");
    Files.write(file, noise);
    assertUnreadable("noise.bin", file);
  }

  @Test
  void anEnormousLine() throws IOException {
    assertUnreadable("long.txt", write("long.txt", "w(1,1,1,1)\n" + "9".repeat(3 << 20)));
  }

  @Test
  void damagedCompression() throws IOException {
    byte[] start = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3};
    Path file = directory.resolve("history.gz");
    Files.write(file, start);
    assertUnreadable("history.gz", file);
  }

  @Test
  void aDirectoryWithoutHistories() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertUnreadable("no histor", empty);
  }

  @Test
  void anUnreadableFile() throws IOException {
    Path file = write("secret.txt", "w(1,1,1,1)\n");
    assertThat(file.toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(file), "this user may read everything");
    assertUnreadable("permission denied", file);
  }

  @Test
  void mixedLineEndsAreFineAndEmptyFilesUndecided() throws IOException {
    Path mixed = write("mixed.txt", "w(1,1,1,1)\r\nr(1,1,2,2)\n\r\n");
    Path empty = write("empty.txt", "");

    assertThat(isogauge("check", "--level", "cc", mixed.toString()).exitCode()).isZero();
    assertThat(isogauge("check", "--level", "cc", empty.toString()).exitCode()).isEqualTo(3);
  }

  @Test
  void standardInputIsNamedInErrors() {
    CommandRun run = withInput("w(1,1,1,1)\nr(1,,2,2)\n", "check", "-");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.out()).contains(":2:5: ").contains("expected");
  }

  @Test
  void theOtherFilesAreStillChecked() throws IOException {
    Path good = write("good.txt", "w(1,1,1,1)\nr(1,1,2,2)\n");
    Path bad = write("bad.txt", "w(1,1,1,1)\nr(1,\n");
    Path absent = directory.resolve("absent.txt");
    Path worse = write("worse.txt", "r(1,5,1,1)\n");

    CommandRun unreadable =
        isogauge("check", "--level", "rc", bad.toString(), absent.toString(), good.toString());
    CommandRun violated =
        isogauge("check", "--level", "rc", bad.toString(), worse.toString(), good.toString());

    assertThat(unreadable.exitCode()).isEqualTo(4);
    assertThat(unreadable.out()).contains("bad.txt:2:", "no such file", "good.txt");
    assertThat(violated.exitCode()).isEqualTo(1);
    assertThat(violated.out()).contains("bad.txt:2:", "worse.txt", "ThinAirRead", "good.txt");
  }

  private void assertUnreadable(String message, Path file) {
    for (String command : new String[] {"check", "stats"}) {
      CommandRun run = isogauge(command, file.toString());

      assertThat(run.exitCode()).isEqualTo(4);
      assertThat(run.out() + run.err()).contains(message).hasSizeLessThan(1000);
    }
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }
}
