package dev.isogauge.app.page;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Remedy;
import dev.isogauge.app.CommandRun;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gallery of anomalies in the documents is what the report's renderer draws. {@code
 * -Disogauge.golden=update} draws it anew, and the picture of the README with it.
 */
class GalleryTest {
  private static final Path ROOT = CommandRun.root();
  private static final Path DOCUMENT = ROOT.resolve("docs/anomalies.md");
  private static final Path PICTURES = ROOT.resolve("docs/anomalies");
  private static final boolean UPDATE = "update".equals(System.getProperty("isogauge.golden"));

  @TempDir private Path directory;

  @Test
  void theDocumentShowsWhatTheReportDraws() throws Exception {
    Browser browser = Browser.get();
    Map<String, String> drawn = new LinkedHashMap<>();
    StringBuilder text = new StringBuilder(INTRODUCTION);
    try (SamplePages pages = SamplePages.write(directory, browser)) {
      for (AnomalyKind kind : AnomalyKind.values()) {
        String title = (kind.title() + " " + kind.letter()).strip();
        pages.show(title, browser);
        String name =
            (kind.title() + (kind.letter().isEmpty() ? "" : "-" + kind.letter()))
                    .toLowerCase(Locale.ROOT)
                + ".svg";
        drawn.put(name, browser.run(PICTURE));
        text.append(section(kind, name, pages.places().get(title).history()));
      }
      browser.open("about:blank");
    }
    text.append(remedies());
    if (UPDATE) {
      update(browser, directory, text.toString(), drawn);
    }

    assertThat(text.toString()).isEqualTo(Files.readString(DOCUMENT));
    for (Map.Entry<String, String> picture : drawn.entrySet()) {
      assertThat(PICTURES.resolve(picture.getKey())).hasContent(picture.getValue());
    }
    try (Stream<Path> files = Files.list(PICTURES)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(drawn.keySet());
    }
  }

  private static final String INTRODUCTION =
      """
      # Anomalies in pictures

      Find an anomaly that a report names: a small history that has it, as `isogauge check --html` draws it, the weakest levels that forbid it ("from"), and [what prevents it](#how-to-prevent-them). Where a level but no remedy is named, the recording is incomplete or the database at fault.

      ```sh
      isogauge explain LostUpdate
      isogauge check --html report.html --open histories/causal/write-skew.txt
      ```

      Arrows join the operations that prove what comes before what: `wr` a read of what was written, `rw` a read of what was then overwritten, `ww` an overwritten write, `so` session order, `rt` real time, `co` an order that a level forces; with `predicate-` in front, the read is a query. The arrow on red closes the cycle. G-single to G2 without `-item` go through a predicate. Cycles that end in `-session` need that order, and one server or serializable with retries prevents them; those in `-realtime` are forbidden from `strict-serializability`, and a current copy prevents them.
      """;

  /**
   * The cycle as a file, or the timeline where there is none or a claimed order is contradicted.
   */
  private static final String PICTURE =
      """
      let saved = null;
      const before = HTMLAnchorElement.prototype.click;
      HTMLAnchorElement.prototype.click = function () { saved = decodeURIComponent(this.href.slice(this.href.indexOf(',') + 1)); };
      const panel = document.querySelector('[data-kind=OrderViolation] .timeline-panel') || document.querySelector('.cycle-panel') || document.querySelector('.shortage-panel') || document.querySelector('.timeline-panel, .stray-panel');
      [...panel.querySelectorAll('.tools button')].find(button => button.textContent === 'SVG').click();
      HTMLAnchorElement.prototype.click = before;
      return saved;
      """;

  /** The name says what a cycle through sessions or real time is. */
  private static String section(AnomalyKind kind, String picture, String file) {
    String link = "istory](../" + ROOT.relativize(Path.of(file)) + ")";
    String meaning = kind.meaning().substring(0, 1).toUpperCase(Locale.ROOT);
    meaning += kind.meaning().substring(1) + " ([h" + link + ").";
    return "\n## "
        + kind.titleWithLetter()
        + "\n\n"
        + (kind.title().matches(".*-(session|realtime)")
            ? "[H" + link + "."
            : meaning + forbidden(kind) + prevention(kind))
        + "\n\n!["
        + kind.title()
        + "](anomalies/"
        + picture
        + ")\n";
  }

  /** Names what prevents it; the end of the page says how. */
  private static String prevention(AnomalyKind kind) {
    return kind.remedies().isEmpty() || kind.remedies().equals(List.of(Remedy.REPORT))
        ? ""
        : " Prevent: "
            + kind.remedies().stream().map(GalleryTest::name).collect(Collectors.joining(", "))
            + ".";
  }

  private static String name(Remedy remedy) {
    return remedy.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String remedies() {
    StringBuilder text = new StringBuilder("\n## How to prevent them\n\n| | how |\n|---|---|\n");
    for (Remedy remedy : Remedy.values()) {
      if (remedy == Remedy.REPORT) {
        continue;
      }
      String how = remedy.sql().isEmpty() ? remedy.sentence() : "`" + remedy.sql() + "`";
      text.append("| ").append(name(remedy)).append(" | ").append(how).append(" |\n");
    }
    return text.toString();
  }

  /** The weakest levels that forbid it; stronger ones do too. */
  private static String forbidden(AnomalyKind kind) {
    Set<IsolationLevel> all = Anomaly.of(kind).forbiddenBy();
    String weakest =
        all.stream()
            .filter(
                level ->
                    all.stream()
                        .noneMatch(other -> other != level && level.implied().contains(other)))
            .map(level -> "`" + level.id() + "`")
            .collect(Collectors.joining(", "));
    return weakest.isEmpty() ? "" : " From " + weakest + ".";
  }

  private static void update(
      Browser browser, Path directory, String text, Map<String, String> pictures)
      throws IOException {
    Files.createDirectories(PICTURES);
    try (Stream<Path> old = Files.list(PICTURES)) {
      for (Path picture : old.toList()) {
        Files.delete(picture);
      }
    }
    for (Map.Entry<String, String> picture : pictures.entrySet()) {
      Files.writeString(PICTURES.resolve(picture.getKey()), picture.getValue());
    }
    Files.writeString(DOCUMENT, text);
    Path fork = directory.resolve("fork.html");
    isogauge(
        "check",
        "--html",
        fork.toString(),
        ROOT.resolve("histories/causal/long-fork.txt").toString());
    for (String colours : List.of("light", "dark")) {
      browser.size(1240, 880);
      browser.colours(colours);
      browser.open(fork, "f0.a0");
      browser.run("document.querySelector('.file').textContent = 'histories/causal/long-fork.txt'");
      Files.write(ROOT.resolve("docs/report-" + colours + ".png"), browser.screenshot());
    }
  }
}
