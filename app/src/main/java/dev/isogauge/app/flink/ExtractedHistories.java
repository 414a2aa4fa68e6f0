package dev.isogauge.app.flink;

import dev.isogauge.app.command.Arguments;
import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.FileFailures;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.OutDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The directory of small histories that a second job extracts, one file for each violation. */
final class ExtractedHistories {
  private static final String OPTION = "--extract";

  /** Where the job writes; a directory for each violation. */
  private static final String UNFINISHED = ".unfinished";

  private final Path directory;
  private final List<Path> files = new ArrayList<>();

  private ExtractedHistories(Path directory) {
    this.directory = directory;
  }

  /**
   * The directory, if one is asked for. It is empty: histories of another run must not be taken for
   * those of this one.
   */
  static Optional<ExtractedHistories> wanted(Arguments arguments)
      throws UsageException, EnvironmentException {
    boolean isEndless =
        arguments.text("--source").orElse("").startsWith("kafka:")
            && !arguments.text("--mode").orElse("").equals("batch");
    if (isEndless && arguments.text(OPTION).isPresent()) {
      throw new UsageException(
          OPTION + ": a topic has no end, and there is no report before it; add --mode batch");
    }
    Optional<Path> directory = OutDirectory.create(arguments, OPTION);
    if (directory.isPresent()) {
      try (Stream<Path> inside = Files.list(directory.get())) {
        if (inside.findAny().isPresent()) {
          throw new UsageException(
              OPTION + ": " + directory.get() + " is not empty; expected a new directory");
        }
      } catch (IOException e) {
        throw new EnvironmentException(
            OPTION + ": " + FileFailures.message(directory.get().toString(), e));
      }
    }
    return directory.map(ExtractedHistories::new);
  }

  /** The options of the job that extracts what the job with these options found. */
  List<String> job(List<String> checked) {
    List<String> job = new ArrayList<>(checked);
    job.addAll(List.of(OPTION, directory.resolve(UNFINISHED).toAbsolutePath().toUri().toString()));
    return job;
  }

  /** Gives each history its name. */
  void finish() throws IOException {
    Path unfinished = directory.resolve(UNFINISHED);
    if (!Files.exists(unfinished)) {
      return;
    }
    for (Path ofViolation : inside(unfinished)) {
      for (Path part : inside(ofViolation)) {
        // All lines of a violation go through one task, which ends with one file.
        Path file = directory.resolve(ofViolation.getFileName() + ".jsonl");
        files.add(Files.move(part, file));
      }
      Files.delete(ofViolation);
    }
    Files.delete(unfinished);
  }

  private static List<Path> inside(Path directory) throws IOException {
    try (Stream<Path> inside = Files.list(directory)) {
      return inside.sorted().toList();
    }
  }

  /** What there is, and what to do with it. */
  String summary(String level) {
    return files.isEmpty()
        ? "there is no violation to extract a history of"
        : "histories around violations: "
            + files.size()
            + " in "
            + directory
            + "; next: isogauge check --order timestamps --level "
            + level
            + " "
            + files.get(0);
  }
}
