package dev.isogauge.app.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.serve.RunningService;
import dev.isogauge.app.serve.ServeSettings;
import dev.isogauge.level.IsolationLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page of a running service, in a browser. */
class LivePageTest {
  /** T2 reads what is not written yet. */
  private static final String FOUND =
      """
      {"session":"s1","txn":"T1","ts":[100,110],"ops":[["w","x",1]]}
      {"session":"s2","txn":"T2","ts":[120,130],"ops":[["w","y",1],["r","x",2]]}
      """;

  /** And here it is. */
  private static final String LATE =
      """
      {"session":"s3","txn":"T3","ts":[111,119],"ops":[["w","x",2]]}
      """;

  @TempDir private Path directory;
  private Browser browser;

  @BeforeEach
  void openBrowser() {
    browser = Browser.get();
  }

  /** Else the page goes on asking, and what it says stands in the console of the next test. */
  @AfterEach
  void leave() {
    browser.open("about:blank");
  }

  private static ServeSettings settings(Path data, int port, Optional<String> token) {
    ServeSettings usual = ServeSettings.of(IsolationLevel.SNAPSHOT_ISOLATION, port, data);
    return new ServeSettings(
        usual.level(),
        usual.host(),
        port,
        data,
        Duration.ofMillis(100),
        usual.clock(),
        usual.memoryBytes(),
        token,
        usual.initial(),
        usual.maxRequest(),
        usual.retention());
  }

  private RunningService start() throws Exception {
    return RunningService.start(settings(directory.resolve("data"), 0, Optional.empty()));
  }

  private List<String> rows() {
    return browser.texts(".stream tbody tr");
  }

  /** A read of what was never written, by a transaction of its own. */
  private static String badRead(int number) {
    return """
        {"session":"s9","txn":"bad%d","ts":[%d,%d],"ops":[["r","k%d",666]]}
        """
        .formatted(number, 1000 + 2 * number, 1001 + 2 * number, number);
  }

  @Test
  void aViolationAppearsWithinASecondAndIsStruckThroughWhenItIsWithdrawn() throws Exception {
    try (RunningService service = start()) {
      browser.open(service.address());
      browser.until("document.querySelector('[data-counter=transactions]')");
      // When each row appeared, by the clock of this machine, which the service uses as well.
      browser.run(
          """
          window.appeared = {};
          new MutationObserver(() => document.querySelectorAll('.stream tr[data-seq]').forEach(row => {
            window.appeared[row.dataset.seq + row.className] ??= Date.now();
          })).observe(document.body, {childList: true, subtree: true});
          """);
      service.post(FOUND);
      browser.until("document.querySelector('.stream tr[data-seq=\"1\"]')");
      assertThat(millisAfterEvent(service, 1, "1")).isLessThan(1000);
      assertThat(browser.all(".stream del")).isEmpty();

      service.post(LATE);
      browser.until("document.querySelector('.stream tr.withdrawn del')");
      assertThat(millisAfterEvent(service, 2, "1withdrawn")).isLessThan(1000);
      assertThat(rows())
          .singleElement()
          .asString()
          .contains("External", "T2 read x = 2", "withdrawn: T3 arrived late");
      browser.until("document.querySelector('[data-counter=violations] dd')?.textContent === '0'");
      browser.until("document.querySelector('[data-counter=late] dd')?.textContent === '1'");
      assertThat(browser.texts(".chart figcaption b")).hasSize(5);
      browser.until("document.querySelectorAll('.chart-picture .line').length === 5");

      assertThat(browser.console()).isEmpty();
      assertThat(browser.requests()).allMatch(asked -> asked.startsWith(service.address()));
    }
  }

  private long millisAfterEvent(RunningService service, int event, String row) throws Exception {
    String body = service.get("violations?since=" + (event - 1) + "&limit=1").body();
    String time = body.replaceFirst("(?s).*?\"time\":\"(.*?)\".*", "$1");
    long appeared = ((Number) browser.run("return window.appeared[arguments[0]]", row)).longValue();
    return appeared - Instant.parse(time).toEpochMilli();
  }

