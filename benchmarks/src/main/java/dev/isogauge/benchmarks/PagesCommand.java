package dev.isogauge.benchmarks;

import static dev.isogauge.benchmarks.MarkdownTable.milliseconds;
import static dev.isogauge.benchmarks.MarkdownTable.seconds;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Prints what an HTML report costs: how much longer a check takes that writes one, or JSON, how
 * large it is, and in a browser how long it takes until something is seen, until a filter has an
 * effect, and until an anomaly is drawn. Each is the median of several.
 */
@Command(
    name = "pages",
    description = "Measure HTML reports: written by a check, and used in chromium.",
    sortOptions = false)
final class PagesCommand implements Callable<Integer> {
  /** As in the document that this fills. */
  private static final int[][] SIZES = {{100_000, 1_000}, {1_000_000, 50_000}};

  @Option(names = "--repeat", defaultValue = "5", description = "Default: ${DEFAULT-VALUE}.")
  private int repeat;

  @Option(
      names = "--chromium",
      defaultValue = "/usr/bin/chromium",
      description = "Default: ${DEFAULT-VALUE}.")
  private Path chromium;

  @Option(
      names = "--driver",
      defaultValue = "/usr/bin/chromedriver",
      description = "Default: ${DEFAULT-VALUE}.")
  private Path driver;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("isogauge.root", ".")).toAbsolutePath();
    Path inputs = Files.createDirectories(root.resolve("benchmarks/target/inputs"));
    MarkdownTable table =
        new MarkdownTable(
            2,
            "transactions",
            "anomalies",
            "check CPU s",
            "more with --html",
            "more with --json",
            "page MB",
            "first paint ms",
            "filter ms",
            "open ms");
    for (int[] size : SIZES) {
      Path history = inputs.resolve("fractured-" + size[0] + "-" + size[1] + ".txt");
      if (!Files.exists(history)) {
        FracturedHistory.write(history, size[0], size[1]);
      }
      Path page = inputs.resolve("fractured-" + size[0] + "-" + size[1] + ".html");
      String check = root.resolve("isogauge") + " check --quiet --level read-atomic " + history;
      ChildProcess process = new ChildProcess(inputs.resolve("pages"), Duration.ofMinutes(10));
      double plain = cpuSeconds(process, check);
      double written = cpuSeconds(process, check + " --html " + page);
      double json = cpuSeconds(process, check + " --json");
      double[] used = inBrowser(page);
      table.row(
          Integer.toString(size[0]),
          Integer.toString(size[1]),
          seconds(plain),
          seconds(written - plain),
          seconds(json - plain),
          String.format(Locale.ROOT, "%.1f", Files.size(page) / 1e6),
          milliseconds(used[0]),
          milliseconds(used[1]),
          milliseconds(used[2]));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.describe());
    out.println(table);
    out.flush();
    return 0;
  }

  private double cpuSeconds(ChildProcess process, String command)
      throws IOException, InterruptedException {
    double[] costs = new double[repeat];
    for (int i = 0; i < repeat; i++) {
      costs[i] = process.run(command).cpuSeconds();
    }
    return median(costs);
  }

  /** First paint, a filter by text, and opening an anomaly, in milliseconds. */
  private double[] inBrowser(Path page) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu");
    ChromeDriverService service =
        new ChromeDriverService.Builder().usingDriverExecutable(driver.toFile()).build();
    ChromeDriver browser = new ChromeDriver(service, options);
    try {
      double[][] samples = new double[3][repeat];
      for (int i = 0; i < repeat; i++) {
        browser.get("about:blank");
        browser.get(page.toUri().toString());
        samples[0][i] =
            number(
                browser.executeAsyncScript(
                    "const done = arguments[0]; const look = () => { const paint ="
                        + " performance.getEntriesByName('first-contentful-paint')[0]; paint ?"
                        + " done(paint.startTime) : setTimeout(look, 20); }; look();"));
        samples[1][i] =
            number(
                browser.executeScript(
                    "const field = document.querySelector('input[name=text]'); field.value = 'a99';"
                        + " const begin = performance.now(); field.dispatchEvent(new Event('input'));"
                        + " document.body.offsetHeight; return performance.now() - begin;"));
        samples[2][i] =
            number(
                browser.executeAsyncScript(
                    "const done = arguments[0]; const begin = performance.now();"
                        + " addEventListener('hashchange', () => { document.body.offsetHeight;"
                        + " done(performance.now() - begin); }, {once: true});"
                        + " location.hash = '#f0.a"
                        + (150 + i)
                        + "';"));
      }
      return Arrays.stream(samples).mapToDouble(PagesCommand::median).toArray();
    } finally {
      browser.quit();
    }
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
  }

  private static double median(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
