package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;

import dev.isogauge.app.CommandRun;
import dev.isogauge.level.IsolationLevel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Where each kind of anomaly is in the pages about the sample histories. */
record SamplePages(Map<String, Place> places) {
  private static final Path HISTORIES = CommandRun.root().resolve("histories");

  /** An anomaly of a page. */
  record Place(Path page, String route) {}

  /** Writes the pages below a directory. */
  static SamplePages write(Path directory, Browser browser) {
    String all =
        Arrays.stream(IsolationLevel.values())
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
    Map<String, Place> places = new LinkedHashMap<>();
    for (Path each : List.of(page, alone)) {
      browser.open(each, "");
      ReportPageTest.firstOfEachKind(browser)
          .forEach((kind, route) -> places.putIfAbsent(kind, new Place(each, route)));
    }
    return new SamplePages(places);
  }

  /** Shows the first anomaly of a kind. */
  void show(String kind, Browser browser) {
    Place place = places.get(kind);
    if (!browser.isOpen(place.page())) {
      browser.open(place.page(), "");
    }
    browser.go(place.route());
  }
}