  @Test
  void aFindingOpensInTheSameViewAsInAReport() throws Exception {
    try (RunningService service = start()) {
      service.post(FOUND);
      service.await("events", 1);
      service.post(LATE);
      service.await("events", 2);
      browser.open(service.address());
      browser.until("document.querySelector('.stream a')");
      browser.first(".stream a").click();
      browser.until("document.querySelector('.anomaly svg.timeline')");
      assertThat(sentencesThatDiffer(1)).isEmpty();
      assertThat(browser.texts(".timeline .cards .name")).containsExactly("T1", "T2");
      assertThat(browser.texts(".timeline .chip text")).containsExactly("w(x,1)", "r(x,2)");
      assertThat(browser.texts(".versus dd")).containsExactly("1", "2");
      assertThat(browser.texts(".withdrawn-note"))
          .containsExactly("This finding was withdrawn, by event 2.");
      assertThat(browser.texts(".reproduce pre, .reproduce p"))
          .anyMatch(text -> text.startsWith("A service keeps of its transactions what findings"))
          .anyMatch(text -> text.contains("r(x,2)") && text.contains("w(x,1)"))
          .anyMatch(
              text -> text.contains("isogauge check finding-1.txt --level snapshot-isolation"));
      browser.press(Keys.ARROW_DOWN);
      assertThat(browser.all(".timeline .card.lit")).hasSize(2);
      assertThat(Axe.faults(browser)).isEmpty();

      browser.first(".withdrawn-note a").click();
      browser.until("document.querySelector('[data-kind=LateTransaction] svg.timeline')");
      assertThat(sentencesThatDiffer(2)).isEmpty();
      assertThat(browser.texts(".timeline .cards .name")).containsExactly("T1", "T3", "T2");
      assertThat(browser.texts(".flag text")).contains("arrived late");
      assertThat(browser.all(".reproduce")).isEmpty();

      browser.press("u");
      browser.until("document.querySelector('.stream-panel')");
      assertThat(browser.console()).isEmpty();
    }
  }

  /** Sentences of the view that are not those of the service. */
  private List<String> sentencesThatDiffer(int event) {
    return browser.runLater(
        """
        const done = arguments[arguments.length - 1];
        fetch('evidence?event=' + arguments[0]).then(answer => answer.json()).then(({anomaly}) => {
          const shown = [...document.querySelectorAll('.sentence')].map(e => e.textContent);
          const said = anomaly.explanation.sentences;
          done(JSON.stringify(shown) === JSON.stringify(said) ? [] : [shown, said].map(String));
        });
        """,
        event);
  }

  @Test
  void aBrokenConnectionLosesNothing() throws Exception {
    Path data = directory.resolve("data");
    int port;
    try (RunningService first = RunningService.start(settings(data, 0, Optional.empty()))) {
      port = first.service().port();
      browser.open(first.address());
      first.post(badRead(1));
      browser.until("document.querySelectorAll('.stream tr[data-seq]').length === 1");
    }
    browser.until("document.querySelector('.incomplete')?.textContent.includes('does not answer')");
    try (RunningService second = RunningService.start(settings(data, port, Optional.empty()))) {
      second.post(badRead(2) + badRead(3));
      browser.until("document.querySelectorAll('.stream tr[data-seq]').length === 3");
      browser.until("document.querySelector('.incomplete')?.textContent === ''");
      assertThat(
              browser.<List<String>>run(
                  "return [...document.querySelectorAll('.stream tr[data-seq]')].map(e => e.dataset.seq)"))
          .containsExactly("3", "2", "1");
    }
    browser.console(); // It says there that connections were refused.
  }

  @Test
  void theTokenIsAskedForAndKeptInTheTabOnly() throws Exception {
    try (RunningService service =
        RunningService.start(settings(directory.resolve("data"), 0, Optional.of("sesame")))) {
      service.post(FOUND);
      service.await("events", 1);
      browser.open(service.address());
      browser.until("document.querySelector('input[name=token]')");
      assertThat(browser.<String>run("return document.body.textContent")).doesNotContain("T2");
      assertThat(Axe.faults(browser)).isEmpty();

      browser.type("wrong", Keys.ENTER);
      browser.until("document.body.textContent.includes('refused this token')");
      browser.type("sesame", Keys.ENTER);
      browser.until("document.querySelector('.stream tr[data-seq]')");
      assertThat(browser.<String>run("return sessionStorage.getItem('isogauge-token')"))
          .isEqualTo("sesame");
      assertThat(browser.<Long>run("return localStorage.length")).isZero();
      assertThat(browser.<String>run("return document.cookie")).isEmpty();
      assertThat(browser.address()).isEqualTo(service.address());
      assertThat(browser.requests()).noneMatch(asked -> asked.contains("sesame"));

      browser.open(service.address());
      browser.until("document.querySelector('.stream tr[data-seq]')");
      browser.run("sessionStorage.clear()");
      browser.console(); // 401 stands there.
    }
  }

