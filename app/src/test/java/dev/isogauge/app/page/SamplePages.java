package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.CommandRun;
import dev.isogauge.app.serve.RunningService;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where each kind of anomaly is in the pages about the sample histories: reports, and the live page
 * for what only a service sees.
 */
final class SamplePages implements AutoCloseable {
  private static final Path HISTORIES = CommandRun.root().resolve("histories");
  private static final Path LATE = HISTORIES.resolve("causal/late-arrival.jsonl");

  private final Map<String, Place> places = new LinkedHashMap<>();
  private final RunningService service;

  /**
   * An anomaly of a page.
   *
   * @param history the file that it is found in
   */
  record Place(String page, String route, String history) {}

  private SamplePages(RunningService service) {
    this.service = service;
  }

  /** Writes the pages below a directory, and starts a service. */
  static SamplePages write(Path directory, Browser browser) throws Exception {
    SamplePages pages = new SamplePages(RunningService.start(directory.resolve("service")));
    String all =
        Arrays.stream(IsolationLevel.values())
            .filter(level -> !level.isUnusual())
            .map(IsolationLevel::id)
            .collect(Collectors.joining(","));
    Path page = directory.resolve("all.html");
    isogauge("check", "--level", all, "--html", page.toString(), HISTORIES.toString(), "--quiet");
    // Next to stronger levels, which hold, this one is not undecided.
    Path alone = directory.resolve("alone.html");
    isogauge(
        "check",
        "--level",
        "causal",
        "--html",
        alone.toString(),
        HISTORIES.resolve("causal/same-value-twice.txt").toString());
    for (Path each : List.of(page, alone)) {
      browser.open(each, "");
      browser
          .<Map<String, List<String>>>run(FIRST_OF_EACH_KIND)
          .forEach(
              (kind, found) ->
                  pages.places.putIfAbsent(
                      kind, new Place(each.toUri().toString(), found.get(0), found.get(1))));
    }
    pages.arriveLate();
    return pages;
  }

  private static final String FIRST_OF_EACH_KIND =
      """
      const found = {};
      JSON.parse(document.getElementById('index').textContent).files.forEach((file, f) =>
        file.anomalies.forEach((row, a) => { found[row.kind + (row.tap ? ' ' + row.tap : '')] ??= ['f' + f + '.a' + a, file.file]; }));
      return found;
      """;

  /** Sends the sample line by line, the last one after the delay: what was found is withdrawn. */
  private void arriveLate() throws IOException, InterruptedException {
    List<String> lines = Files.readAllLines(LATE);
    int last = lines.size() - 1;
    service.post(String.join("\n", lines.subList(1, last)));
    service.await("events", 1);
    service.post(lines.get(last));
    service.await("events", 2);
    places.put(
        AnomalyKind.LATE_TRANSACTION.title(), new Place(service.address(), "e2", LATE.toString()));
  }

  /** The kinds that there are, with their letters. */
  Map<String, Place> places() {
    return places;
  }

  /** Shows the first anomaly of a kind, and returns its evidence as JSON. */
  String show(String kind, Browser browser) throws IOException, InterruptedException {
    Place place = places.get(kind);
    if (!browser.address().startsWith(place.page())) {
      browser.open(place.page());
    }
    browser.go(place.route());
    if (!place.page().equals(service.address())) {
      return browser.run(EVIDENCE);
    }
    browser.until("document.querySelector('.anomaly')");
    return browser.runLater(
        """
        const done = arguments[arguments.length - 1];
        fetch('evidence?event=' + location.hash.slice(2)).then(answer => answer.json()).then(answer => done(JSON.stringify(answer.anomaly)));
        """);
  }

  private static final String EVIDENCE =
      """
      const [, f, a] = /#f(\\d+)\\.a(\\d+)/.exec(location.hash).map(Number);
      const number = JSON.parse(document.getElementById('index').textContent).files[f].first + a;
      return JSON.stringify(JSON.parse(document.getElementById('chunk-' + Math.floor(number / 100)).textContent)[number % 100]);
      """;

  @Override
  public void close() {
    service.close();
  }
}
