package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The result of a search for people. */
public final class SearchText {
  private SearchText() {}

  /**
   * The text.
   *
   * @param details whether to show the steps of what was found and to explain it
   */
  public static String of(SearchResult result, boolean details) {
    List<String> lines = new ArrayList<>();
    lines.add(result.database() + " (" + result.version() + ") at " + result.level());
    lines.add("  " + extent(result));
    if (result.undecided() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  Of %,d the history does not show whether they do.",
              result.undecided()));
    }
    if (result.broken() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %,d break what %s claims (%s); they shrink to %d:",
              result.broken(),
              result.level(),
              String.join(" and ", result.level().claimed()),
              result.findings().size()));
      int number = 1;
      for (SearchFinding finding : result.findings()) {
        lines.add("");
        lines.add(heading(number, finding));
        number++;
        if (details) {
          finding.cell().events().forEach(event -> lines.add("       " + event));
        }
      }
    }
    if (details) {
      lines.add("");
      lines.add("  " + pace(result.pace()));
    }
    return String.join("\n", lines) + "\n";
  }

  private static String heading(int number, SearchFinding finding) {
    return String.format(
        Locale.ROOT,
        "  %2d. %s: %s (%,d %s)%s",
        number,
        kinds(finding.cell()),
        finding.code(),
        finding.schedules(),
        finding.schedules() == 1 ? "schedule" : "schedules",
        finding.isConfirmed() ? "" : ", only on connections that were used before");
  }

  static String kinds(Cell cell) {
    String kinds =
        cell.findings().stream()
            .map(found -> found.kind().title())
            .distinct()
            .collect(Collectors.joining(", "));
    return kinds.isEmpty() ? cell.schedule().title() : kinds;
  }

  private static String extent(SearchResult result) {
    String larger =
        result.sampled() > 0
            ? String.format(Locale.ROOT, ", and %,d larger ones", result.sampled())
            : "";
    String verdict = result.broken() == 0 ? String.format("; none breaks %s", result.level()) : "";
    return result.isExhausted()
        ? String.format(
            Locale.ROOT,
            "All %,d schedules of %s were run%s%s.",
            result.total(),
            result.bound(),
            larger,
            verdict)
        : String.format(
            Locale.ROOT,
            "%,d of %,d schedules of %s were run%s.",
            result.done(),
            result.total(),
            result.bound(),
            verdict);
  }

  private static String pace(SearchResult.Pace pace) {
    return String.format(
        Locale.ROOT,
        "%,d schedules in %.0f s: %,.0f/s where nothing waited; %,d waited, %,.0f/s.",
        pace.schedules(),
        pace.seconds(),
        pace.withoutWaiting(),
        pace.waited(),
        pace.withWaiting());
  }
}
