package dev.isogauge.format;

import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.HistoryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads histories from files, directories and streams. */
public final class HistoryFiles {
  private HistoryFiles() {}

  /** A file, or a directory that is one history. */
  public static Input file(Path path) {
    return new Input() {
      @Override
      public String name() {
        return path.toString();
      }

      @Override
      public InputStream open() throws IOException {
        return Files.newInputStream(path);
      }
    };
  }

  /** Reads a history in the given format, or in the one its content shows. */
  public static LoadedHistory read(Input input, Optional<HistoryFormat> format) throws IOException {
    long begin = System.nanoTime();
    HistoryFormat chosen = format.orElse(HistoryFormat.PLUME);
    HistoryBuilder builder = chosen.reader().read(input);
    long parsed = System.nanoTime();
    try {
      History history = builder.build();
      long built = System.nanoTime();
      return new LoadedHistory(history, chosen, parsed - begin, built - parsed, List.of());
    } catch (HistoryException e) {
      throw new InputException(input.name(), e.line(), 1, e.getMessage());
    }
  }
}
