package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The report of a check in a browser: what it loads, shows and lets people do. */
class ReportPageTest {
  private static final Path HISTORIES = CommandRun.root().resolve("histories");

  @TempDir private static Path directory;
  private static Path fork;
  private static Path many;

  @BeforeAll
  static void writePages() {
    fork = directory.resolve("fork.html");
    many = directory.resolve("many.html");
    check(fork, HISTORIES.resolve("causal/long-fork.txt"));
    check(many, HISTORIES);
  }

  private static CommandRun check(Path page, Path history) {
    CommandRun run = isogauge("check", "--html", page.toString(), history.toString(), "--quiet");
    assertThat(run.err()).isEmpty();
    return run;
  }

  @Test
  void opensFromDiskAndAsksForNothingElse() {
    Browser browser = Browser.get();
    browser.open(fork, "f0.a0");

    assertThat(browser.requests())
        .hasSize(1)
        .first()
        .asString()
        .startsWith(fork.toUri().toString());
    assertThat(browser.first("h1").getText()).contains("long fork");
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void theSameInputGivesTheSameBytes() throws IOException {
    Path again = directory.resolve("again.html");
    check(again, HISTORIES);

    assertThat(Files.readString(again)).isEqualTo(Files.readString(many));
  }

  @Test
  void holdsWhatTheJsonReportHolds() {
    Browser browser = Browser.get();
    browser.open(many, "");
    String report = isogauge("check", "--json", HISTORIES.toString()).out();

    List<String> differences =
        browser.run(
            """
            const ofPage = [...document.querySelectorAll('script[id^=chunk]')].flatMap(e => JSON.parse(e.textContent));
            const index = JSON.parse(document.getElementById('index').textContent);
            const byId = new Map();
            arguments[0].trim().split('\\n').map(line => JSON.parse(line)).forEach(line =>
              [...line.anomalies, ...line.notes].forEach(a => {
                const key = line.file + ' ' + a.id;
                byId.set(key, [...(byId.get(key) || []), JSON.stringify(a)]);
              }));
            const differences = [];
            for (const file of index.files) {
              file.anomalies.forEach((row, i) => {
                const own = ofPage[file.first + i];
                const key = file.file + ' ' + own.id;
                // How to see it again differs from level to level.
                if (!byId.has(key) || !byId.get(key).includes(JSON.stringify(own))) differences.push(key + ' ' + own.kind);
                byId.delete(key);
              });
            }
            return [...differences, ...[...byId.keys()].map(key => key + ' is missing')];
            """,
            report);
    assertThat(differences).isEmpty();
  }

  @Test
  void textOfAHistoryIsNothingButText() throws IOException {
    String evil = "</script><img src=x onerror=alert(1)>";
    String odd = "\\u2028\\u2029\\u202Egnp\\u0000<!--<script>&lt;${alert(1)}";
    Path folder = Files.createDirectories(directory.resolve("<b onclick=alert(1)>"));
    Path history =
        Files.writeString(
            folder.resolve("<img src=x onerror=alert(1)>'\".jsonl"),
            """
            {"session":"SESS","txn":"EVIL1","ops":[["w","EVIL","ODD"],["w","ODD","EVIL"]]}
            {"session":"ODD","txn":"ODD2","ops":[["r","EVIL",null],["r","ODD","EVIL"]]}
            {"session":"third","txn":"javascript:alert(1)","ops":[["r","EVIL","EVIL"]]}
            """
                .replace("SESS", evil + "s")
                .replace("EVIL", evil)
                .replace("ODD", odd));
    Path predicates =
        Files.writeString(
            folder.resolve("predicates.txt"),
            """
            s1 T1: w("t/</script>",{n:"<img src=x onerror=alert(1)>"})
            s1 T2: p(t,"n = '<img src=x onerror=alert(1)>' or n = '</script><!--'",[] of [])
            """);
    Path page = directory.resolve("hostile.html");
    isogauge("check", "--html", page.toString(), history.toString(), predicates.toString());
    Browser browser = Browser.get();
    browser.open(page, "");
    List<String> routes = routes(browser);
    assertThat(routes).hasSizeGreaterThan(4);
    routes.add("f0");

    for (String route : routes) {
      browser.go(route);
      assertThat(browser.hasDialog()).isFalse();
      assertThat(browser.<Boolean>run("return document.querySelector('img, b[onclick]') === null"))
          .as(route)
          .isTrue();
      // Characters that a browser would act upon are shown as escapes.
      assertThat(
              browser.<Boolean>run(
                  "return /[\\u2028\\u2029\\u202e]/u.test(document.getElementById('app').textContent)"))
          .as(route)
          .isFalse();
      assertThat(browser.console()).as(route).isEmpty();
    }
    assertThat(browser.first("body").getText()).contains("<img src=x onerror=alert(1)>");
    assertThat(browser.requests()).allMatch(address -> address.startsWith("file:"));
  }

  @Test
  void thePolicyRefusesMarkupHandlersRequestsAndEvaluation() {
    Browser browser = Browser.get();
    browser.open(fork, "");
    String policy =
        browser.first("meta[http-equiv=Content-Security-Policy]").getDomAttribute("content");
    assertThat(policy)
        .matches(
            "default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'"
                + " 'sha256-[^' ]+'; base-uri 'none'; form-action 'none';"
                + " require-trusted-types-for 'script'; trusted-types 'none'");

    Map<String, Object> refused =
        browser.runLater(
            """
            const done = arguments[arguments.length - 1];
            const refused = {};
            try { document.body.innerHTML = '<p>'; refused.markup = false; } catch (e) { refused.markup = true; }
            const element = document.createElement('p');
            try { element.setAttribute('onclick', 'window.hit = true'); } catch (e) { refused.handler = true; }
            setTimeout(() => {
              try { (0, eval)('window.hit = true'); } catch (e) { refused.evaluation = window.hit === undefined; }
              try { new Function('window.hit = true')(); } catch (e) { refused.function = window.hit === undefined; }
              fetch('data:text/plain,x').then(() => { refused.request = false; done(refused); }, () => { refused.request = true; done(refused); });
            });
            """);

    assertThat(refused)
        .containsEntry("markup", true)
        .containsEntry("handler", true)
        .containsEntry("evaluation", true)
        .containsEntry("function", true)
        .containsEntry("request", true);
  }

  @Test
  void aStepIsShownInAllViewsAndNothingElse() {
    Browser browser = Browser.get();
    browser.open(fork, "f0.a0");
    List<WebElement> steps = browser.all("button.step");
    assertThat(steps).hasSize(4);

    browser.pointAt(steps.get(1));
    assertThat(lit(browser, ".edge.lit:not(.pill)", "edge")).containsExactly("2");
    assertThat(lit(browser, ".pill.lit", "edge")).containsExactly("2");
    assertThat(lit(browser, ".card.lit", "transaction")).containsExactly("1", "2");
    assertThat(browser.all(".cycle .operation.lit")).hasSize(2);
    assertThat(browser.all(".timeline .operation.lit")).hasSize(2);
    assertThat(browser.texts(".cycle .operation.lit text"))
        .containsExactlyInAnyOrder("r(y,nil)", "w(y,1)");

    browser.pointAt(browser.first(".cycle .pill[data-edge='4']"));
    assertThat(lit(browser, ".edge.lit", "edge")).containsExactly("4");
    assertThat(browser.all(".step.current")).hasSize(1);
    assertThat(browser.first(".step.current").getText()).contains("s4.1 < s1.1");

    browser.press(Keys.ARROW_DOWN);
    browser.escape();
    assertThat(browser.all(".focusing")).isEmpty();
  }

  private static List<String> lit(Browser browser, String selector, String datum) {
    return browser.run(
        "return [...new Set([...document.querySelectorAll(arguments[0])].map(e =>"
            + " e.dataset[arguments[1]]))].sort()",
        selector,
        datum);
  }

  @Test
  void theKeyboardIsEnough() {
    Browser browser = Browser.get();
    browser.open(many, "");
    browser.press("/");
    browser.press("fractured-read");
    assertThat(browser.all("table.files tbody tr")).hasSize(1);
    browser.press(Keys.TAB, Keys.ENTER);
    browser.until("document.querySelector('h1').textContent.endsWith('fractured-read.txt')");
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(4);

    browser.press("/");
    assertThat(isFocusVisible(browser)).isTrue();
    browser.press("read-atomic");
    assertThat(browser.all("table.anomalies tbody tr")).hasSizeBetween(1, 3);
    browser.press(Keys.TAB);
    assertThat(isFocusVisible(browser)).isTrue();
    browser.press(Keys.ENTER);
    browser.until("document.querySelector('.anomaly')");
    browser.press("u");
    browser.until("!document.querySelector('.anomaly')");
    browser.press("/");
    browser.type(Keys.chord(Keys.CONTROL, "a"), Keys.BACK_SPACE);
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(4);
    browser.escape();
    browser.press("j");
    browser.until("location.hash.endsWith('.a0') && document.querySelector('.anomaly')");
    browser.press("j");
    browser.until("location.hash.endsWith('.a1') && document.querySelector('.anomaly')");
    browser.press("k");
    browser.until("location.hash.endsWith('.a0') && document.querySelector('.anomaly')");

    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.first(".step.current").getDomAttribute("data-step")).isEqualTo("0");
    assertThat(isFocusVisible(browser)).isTrue();
    browser.press(Keys.ARROW_DOWN);
    assertThat(browser.first(".step.current").getDomAttribute("data-step")).isEqualTo("1");
    browser.press(Keys.ARROW_UP);
    assertThat(browser.first(".step.current").getDomAttribute("data-step")).isEqualTo("0");

    browser.press("?");
    assertThat(browser.first("#help").isDisplayed()).isTrue();
    browser.escape();
    assertThat(browser.first("#help").isDisplayed()).isFalse();
  }

