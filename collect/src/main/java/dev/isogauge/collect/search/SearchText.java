package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The result of a search for people. */
public final class SearchText {
  private SearchText() {}

  /** Everything that was found, with the steps of each finding. */
  public static String whole(SearchResult result) {
    return of(result, true, SearchText::each);
  }

  /**
   * The smallest finding of each kind, and how many there are.
   *
   * @param details whether to show the steps
   */
  public static String ofKinds(SearchResult result, boolean details) {
    return of(result, details, SearchText::smallestOfEachKind);
  }

  private static String of(
      SearchResult result, boolean details, Function<List<SearchFinding>, List<Shown>> selection) {
    List<String> lines = new ArrayList<>();
    lines.add(answer(result));
    lines.add(
        String.format(
            Locale.ROOT,
            "  It claims %s. %s%s",
            Words.list(result.level().claimed()),
            extent(result),
            result.undecided() == 0
                ? ""
                : String.format(
                    Locale.ROOT,
                    " Of %,d the history does not show whether they break it.",
                    result.undecided())));
    if (result.broken() > 0) {
      lines.add(
          "  Those that break it shrink to "
              + Words.count(result.findings().size(), "schedule")
              + ":");
      for (Shown shown : selection.apply(result.findings())) {
        lines.add("");
        lines.add(heading(shown.number(), shown.finding()));
        if (details) {
          shown.finding().cell().events().forEach(event -> lines.add("       " + event));
        }
        if (shown.others() > 0) {
          lines.add(
              String.format(
                  Locale.ROOT,
                  "      and %,d more of this kind (%,d schedules); --out DIR writes them all",
                  shown.others(),
                  shown.otherSchedules()));
        }
      }
    }
    if (details) {
      lines.add("");
      lines.add("  " + pace(result.pace()));
    }
    return String.join("\n", lines) + "\n";
  }

  /**
   * A finding to show.
   *
   * @param number its place among all, by which files are called
   * @param others how many of the same kind are not shown
   * @param otherSchedules how many schedules shrink to these
   */
  private record Shown(int number, SearchFinding finding, int others, long otherSchedules) {}

  private static List<Shown> each(List<SearchFinding> findings) {
    List<Shown> shown = new ArrayList<>();
    for (SearchFinding finding : findings) {
      shown.add(new Shown(shown.size() + 1, finding, 0, 0));
    }
    return shown;
  }

  private static List<Shown> smallestOfEachKind(List<SearchFinding> findings) {
    Map<String, List<Shown>> byKind = new LinkedHashMap<>();
    for (Shown each : each(findings)) {
      byKind.computeIfAbsent(called(each.finding().cell()), unused -> new ArrayList<>()).add(each);
    }
    return byKind.values().stream()
        .map(
            same -> {
              // Equally short ones stand in the order in which they were found.
              Shown smallest =
                  Collections.min(
                      same, Comparator.comparingInt(each -> each.finding().code().length()));
              long schedules = same.stream().mapToLong(each -> each.finding().schedules()).sum();
              return new Shown(
                  smallest.number(),
                  smallest.finding(),
                  same.size() - 1,
                  schedules - smallest.finding().schedules());
            })
        .toList();
  }

  private static String heading(int number, SearchFinding finding) {
    return String.format(
        Locale.ROOT,
        "  %2d. %s: %s (%,d %s)%s",
        number,
        called(finding.cell()),
        finding.code(),
        finding.schedules(),
        finding.schedules() == 1 ? "schedule" : "schedules",
        finding.isConfirmed() ? "" : ", only on connections that were used before");
  }

  /** {@code lost update (G-single-item)}. */
  private static String called(Cell cell) {
    return cell.findings().isEmpty() ? kinds(cell) : words(cell) + " (" + kinds(cell) + ")";
  }

  static String kinds(Cell cell) {
    String kinds =
        cell.findings().stream()
            .map(found -> found.kind().title())
            .distinct()
            .collect(Collectors.joining(", "));
    return kinds.isEmpty() ? cell.schedule().title() : kinds;
  }

  /** Whether schedules break the claim, and how. */
  private static String answer(SearchResult result) {
    String where = result.version() + " at " + result.level();
    if (result.broken() == 0) {
      return where + ": no schedule that was run breaks its claim.";
    }
    Map<String, Long> schedules = new LinkedHashMap<>();
    for (SearchFinding finding : result.findings()) {
      schedules.merge(words(finding.cell()), finding.schedules(), Long::sum);
    }
    return where
        + String.format(
            Locale.ROOT,
            " breaks its claim in %s: ",
            String.format(
                Locale.ROOT,
                result.broken() == 1 ? "%,d schedule" : "%,d schedules",
                result.broken()))
        + schedules.entrySet().stream()
            .map(each -> String.format(Locale.ROOT, "%s in %,d", each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "))
        + ".";
  }

  private static String words(Cell cell) {
    List<String> words = cell.findings().stream().map(Cell.Finding::words).distinct().toList();
    return words.isEmpty() ? cell.schedule().title() : Words.list(words);
  }

  private static String extent(SearchResult result) {
    String larger =
        result.sampled() > 0
            ? String.format(Locale.ROOT, ", and %,d larger ones", result.sampled())
            : "";
    return result.isExhausted()
        ? String.format(
            Locale.ROOT,
            "All %,d schedules of %s were run%s.",
            result.total(),
            result.bound(),
            larger)
        : String.format(
            Locale.ROOT,
            "%,d of %,d schedules of %s were run.",
            result.done(),
            result.total(),
            result.bound());
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
