package dev.isogauge.page;

import java.util.Locale;

/** The pages; each has a script of its own, which imports what pages share. */
enum Renderer {
  /** The report of a check. */
  REPORT,
  /** The matrix of a litmus run. */
  LITMUS,
  /** What a search of schedules found. */
  SEARCH,
  /** What a running service finds. */
  LIVE;

  /** Whether the page fetches its data from its origin. */
  boolean mayAsk() {
    return this == LIVE;
  }

  /** The script that begins the page. */
  String script() {
    return id() + ".js";
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
