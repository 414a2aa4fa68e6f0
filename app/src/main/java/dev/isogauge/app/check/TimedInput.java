package dev.isogauge.app.check;

import dev.isogauge.checker.Budget;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.format.spi.Input;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An input that can be read until its time is over. The clock is read when data is asked for: a
 * pipe that gives none is waited for.
 */
public record TimedInput(Input input, Budget budget) implements Input {
  /** Reads a history, which may take as long as a check of it; indexing counts as reading. */
  public static LoadedHistory read(Input input, CheckOptions options) throws IOException {
    Budget budget = new Budget(options.limits().timeout(), Long.MAX_VALUE);
    LoadedHistory loaded =
        HistoryFiles.read(
            new TimedInput(input, budget),
            options.format(),
            options.versionOrder(),
            options.initial());
    budget.checkTime();
    return loaded;
  }

  @Override
  public String name() {
    return input.name();
  }

  @Override
  public Optional<Path> directory() {
    return input.directory();
  }

  @Override
  public InputStream open() throws IOException {
    return new FilterInputStream(input.open()) {
      @Override
      public int read() throws IOException {
        budget.checkTime();
        return super.read();
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        budget.checkTime();
        return super.read(bytes, offset, length);
      }
    };
  }
}
