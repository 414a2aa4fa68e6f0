package dev.isogauge.app.check;

import dev.isogauge.app.check.SpilledCheck.SpillException;
import dev.isogauge.checker.Budget;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFiles.StreamedHistory;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.spill.Screen;
import dev.isogauge.online.spill.Suspects;
import dev.isogauge.report.CheckResult;
import dev.isogauge.verdict.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Looks through a file for keys and sessions where something may be wrong. */
record FileScreen(
    Input input, Optional<HistoryFormat> format, Optional<String> initial, Limits limits) {
  /** What was found in all of the file. */
  record Screened(StreamedHistory read, Suspects suspects, CheckResult.Size size) {}

  /** The history has what cannot be screened. */
  private static final class UnscreenableException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Empty if the history cannot be screened. */
  Optional<Screened> look(IsolationLevel level, Path directory, Atoms atoms, Budget budget)
      throws IOException {
    SpilledSize size = new SpilledSize();
    try (Screen screen = screen(level, directory, atoms)) {
      Optional<StreamedHistory> read =
          HistoryFiles.stream(
              new TimedInput(input, budget),
              format,
              initial,
              atoms,
              block -> {
                size.add(block);
                take(block, screen);
              });
      if (read.isEmpty() || read.get().initialValue().isEmpty() || size.isEmpty()) {
        return Optional.empty();
      }
      return finish(screen, read.get().initialValue().getAsLong(), budget)
          .map(
              suspects ->
                  new Screened(
                      read.get(), suspects, size.with(screen.sessionCount(), screen.keyCount())));
    } catch (UnscreenableException e) {
      return Optional.empty();
    }
  }

  private Screen screen(IsolationLevel level, Path directory, Atoms atoms) {
    try {
      return new Screen(level, limits.memoryBytes(), directory.resolve("screen"), atoms);
    } catch (IOException e) {
      throw new SpillException(e);
    }
  }

  private static void take(RawBlock block, Screen screen) {
    try {
      if (!screen.take(block)) {
        throw new UnscreenableException();
      }
    } catch (IOException e) {
      throw new SpillException(e);
    }
  }

  private Optional<Suspects> finish(Screen screen, long initialValue, Budget budget) {
    try {
      return screen.finish(initialValue, limits.maxAnomalies(), budget::checkTime);
    } catch (IOException e) {
      throw new SpillException(e);
    }
  }
}
