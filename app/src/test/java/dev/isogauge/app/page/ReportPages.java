package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reports that tests look at.
 *
 * @param fork of a history with one anomaly
 * @param many of all sample histories
 */
record ReportPages(Path fork, Path many) {
  static final Path HISTORIES = CommandRun.root().resolve("histories");

  /** Writes both below a directory. */
  static ReportPages write(Path directory) {
    ReportPages pages =
        new ReportPages(directory.resolve("fork.html"), directory.resolve("many.html"));
    check(pages.fork, HISTORIES.resolve("causal/long-fork.txt"));
    check(pages.many, HISTORIES);
    return pages;
  }

  /** Writes the report of a history or of a directory of them. */
  static void check(Path page, Path history) {
    CommandRun run = isogauge("check", "--html", page.toString(), history.toString(), "--quiet");
    assertThat(run.err()).isEmpty();
  }

  /** The addresses of all anomalies of the page that is open. */
  static List<String> routes(Browser browser) {
    return new ArrayList<>(
        browser.<List<String>>run(
            "return JSON.parse(document.getElementById('index').textContent).files.flatMap((file, f)"
                + " => file.anomalies.map((row, a) => 'f' + f + '.a' + a))"));
  }

  /** By kind the address of its first anomaly. */
  static Map<String, String> firstOfEachKind(Browser browser) {
    return browser.run(
        """
        const first = {};
        JSON.parse(document.getElementById('index').textContent).files.forEach((file, f) =>
          file.anomalies.forEach((row, a) => { first[row.kind + (row.tap ? ' ' + row.tap : '')] ||= 'f' + f + '.a' + a; }));
        return first;
        """);
  }
}
