package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InternalErrorTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void anUnexpectedExceptionIsOneLineAndAHint() {
    assertThat(run(broken(new IllegalStateException("boom")), "list", "levels")).isEqualTo(5);

    assertThat(err.toString(UTF_8).lines()).hasSize(2);
    assertThat(err.toString(UTF_8)).contains("internal error", "boom", "report");
  }

  @Test
  void debugShowsWhereItCameFrom() {
    assertThat(run(broken(new IllegalStateException("boom")), "list", "levels", "--debug"))
        .isEqualTo(5);

    assertThat(err.toString(UTF_8)).contains("at dev.isogauge.app.InternalErrorTest");
  }

  @Test
  void exhaustedMemoryIsAdvice() {
    assertThat(run(broken(new OutOfMemoryError("heap")), "list", "levels")).isEqualTo(5);

    assertThat(err.toString(UTF_8)).contains("not enough memory", "-Xmx").doesNotContain("\tat ");
  }

  @Test
  void outputThatCannotBeWrittenIsNoSuccess() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left");
          }
        };

    assertThat(run(full, "list", "levels")).isEqualTo(5);
    assertThat(err.toString(UTF_8)).contains("standard output");
  }

  private int run(OutputStream out, String... arguments) {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Map.of(),
            false,
            false);
    return new Main(console).run(arguments);
  }

  /** Fails in the first write and works from then on. */
  private static OutputStream broken(Throwable failure) {
    return new OutputStream() {
      private boolean failed;

      @Override
      public void write(int b) {
        if (!failed) {
          failed = true;
          if (failure instanceof Error error) {
            throw error;
          }
          throw (RuntimeException) failure;
        }
      }
    };
  }
}
