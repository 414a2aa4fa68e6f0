package dev.isogauge.page;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The scripts of a page, one file per purpose; pages share most of them. */
enum Renderer {
  /** The report of a check. */
  REPORT("list", "charts", "chances", "summary", "report"),
  /** The matrix of a litmus run. */
  LITMUS("lanes", "litmus"),
  /** What a running service finds. */
  LIVE("charts", "ask", "findings", "live");

  /** Elements and data, what pictures and pages are made of, and the view of an anomaly. */
  private static final List<String> SHARED =
      List.of(
          "dom",
          "data",
          "model",
          "picture",
          "widgets",
          "keys",
          "cycle",
          "timeline",
          "readers",
          "order",
          "lattice",
          "prose",
          "around",
          "expected",
          "shortage",
          "files",
          "anomaly");

  private final List<String> files;

  Renderer(String... files) {
    this.files = List.of(files);
  }

  /** Whether the page fetches its data from its origin. */
  boolean mayAsk() {
    return this == LIVE;
  }

  /** The files of its script, in the order in which they stand there. */
  List<String> scripts() {
    return Stream.concat(SHARED.stream(), files.stream()).map(name -> name + ".js").toList();
  }

  /** The file with all that comes before the data, which {@link Assembly} makes. */
  String headFile() {
    return id() + ".head.html";
  }

  /** The file with the element of the script, likewise. */
  String scriptFile() {
    return id() + ".script.html";
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
