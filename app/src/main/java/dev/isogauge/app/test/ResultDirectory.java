package dev.isogauge.app.test;

import dev.isogauge.app.check.MentionedCommands;
import dev.isogauge.app.command.ProductVersion;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.app.io.AtomicFile;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.RunSummary;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.HtmlReport;
import dev.isogauge.report.JsonReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where the result of a test stands: the history, the report, and what it takes to repeat it. */
record ResultDirectory(Path path) {
  private static final Path PARENT = Path.of("isogauge-runs");
  private static final String HISTORY = "history.jsonl";
  private static final String CERTIFICATE = "certificate.jsonl";
  private static final String EXISTING_ROWS = "existing-rows.jsonl";
  private static final String TEXT = "report.txt";
  private static final String JSON = "report.json";
  private static final String PAGE = "report.html";
  private static final String RUN = "run.json";
  private static final List<String> RESULTS =
      List.of(HISTORY, CERTIFICATE, EXISTING_ROWS, TEXT, JSON, PAGE, RUN);

  /**
   * A directory that holds no result yet, unless an earlier one is to be replaced. From here on it
   * is in use: of several commands that want it at the same time one gets it.
   */
  static ResultDirectory open(
      Optional<Path> wanted, boolean replace, Database database, RunPlan plan)
      throws UsageException, IOException {
    requireUnused(wanted, replace);
    ResultDirectory directory =
        new ResultDirectory(wanted.isPresent() ? wanted.get() : unused(database, plan));
    Files.createDirectories(directory.path);
    for (String result : RESULTS) {
      if (replace && !result.equals(HISTORY)) {
        Files.deleteIfExists(directory.path.resolve(result));
      }
    }
    try {
      if (!replace) {
        Files.createFile(directory.history());
      }
    } catch (FileAlreadyExistsException e) {
      throw inUse(directory.history());
    }
    return directory;
  }

  /** Refuses what is not a directory, or holds a result that is not to be replaced. */
  static void requireUnused(Optional<Path> wanted, boolean replace) throws UsageException {
    if (wanted.isEmpty()) {
      return;
    }
    if (Files.exists(wanted.get()) && !Files.isDirectory(wanted.get())) {
      throw new UsageException("--out: found the file " + wanted.get() + "; expected a directory");
    }
    for (String result : RESULTS) {
      Path earlier = wanted.get().resolve(result);
      if (!replace && Files.exists(earlier, LinkOption.NOFOLLOW_LINKS)) {
        throw inUse(earlier);
      }
    }
  }

  private static UsageException inUse(Path file) {
    return new UsageException("--out: " + file + " exists; name another directory, or add --force");
  }

  private static Path unused(Database database, RunPlan plan) throws IOException {
    String name =
        (database.name() + "-" + plan.level().id() + "-" + plan.workload().id())
            .replaceAll("[^A-Za-z0-9.]+", "-");
    Files.createDirectories(PARENT);
    for (int i = 1; ; i++) {
      try {
        return Files.createDirectory(PARENT.resolve(i == 1 ? name : name + "-" + i));
      } catch (FileAlreadyExistsException e) {
        // The next one may be free.
      }
    }
  }

  Path history() {
    return path.resolve(HISTORY);
  }

  /** The history again, with what the database itself reports. */
  Path certificate() {
    return path.resolve(CERTIFICATE);
  }

  /** The history again, without reads that found no row. */
  Path existingRows() {
    return path.resolve(EXISTING_ROWS);
  }

  /** The report for a browser. */
  Path page() {
    return path.resolve(PAGE);
  }

  /** For state of online checking, which is gone afterwards. */
  Path online() {
    return path.resolve("online");
  }

  /** Gives the directory back if nothing was recorded. */
  void leave() throws IOException {
    if (Files.isRegularFile(history(), LinkOption.NOFOLLOW_LINKS) && Files.size(history()) == 0) {
      Files.delete(history());
      Files.deleteIfExists(path.resolve(RUN));
      path.toFile().delete(); // unless there is something else
    }
  }

  /** Before the run, so that it can be repeated whatever becomes of it. */
  void write(RunFile run) throws IOException {
    run.write(path.resolve(RUN), Optional.empty());
  }

  /**
   * The whole result.
   *
   * @param answer what the run showed, the title of its page
   * @param files what was checked, and how each level of it was judged
   */
  void write(
      String text,
      String answer,
      List<List<CheckResult>> files,
      JsonReport.Claims claims,
      RunFile run,
      RunSummary summary)
      throws IOException {
    Files.writeString(path.resolve(TEXT), text);
    try (OutputStream out = Files.newOutputStream(path.resolve(JSON))) {
      JsonReport json =
          new JsonReport(out, new MentionedCommands(Optional.empty()), Optional.of(claims));
      for (List<CheckResult> results : files) {
        json.file(results, true);
      }
    }
    try (AtomicFile page = new AtomicFile(page())) {
      HtmlReport html =
          new HtmlReport(
              page.output(), ProductVersion.version(), new MentionedCommands(Optional.empty()));
      html.title(answer);
      for (List<CheckResult> results : files) {
        html.file(results, true);
      }
      html.finish();
      page.commit();
    }
    run.write(path.resolve(RUN), Optional.of(summary));
  }
}
