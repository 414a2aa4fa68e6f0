package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.CommandRun;
import dev.isogauge.app.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.WebElement;

/** The report of a check in a browser: what it loads and holds, and what it refuses. */
class ReportPageTest {
  @TempDir private static Path directory;
  private static ReportPages pages;

  @BeforeAll
  static void writePages() {
    pages = ReportPages.write(directory);
  }

  @Test
  void opensFromDiskAndAsksForNothingElse() {
    Browser browser = Browser.get();
    browser.open(pages.fork(), "f0.a0");

    assertThat(browser.requests())
        .hasSize(1)
        .first()
        .asString()
        .startsWith(pages.fork().toUri().toString());
    assertThat(browser.first("h1").getText()).contains("long fork");
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void theSameInputGivesTheSameBytes() throws IOException {
    Path again = directory.resolve("again.html");
    ReportPages.check(again, ReportPages.HISTORIES);

    assertThat(Files.readString(again)).isEqualTo(Files.readString(pages.many()));
  }

  @Test
  void holdsWhatTheJsonReportHolds() {
    Browser browser = Browser.get();
    browser.open(pages.many(), "");
    String report = isogauge("check", "--json", ReportPages.HISTORIES.toString()).out();

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
    List<String> routes = ReportPages.routes(browser);
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

  /** Tries what a policy refuses. */
  static final String REFUSED =
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
      """;

  @Test
  void thePolicyRefusesMarkupHandlersRequestsAndEvaluation() {
    Browser browser = Browser.get();
    browser.open(pages.fork(), "");
    String policy =
        browser.first("meta[http-equiv=Content-Security-Policy]").getDomAttribute("content");
    assertThat(policy)
        .matches(
            "default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'"
                + " 'sha256-[^' ]+'; base-uri 'none'; form-action 'none';"
                + " require-trusted-types-for 'script'; trusted-types 'none'");

    Map<String, Object> refused = browser.runLater(REFUSED);

    assertThat(refused)
        .containsEntry("markup", true)
        .containsEntry("handler", true)
        .containsEntry("evaluation", true)
        .containsEntry("function", true)
        .containsEntry("request", true);
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
    ReportPages.check(page, history);
    Browser browser = Browser.get();
    browser.open(page, "");

    assertThat(browser.first(".list header .hint").getText()).isEqualTo("1,000 of 1,300 embedded");
    assertThat(browser.first(".left-out").getText())
        .contains("300 ThinAirRead")
        .contains("isogauge check " + history);
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(1);
    WebElement alike = browser.first("table.anomalies tbody button");
    assertThat(alike.getText()).isEqualTo("1,000 of this shape");
    alike.click();
    assertThat(browser.all("table.anomalies tbody tr")).hasSize(101);
    for (int more = 0; more < 9; more++) {
      browser.all("table.anomalies tbody button").get(1).click();
    }
    WebElement last = browser.first("table.anomalies tbody tr:last-child a");
    assertThat(last.getDomAttribute("href")).isEqualTo("#f0.a999");
    String summary = last.getText();
    browser.open(page, "f0.a999");
    assertThat(browser.first("h1").getText()).isEqualTo(summary);
  }

  @Test
  void anUnwritablePageFailsBeforeTheCheck() {
    Path page = directory.resolve("nowhere/r.html");
    CommandRun run =
        isogauge(
            "check",
            "--html",
            page.toString(),
            ReportPages.HISTORIES.resolve("causal/long-pages.fork().txt").toString());

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
            ReportPages.HISTORIES.resolve("causal/long-pages.fork().txt").toString());
    assertThat(run.err()).isEmpty();
    assertThat(Files.readString(seen).strip()).isEqualTo(page.toUri().toString());

    CommandRun without =
        CommandRun.onTerminal(
            Map.of("BROWSER", "/no/such/browser"),
            "check",
            "--html",
            page.toString(),
            "--open",
            ReportPages.HISTORIES.resolve("causal/write-skew.txt").toString());
    assertThat(without.err()).contains("open it yourself");
    assertThat(without.exitCode()).isEqualTo(ExitCode.SATISFIED);
    assertThat(isogauge("check", "--open", "x").exitCode()).isEqualTo(ExitCode.USAGE);
  }
}
