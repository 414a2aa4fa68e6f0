package dev.isogauge.format;

import dev.isogauge.format.cobra.CobraLayout;
import dev.isogauge.format.cobra.CobraReader;
import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the histories below a directory. */
final class DirectorySearch {
  private final List<Path> histories = new ArrayList<>();
  private int skipped;

  HistoryFiles.Found search(Path root) throws IOException {
    Deque<Path> waiting = new ArrayDeque<>();
    waiting.add(root);
    while (!waiting.isEmpty()) {
      Path directory = waiting.remove();
      if (!Files.isReadable(directory)) {
        // Kept, so that reading it says why.
        histories.add(directory);
        continue;
      }
      try {
        searchOne(directory, waiting);
      } catch (IOException e) {
        if (directory.equals(root)) {
          throw e;
        }
        histories.add(directory);
      }
    }
    histories.sort(Comparator.comparing(Path::toString));
    return new HistoryFiles.Found(
        histories.stream().map(path -> (Input) PathInput.of(path)).toList(), skipped);
  }

  /** Fails before anything of the directory is added. */
  private void searchOne(Path directory, Deque<Path> waiting) throws IOException {
    List<Path> entries = list(directory);
    Set<Path> logs = new HashSet<>(cobraLogs(directory));
    if (!logs.isEmpty()) {
      histories.add(directory);
    }
    for (Path entry : entries) {
      if (entry.getFileName().toString().startsWith(".")) {
        skipped += Files.isRegularFile(entry) ? 1 : 0;
      } else if (Files.isDirectory(entry)) {
        // Links to directories may form circles.
        if (!Files.isSymbolicLink(entry)) {
          waiting.add(entry);
        }
      } else if (!logs.contains(entry)) {
        addFile(entry);
      }
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (NotDirectoryException e) {
      throw new InputException(directory.toString(), "found a file; expected a directory");
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** A file that cannot be read is kept, so that reading it says why. */
  private void addFile(Path file) {
    if (!Files.isRegularFile(file)) {
      skipped++;
    } else if (!Files.isReadable(file) || isHistory(file)) {
      histories.add(file);
    } else {
      skipped++;
    }
  }

  private static boolean isHistory(Path file) {
    try {
      return surely(file).isPresent();
    } catch (IOException e) {
      // Damaged gzip data, or a fault of the disk; reading it says so.
      return true;
    }
  }

  private static Optional<HistoryFormat> surely(Path file) throws IOException {
    try (BufferedInputStream stream =
        new BufferedInputStream(PathInput.of(file).open(), FormatDetector.PEEKED)) {
      return HistoryFiles.peek(stream)
          .filter(FormatDetector.Detection::sure)
          .map(FormatDetector.Detection::format);
    }
  }

  /**
   * The logs that make a directory one history of cobra's; none if no log begins like one. A
   * damaged log is part of it, so that reading says so; one of another format is a history of its
   * own.
   */
  static List<Path> cobraLogs(Path directory) throws IOException {
    return holdsCobraLogs(directory)
        ? CobraReader.logs(directory).stream().filter(log -> !isOfAnotherFormat(log)).toList()
        : List.of();
  }

  private static boolean isOfAnotherFormat(Path log) {
    try {
      return Files.size(log) > 0
          && surely(log).filter(format -> format != HistoryFormat.COBRA).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean holdsCobraLogs(Path directory) throws IOException {
    for (Path log : CobraReader.logs(directory)) {
      if (Files.isReadable(log)) {
        try (InputStream stream = Files.newInputStream(log)) {
          if (CobraLayout.fits(stream.readNBytes(FormatDetector.PEEKED))) {
            return true;
          }
        } catch (IOException e) {
          // It shows nothing; the others may.
        }
      }
    }
    return false;
  }
}