  /** Whether what has the focus has an outline, or a stroke that only the focus gives it. */
  private static boolean isFocusVisible(Browser browser) {
    return browser.run(
        "const style = getComputedStyle(document.activeElement);"
            + " return document.activeElement !== document.body"
            + " && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2");
  }

  @Test
  void everyOrderHasAnArrowAgainstIt() {
    Browser browser = Browser.get();
    browser.open(fork, "f0.a0");
    List<String> before = browser.texts(".order .name");
    browser.press(Keys.ARROW_RIGHT);
    assertThat(browser.texts(".order .name"))
        .containsExactly(before.get(1), before.get(0), before.get(2), before.get(3));
    assertThat(browser.first(".try .verdict").getText()).contains("2 of 24 orders tried");
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT);
    assertThat(browser.all(".order .against")).isNotEmpty();
    assertThat(browser.<Boolean>run("return document.activeElement.classList.contains('movable')"))
        .isTrue();

    browser.run("document.querySelector('.order').scrollIntoView({block: 'center'})");
    WebElement card = browser.all(".order .movable").get(0);
    List<String> dragged = browser.texts(".order .name");
    browser.drag(card, 110);
    assertThat(browser.texts(".order .name")).isNotEqualTo(dragged);
    assertThat(browser.all(".order .against")).isNotEmpty();
  }

  @Test
  void copiesAndSaves() {
    Browser browser = Browser.get();
    browser.open(fork, "f0.a0");
    browser.run(
        "window.copied = []; Object.defineProperty(navigator, 'clipboard', {value: {writeText:"
            + " text => { window.copied.push(text); return Promise.resolve(); }}});"
            + " window.saved = []; HTMLAnchorElement.prototype.click = function () {"
            + " window.saved.push([this.download, decodeURIComponent(this.href)]); };");
    browser.press("c");
    assertThat(browser.<List<String>>run("return window.copied"))
        .singleElement()
        .asString()
        .contains("s3: r(x,1) r(y,nil)");

    browser
        .all(".panel .tools button")
        .forEach(
            button -> {
              if (List.of("SVG", "DOT", "Save").contains(button.getText())) {
                button.click();
              }
            });
    List<List<String>> saved = browser.run("return window.saved");
    assertThat(saved).hasSize(5);
    assertThat(saved)
        .anySatisfy(file -> assertThat(file.get(0)).endsWith("cycle.svg"))
        .anySatisfy(file -> assertThat(file.get(1)).contains("digraph isogauge"))
        .filteredOn(file -> file.get(0).endsWith(".svg"))
        .allSatisfy(file -> assertThat(file.get(1)).contains("<style", "</svg>"));
  }

  @Test
  void withTimesEndsAreInTheOrderOfTheClock() {
    Browser browser = Browser.get();
    Path page = directory.resolve("timed.html");
    check(page, HISTORIES.resolve("causal/long-fork-sessions.txt"));
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
  void withoutTimesOnlyTheClosingEdgeRunsBack() {
    Browser browser = Browser.get();
    browser.open(fork, "f0.a0");

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

  @Test
  void saysWhatIsLeftOutAndHowToSeeIt() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1300; i++) {
      text.append("s")
          .append(i % 7)
          .append(" T")
          .append(i)
          .append(": r(x")
          .append(i)
          .append(",7)\n");
    }
    Path history = Files.writeString(directory.resolve("thin-air.txt"), text);
    Path page = directory.resolve("thin-air.html");
    check(page, history);
    Browser browser = Browser.get();
    browser.open(page, "");

    assertThat(browser.first(".list header .hint").getText()).isEqualTo("1,000 of 1,300 embedded");
    assertThat(browser.first(".left-out").getText())
        .contains("300 ThinAirRead")
        .contains("isogauge check " + history);
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(100);
    assertThat(browser.all(".pager button")).hasSize(10);
    browser.all(".pager button").get(9).click();
    WebElement last = browser.first("table.anomalies tbody tr:last-child a");
    assertThat(last.getDomAttribute("href")).isEqualTo("#f0.a999");
    String summary = last.getText();
    browser.open(page, "f0.a999");
    assertThat(browser.first("h1").getText()).isEqualTo(summary);
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void axeFindsNothing(String colours) {
    Browser browser = Browser.get();
    browser.colours(colours);
    List<String> shown = new ArrayList<>(List.of("", "f0"));
    browser.open(many, "");
    shown.addAll(firstOfEachKind(browser).values().stream().limit(4).toList());
    for (String route : shown) {
      browser.open(many, route);
      assertThat(Axe.faults(browser)).as(route + " in " + colours).isEmpty();
    }
    browser.open(fork, "f0.a0");
    browser.press(Keys.ARROW_DOWN);
    browser.press("?");
    assertThat(Axe.faults(browser)).isEmpty();
    browser.escape();
  }

  @Test
  void fitsASmallScreenAndPaper() {
    Browser browser = Browser.get();
    browser.open(many, "");
    List<String> shown = new ArrayList<>(firstOfEachKind(browser).values());
    shown.add("");
    shown.add("f0");
    browser.size(360, 740);
    browser.open(many, "f1");
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
  void anUnwritablePageFailsBeforeTheCheck() {
    Path page = directory.resolve("nowhere/r.html");
    CommandRun run =
        isogauge(
            "check",
            "--html",
            page.toString(),
            HISTORIES.resolve("causal/long-fork.txt").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(page.toString());
  }

  @Test
  void opensThePageInTheBrowserOfTheUser() throws IOException {
    Path seen = directory.resolve("seen");
    Path script =
        Files.writeString(
            directory.resolve("browser.sh"), "#!/bin/sh\necho \"$1\" > " + seen + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path page = directory.resolve("opened.html");
    CommandRun run =
        CommandRun.onTerminal(
            Map.of("BROWSER", script.toString()),
            "check",
            "--html",
            page.toString(),
            "--open",
            HISTORIES.resolve("causal/long-fork.txt").toString());
    assertThat(run.err()).isEmpty();
    assertThat(Files.readString(seen).strip()).isEqualTo(page.toUri().toString());

    CommandRun without =
        CommandRun.onTerminal(
            Map.of("BROWSER", "/no/such/browser"),
            "check",
            "--html",
            page.toString(),
            "--open",
            HISTORIES.resolve("causal/write-skew.txt").toString());
    assertThat(without.err()).contains("open it yourself");
    assertThat(without.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(isogauge("check", "--open", "x").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  /** The addresses of all anomalies of the page that is open. */
  private static List<String> routes(Browser browser) {
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
