package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.Console;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Inputs that memory or time do not suffice to read. */
class UnreadInputTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void whatDoesNotFitIntoTheHeapIsUnknownAndNothingIsInvented() {
    assertThat(run(exhausting(), "check", "--level", "ra,cc", "-")).isEqualTo(3);

    assertThat(out.toString(UTF_8).lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("-: not read: not enough memory"),
            line -> assertThat(line).isEqualTo("  read-atomic  unknown"),
            line -> assertThat(line).isEqualTo("  causal       unknown"));
  }

  @Test
  void jsonHasNoStatisticsOfWhatWasNotRead() {
    assertThat(run(exhausting(), "check", "--json", "--level", "cc", "-")).isEqualTo(3);

    assertThat(out.toString(UTF_8))
        .startsWith("{\"file\":\"-\",\"format\":null,\"level\":\"causal\",")
        .contains("\"verdict\":\"unknown\",\"reason\":\"not enough memory")
        .contains("\"stats\":null,");
  }

  @Test
  void measuringExitsWithZero() {
    assertThat(run(exhausting(), "check", "-")).isZero();
  }

  /** Fails if the endless input is read on: nothing else would end the test. */
  @Test
  @Timeout(60)
  void readingEndsWithItsTime() {
    int code = run(endless(), "check", "--timeout", "300ms", "--level", "rc,cc", "-");

    assertThat(code).isEqualTo(3);
    assertThat(out.toString(UTF_8).lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("-: not read: reading did not end in time: ")
                    .contains("300 ms", "--timeout"),
            line -> assertThat(line).isEqualTo("  read-committed  unknown"),
            line -> assertThat(line).isEqualTo("  causal          unknown"));
  }

  private int run(InputStream input, String... arguments) {
    Console console =
        new Console(
            input,
            new PrintStream(out, true, UTF_8),
            new PrintStream(out, true, UTF_8),
            Map.of(),
            false,
            false);
    return new Main(console).run(arguments);
  }

  /** Blank lines, a few at a time, for as long as they are read. */
  private static InputStream endless() {
    return new InputStream() {
      @Override
      public int read() {
        return '\n';
      }

      @Override
      public int read(byte[] bytes, int offset, int length) {
        LockSupport.parkNanos(1_000_000);
        int count = Math.min(length, 100);
        Arrays.fill(bytes, offset, offset + count, (byte) '\n');
        return count;
      }
    };
  }

  private static InputStream exhausting() {
    return new InputStream() {
      @Override
      public int read() {
        throw new OutOfMemoryError("Java heap space");
      }

      @Override
      public int read(byte[] bytes, int offset, int length) {
        return read();
      }
    };
  }
}
