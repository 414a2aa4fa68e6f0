package dev.isogauge.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** How the report of a check looks: in time, in light and dark, on small screens and on paper. */
class ReportLayoutTest {
  @TempDir private static Path directory;
  private static ReportPages pages;

  @BeforeAll
  static void writePages() {
    pages = ReportPages.write(directory);
  }

  @Test
  void withTimesEndsAreInTheOrderOfTheClock() {
    Browser browser = Browser.get();
    Path page = directory.resolve("timed.html");
    ReportPages.check(page, ReportPages.HISTORIES.resolve("causal/long-fork-sessions.txt"));
    browser.open(page, "f0.a0");

    assertThat(browser.first(".timeline-panel .hint").getText()).contains("clients' clock");
    assertThat(
            browser.<List<String>>run(
                """
                const ends = [...document.querySelectorAll('.timeline [data-begin]')].flatMap(e => {
                  const box = e.querySelector('rect').getBoundingClientRect();
                  return [[Number(e.dataset.begin), box.left], [Number(e.dataset.end), box.right]];
                }).sort((a, b) => a[0] - b[0]);
                return ends.filter((end, i) => i > 0 && end[0] > ends[i - 1][0] && end[1] < ends[i - 1][1] - 0.5).map(String);
                """))
        .isEmpty();
  }

  @Test
  void faultsThatWereOnAreDrawnByTheClock() {
    Browser browser = Browser.get();
    Path page = directory.resolve("faults.html");
    ReportPages.check(page, ReportPages.HISTORIES.resolve("causal/unseen-after-failover.jsonl"));
    browser.open(page, "f0.a0");

    // The pause of node-3 came later.
    assertThat(browser.texts(".timeline .fault text"))
        .containsExactly("partition until 240", "kill 200–390");
    assertThat(browser.texts(".timeline .faults > text title")).containsExactly("node-2", "node-1");
    assertThat(browser.texts(".timeline .fault title"))
        .containsExactly("partition of node-2, 60 to 240", "kill of node-1, 200 to 390");
    assertThat(browser.all(".timeline .fault-bands rect")).hasSize(2);
    // A deposit ended before the kill began, which was over before the look began.
    assertThat(
            browser.<List<String>>run(
                """
                const box = (selector) => document.querySelector(selector).getBoundingClientRect();
                const kill = box('.timeline .fault[data-begin="200"] rect');
                const boxes = [box('.timeline .card[data-end="180"] .box'), box('.timeline .card[data-begin="420"] .box')];
                return [boxes[0].right <= kill.left, kill.right <= boxes[1].left, kill.width > 20].map(String);
                """))
        .containsExactly("true", "true", "true");
    browser.all(".timeline-panel .segmented button").stream()
        .filter(each -> each.getText().equals("Order"))
        .forEach(WebElement::click);
    assertThat(browser.all(".timeline .fault")).isEmpty();
    assertThat(Axe.faults(browser)).isEmpty();
  }

  @Test
  void whatARecorderDidNotUnderstandIsShown() {
    Browser browser = Browser.get();
    Path page = directory.resolve("unknown.html");
    ReportPages.check(
        page, ReportPages.HISTORIES.resolve("undecided/statement-not-understood.txt"));
    browser.open(page, "f0.a0");

    assertThat(browser.texts(".timeline .chip text"))
        .containsExactly(
            "w(x,1)", "uw(table accounts)", "ur(accounts/7)", "r(x,1)", "w(y,2)", "uw(accounts/8)");
    assertThat(browser.texts(".timeline .unknown title"))
        .contains("uw(table accounts): a write that the recorder did not understand");
    assertThat(browser.texts(".words")).anyMatch(text -> text.contains("uw(table accounts)"));
    assertThat(Axe.faults(browser)).isEmpty();
  }

  @Test
  void withoutTimesOnlyTheClosingEdgeRunsBack() {
    Browser browser = Browser.get();
    browser.open(pages.fork(), "f0.a0");

    assertThat(browser.first(".timeline-panel .hint").getText())
        .startsWith("no times were recorded");
    assertThat(
            browser.<List<String>>run(
                """
                return [...document.querySelectorAll('.timeline .lines .edge')].filter(e => {
                  const line = e.querySelector('.line');
                  return line.getPointAtLength(0).x > line.getPointAtLength(line.getTotalLength()).x;
                }).map(e => e.dataset.edge);
                """))
        .containsExactly("4");
    assertThat(browser.first(".timeline .lines .closing").getDomAttribute("data-edge"))
        .isEqualTo("4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void axeFindsNothing(String colours) {
    Browser browser = Browser.get();
    browser.colours(colours);
    List<String> shown = new ArrayList<>(List.of("", "f0"));
    browser.open(pages.many(), "");
    shown.addAll(ReportPages.firstOfEachKind(browser).values().stream().limit(4).toList());
    for (String route : shown) {
      browser.open(pages.many(), route);
      assertThat(Axe.faults(browser)).as(route + " in " + colours).isEmpty();
    }
    browser.open(pages.fork(), "f0.a0");
    browser.press(Keys.ARROW_DOWN);
    browser.press("?");
    assertThat(Axe.faults(browser)).isEmpty();
    browser.escape();
  }

  @Test
  void fitsASmallScreenAndPaper() {
    Browser browser = Browser.get();
    browser.open(pages.many(), "");
    List<String> shown = new ArrayList<>(ReportPages.firstOfEachKind(browser).values());
    shown.add("");
    shown.add("f0");
    browser.size(360, 740);
    browser.open(pages.many(), "f1");
    for (String route : shown) {
      browser.go(route);
      assertThat(browser.<Long>run("return document.documentElement.scrollWidth"))
          .as(route)
          .isLessThanOrEqualTo(360);
    }
    browser.size(760, 1100);
    for (String route : shown) {
      browser.go(route);
      browser.media("print");
      assertThat(
              browser.<List<String>>run(
                  "return [...document.querySelectorAll('svg.picture')].filter(e =>"
                      + " e.getBoundingClientRect().right > 760.5"
                      + " || e.getBoundingClientRect().left < 0).map(e => e.classList.value)"))
          .as(route)
          .isEmpty();
      browser.media("");
    }
  }

  @Test
  void whatIsToldByCountingIsDrawn() {
    Path page = directory.resolve("lock.html");
    ReportPages.check(page, ReportPages.HISTORIES.resolve("causal/three-took-the-lock.txt"));
    Browser browser = Browser.get();
    browser.open(page, "");
    browser.go(ReportPages.firstOfEachKind(browser).get("NoVersionOrder"));

    assertThat(browser.texts(".shortage .pair")).hasSize(2);
    assertThat(browser.texts(".shortage .alone .name")).containsExactly("take3");
    assertThat(browser.texts(".shortage .lacking")).containsExactly("no version left");
    assertThat(browser.texts(".timeline .role-reader text")).hasSizeGreaterThanOrEqualTo(3);
    assertThat(Axe.faults(browser)).isEmpty();
  }
}
