package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a search of a database that starts at once found, as a page. */
class SearchPageTest {
  @TempDir private Path directory;

  /** The state of the search says what was found; only shrinking and confirming is left. */
  @Test
  void claimsThatBrokeAreGroupedByCauseAndOpenTheirSchedules() throws IOException {
    search("2");
    Path state = directory.resolve("h2/serializable/search.state");
    Files.writeString(
        state,
        Files.readString(state).replace("up to 2", "up to 4").replaceFirst("done: .*", "done: 767")
            + "found: G_SINGLE_ITEM x+: 1rx 2ux 1rx 1ux\n"
            + "found: G_SINGLE_ITEM x+: 1lx 2ux 1rx 1ux\n");
    Path page = directory.resolve("found.html");
    CommandRun run = search("4", "--time", "1ms", "--json", "--html", page.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.VIOLATED);
    Browser browser = Browser.get();
    browser.open(page, "");

    assertThat(
            browser.<List<String>>run(
                "return JSON.parse(document.getElementById('index').textContent).searches.map(each"
                    + " => JSON.stringify(each))"))
        .isEqualTo(
            browser.<List<String>>run(
                "return [JSON.stringify(JSON.parse(arguments[0]))]", run.out()));
    assertThat(browser.first("h1").getText())
        .startsWith("H2 ")
        .contains(" at SERIALIZABLE breaks its claim in 2 schedules");
    assertThat(browser.all(".cause")).hasSize(1);
    assertThat(browser.first(".cause h2").getText()).isEqualTo("Lost update (G-single-item)");
    assertThat(browser.all(".cause svg.lanes")).hasSize(1);
    assertThat(Axe.faults(browser)).isEmpty();

    browser.size(360, 740);
    assertThat(browser.<Long>run("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(360);
    assertThat(
            browser.<Boolean>run(
                """
                const picture = document.querySelector('svg.lanes');
                return picture.getBoundingClientRect().width >= picture.viewBox.baseVal.width - 1;
                """))
        .as("letters keep their size")
        .isTrue();
    browser.size(1280, 900);

    browser.first(".cause a").click();
    browser.until("document.querySelector('h1').textContent.includes(' on h2 at SERIALIZABLE')");
    assertThat(browser.first(".broken-claim").getText()).contains("Broken: serializability");
    assertThat(browser.first(".reproduce pre").getText()).contains("T1r");
    assertThat(Axe.faults(browser)).isEmpty();
  }

  @Test
  void aClaimThatHeldSaysSo() {
    Path page = directory.resolve("found.html");
    search("2", "--html", page.toString());
    Browser browser = Browser.get();
    browser.open(page, "");

    assertThat(browser.first("h1").getText()).contains("no schedule that was run breaks its claim");
    assertThat(browser.all(".cause")).isEmpty();
  }

  private CommandRun search(String statements, String... more) {
    return isogauge(
        Stream.concat(
                Stream.of(
                    "search",
                    "h2",
                    "--isolation",
                    "ser",
                    "--rows",
                    "1",
                    "--transactions",
                    "2",
                    "--side-by-side",
                    "1",
                    "--statements",
                    statements,
                    "--out",
                    directory.toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }
}
