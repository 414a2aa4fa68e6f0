package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The matrix of a litmus run on two databases that start at once. */
class LitmusPageTest {
  @TempDir private Path directory;

  @Test
  void everyCellOpensItsEvidence() {
    Path page = directory.resolve("matrix.html");
    CommandRun run =
        isogauge(
            "litmus",
            "h2",
            "hsqldb",
            "--isolation",
            "rc,ser",
            "--schedule",
            "g0",
            "--schedule",
            "g2-item",
            "--json",
            "--html",
            page.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    Browser browser = Browser.get();
    browser.open(page, "");

    List<String> cells =
        browser.run(
            "return JSON.parse(document.getElementById('index').textContent).cells.map(cell =>"
                + " JSON.stringify(cell))");
    assertThat(cells)
        .isEqualTo(
            browser.<List<String>>run(
                "return arguments[0].trim().split('\\n').map(line => JSON.stringify(JSON.parse(line)))",
                run.out()));
    assertThat(browser.all(".matrix td.cell a")).hasSize(cells.size());
    assertThat(browser.first(".panel").getText()).startsWith("Claims that broke");
    assertThat(browser.all(".matrix td.broken")).isNotEmpty();
    assertThat(Axe.faults(browser)).isEmpty();

    int rows = browser.all(".matrix tbody tr").size();
    browser.first(".choices button").click();
    assertThat(browser.all(".matrix tbody tr")).hasSizeLessThan(rows);
    browser.first(".choices button").click();

    for (int i = 0; i < cells.size(); i++) {
      browser.open(page, "c" + i);
      assertThat(
              browser.<List<String>>run(
                  """
                  const cell = JSON.parse(document.getElementById('index').textContent).cells[arguments[0]];
                  const faults = [];
                  const same = (selector, wanted) => {
                    const shown = [...document.querySelectorAll(selector)].map(e => e.textContent);
                    if (JSON.stringify(shown) !== JSON.stringify(wanted)) faults.push(selector + ': ' + shown + ' instead of ' + wanted);
                  };
                  same('.happened code', cell.steps);
                  same('.found-picture > h2', cell.found.map(each => each.kind + ': ' + each.evidence.explanation.summary));
                  same('.reproduce pre', [cell.history.replace(/\\n$/, '')]);
                  same('.verdicts td .verdict-word', Object.values(cell.verdicts).reverse());
                  if (document.querySelectorAll('.found-picture svg.timeline').length !== cell.found.length) faults.push('pictures');
                  const waits = cell.events.filter(each => each.event === 'blocked').length;
                  if (document.querySelectorAll('.lanes .blocked').length !== waits) faults.push('waits');
                  return faults;
                  """,
                  i))
          .as("cell " + i)
          .isEmpty();
    }
    assertThat(Axe.faults(browser)).isEmpty();
    browser.size(360, 740);
    for (String route : List.of("", "c0", "s0")) {
      browser.open(page, route);
      assertThat(browser.<Long>run("return document.documentElement.scrollWidth"))
          .as(route)
          .isLessThanOrEqualTo(360);
    }
    assertThat(browser.all(".compared-cell")).hasSize(4);
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void anUnwritablePageFailsBeforeTheRun() {
    Path page = directory.resolve("nowhere/matrix.html");
    CommandRun run = isogauge("litmus", "h2", "--schedule", "g0", "--html", page.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.out()).isEmpty();
    assertThat(Files.exists(page)).isFalse();
  }
}