  @Test
  void searchFindsATransactionOrAKey() throws Exception {
    try (RunningService service = start()) {
      StringBuilder many = new StringBuilder();
      for (int i = 1; i <= 700; i++) {
        many.append(badRead(i));
      }
      service.post(many.toString());
      service.await("events", 700);
      browser.open(service.address());
      browser.until("document.querySelectorAll('.stream tr[data-seq]').length === 500");
      assertThat(browser.first(".stream-panel").getText()).contains("last 500 findings");
      for (String name : List.of("bad3", "k3")) {
        browser.press("/");
        browser.run("document.activeElement.value = ''");
        browser.type(name, Keys.ENTER);
        browser.until(
            "document.querySelector('.results p') && document.querySelector('.results p').textContent.includes('“"
                + name
                + "”')");
        assertThat(browser.texts(".results tbody tr"))
            .singleElement()
            .asString()
            .contains("bad3 read k3");
        browser.escape();
      }
      browser.press("/");
      browser.run("document.activeElement.value = ''");
      browser.type("nothing", Keys.ENTER);
      browser.until("document.querySelector('.results p')?.textContent.includes('0 findings')");
      browser.escape();
      browser.press("j");
      browser.until("location.hash.startsWith('#e')");
      browser.until("document.querySelector('.anomaly')");
      String first = browser.address();
      browser.press("j");
      browser.until("location.href !== '" + first + "' && document.querySelector('.anomaly')");
      assertThat(browser.console()).isEmpty();
    }
  }

  @Test
  void hostileTextsStayText() throws Exception {
    String hostile = "</script><img src=x onerror=alert(1)>\\u2028\\u202e{{7*7}}\\u0007";
    try (RunningService service = start()) {
      service.post(
          """
          {"session":"s%1$s","txn":"w%1$s","ts":[100,110],"ops":[["w","k%1$s","a%1$s"]]}
          {"session":"t%1$s","txn":"r%1$s","ts":[120,130],"ops":[["r","k%1$s","b%1$s"]]}
          """
              .formatted(hostile));
      service.await("events", 1);
      service.post(
          """
          {"session":"u%1$s","txn":"l%1$s","ts":[111,119],"ops":[["w","k%1$s","b%1$s"]]}
          """
              .formatted(hostile));
      service.await("events", 2);
      browser.open(service.address());
      browser.until("document.querySelector('.stream del')");
      assertHarmless();
      browser.press("/");
      browser.run(
          "document.activeElement.value = JSON.parse('\"r' + arguments[0] + '\"')", hostile);
      browser.press(Keys.ENTER);
      browser.until("document.querySelector('.results tr[data-seq]')");
      assertHarmless();
      for (int event : List.of(1, 2)) {
        browser.go("e" + event);
        browser.until("document.querySelector('.anomaly svg.timeline')");
        assertHarmless();
        assertThat(browser.<String>run("return document.body.textContent")).contains("<img src=x");
      }
    }
  }

  private void assertHarmless() {
    assertThat(browser.hasDialog()).isFalse();
    assertThat(browser.all("img")).isEmpty();
    assertThat(
            browser.<Boolean>run(
                "return /[\\u2028\\u202e\\u0007]/.test(document.getElementById('app').textContent)"))
        .isFalse();
    assertThat(browser.console()).isEmpty();
  }

  @Test
  void everybodyCanUseItAndNothingElseIsLoaded() throws Exception {
    try (RunningService service = start()) {
      service.post(FOUND);
      service.await("events", 1);
      service.post(LATE + badRead(1));
      service.await("events", 3);
      for (String colours : List.of("light", "dark")) {
        browser.colours(colours);
        browser.open(service.address());
        browser.until(
            "document.querySelector('.stream del') && document.querySelector('.chart-picture .line')");
        assertThat(Axe.faults(browser)).as(colours).isEmpty();
      }
      browser.size(360, 740);
      assertThat(browser.<Long>run("return document.documentElement.scrollWidth"))
          .isLessThanOrEqualTo(360);
      browser.console();
      String policy = browser.run("return document.querySelector('meta[http-equiv]').content");
      assertThat(policy)
          .contains("default-src 'none'", "connect-src 'self'", "require-trusted-types-for");
      assertThat(browser.<Map<String, Object>>runLater(ReportPageTest.REFUSED).values())
          .hasSize(5)
          .containsOnly(true);
    }
  }
}
