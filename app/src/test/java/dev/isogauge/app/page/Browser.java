package dev.isogauge.app.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Collectors;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A real browser, one for all tests of a process: Debian's chromium with its driver. Where there is
 * none tests are skipped, unless {@code isogauge.browser} is {@code required}.
 */
final class Browser {
  private static final Path BINARY = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static Optional<Browser> running = Optional.empty();

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** The browser, with a window of usual size in light colours, and nothing in its logs. */
  static synchronized Browser get() {
    if (!Files.isExecutable(BINARY) || !Files.isExecutable(DRIVER)) {
      String missing = "no " + BINARY + " with " + DRIVER + "; DEVELOPMENT.md says how to get them";
      if ("required".equals(System.getProperty("isogauge.browser"))) {
        fail(missing);
      }
      abort(missing);
    }
    if (running.isEmpty()) {
      running = Optional.of(start());
    }
    Browser browser = running.get();
    browser.size(1280, 900);
    browser.colours("light");
    browser.media("");
    browser.console();
    browser.requests();
    return browser;
  }

  private static Browser start() {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(BINARY.toFile());
    // Root, as in containers, has no sandbox to use; and whatever a page asks for is not there.
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--force-prefers-reduced-motion",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(DRIVER.toString()))
            .withSilent(true)
            .build();
    ChromeDriver driver = new ChromeDriver(service, options);
    Runtime.getRuntime().addShutdownHook(new Thread(driver::quit));
    return new Browser(driver);
  }

  /** Opens a file at a route, such as {@code f0.a1}. */
  void open(Path page, String route) {
    driver.get("about:blank");
    driver.get(page.toAbsolutePath().toUri() + (route.isEmpty() ? "" : "#" + route));
    until("document.readyState === 'complete'");
  }

  /** Opens what a server of this machine shows. */
  void open(String address) {
    driver.get("about:blank");
    driver.get(address);
    until("document.readyState === 'complete'");
  }

  String address() {
    return driver.getCurrentUrl();
  }

  boolean isOpen(Path page) {
    return driver.getCurrentUrl().startsWith(page.toAbsolutePath().toUri().toString());
  }

  /** Goes to a route of the page that is open. */
  void go(String route) {
    run(
        "window.drawn = false; addEventListener('hashchange', () => { window.drawn = true; },"
            + " {once: true}); if (location.hash === '#' + arguments[0]) window.drawn = true;"
            + " location.hash = '#' + arguments[0]",
        route);
    until("window.drawn");
  }

  /** Waits until something in JavaScript is true. */
  void until(String condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!Boolean.TRUE.equals(driver.executeScript("return Boolean(" + condition + ")"))) {
      assertThat(System.nanoTime()).as(condition).isLessThan(end);
    }
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Prefers light or dark colours. */
  void colours(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Shows the page as it is on this medium, such as print. */
  void media(String medium) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", "light"))));
  }

  /** What a function body in JavaScript returns. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  <T> T run(String script, Object... arguments) {
    return (T) driver.executeScript(script, arguments);
  }

  /** What a function body passes to its last argument, a callback. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  <T> T runLater(String script, Object... arguments) {
    return (T) driver.executeAsyncScript(script, arguments);
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  WebElement first(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** The texts of all such elements as the document has them. */
  List<String> texts(String selector) {
    return run(
        "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector);
  }

  /** Presses keys, wherever the focus is. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Types into what has the focus. */
  void type(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  void escape() {
    press(Keys.ESCAPE);
  }

  void pointAt(WebElement element) {
    new Actions(driver).moveToElement(element).perform();
  }

  /** Drags an element so many pixels to the right. */
  void drag(WebElement element, int right) {
    new Actions(driver)
        .moveToElement(element)
        .clickAndHold()
        .moveByOffset(right / 2, 0)
        .moveByOffset(right - right / 2, 0)
        .release()
        .perform();
  }

  /** What the page said on its console since the last call, errors of the policy among it. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  /** The addresses that were asked for since the last call. */
  List<String> requests() {
    return driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(LogEntry::getMessage)
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .map(message -> message.replaceFirst(".*?\"documentURL\":.*?\"url\":\"(.*?)\".*", "$1"))
        .filter(address -> !address.equals("about:blank"))
        .collect(Collectors.toList());
  }

  String title() {
    return driver.getTitle();
  }

  /** Whether a dialog of a script is open. */
  boolean hasDialog() {
    try {
      driver.switchTo().alert();
      return true;
    } catch (org.openqa.selenium.NoAlertPresentException e) {
      return false;
    }
  }

  byte[] screenshot() {
    driver.executeCdpCommand("Emulation.setScrollbarsHidden", Map.of("hidden", true));
    return driver.getScreenshotAs(org.openqa.selenium.OutputType.BYTES);
  }
}
