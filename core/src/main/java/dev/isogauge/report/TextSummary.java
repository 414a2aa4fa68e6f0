package dev.isogauge.report;

import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts verdicts over many files. */
final class TextSummary {
  private final Map<String, Integer> files = new TreeMap<>();
  private final Map<Question, Map<String, Integer>> levels = new TreeMap<>(Answer.STRONGEST_FIRST);
  private boolean measuring;

  void add(List<CheckResult> results, boolean measured) {
    measuring |= measured;
    files.merge(CheckResult.measurement(results).word(), 1, Integer::sum);
    for (CheckResult result : results) {
      levels
          .computeIfAbsent(result.question(), unused -> new TreeMap<>())
          .merge(result.verdict().word(), 1, Integer::sum);
    }
  }

  void add(Report.UndecidedInput input, boolean measured) {
    measuring |= measured;
    files.merge("unknown", 1, Integer::sum);
    for (IsolationLevel level : input.levels()) {
      levels
          .computeIfAbsent(Question.of(level), unused -> new TreeMap<>())
          .merge("unknown", 1, Integer::sum);
    }
  }

  boolean isEmpty() {
    return files.isEmpty();
  }

  void addUnreadable() {
    files.merge("unreadable", 1, Integer::sum);
  }

  /** Counts per verdict; per level too where there are several. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    int total = files.values().stream().mapToInt(Integer::intValue).sum();
    int unreadable = files.getOrDefault("unreadable", 0);
    String all = Words.count(total, "file");
    if (!measuring) {
      lines.add(all + ": " + counts(files));
    } else {
      lines.add(unreadable == 0 ? all : all + ", " + Words.number(unreadable) + " unreadable");
    }
    if (measuring || levels.size() > 1) {
      int width = levels.keySet().stream().mapToInt(l -> l.id().length()).max().orElse(0);
      levels.forEach(
          (level, counts) ->
              lines.add(
                  "  "
                      + level.id()
                      + " ".repeat(width - level.id().length() + 2)
                      + counts(counts)));
    }
    return lines;
  }

  private static String counts(Map<String, Integer> counts) {
    List<String> parts = new ArrayList<>();
    for (String word : List.of("satisfied", "violated", "unknown", "unreadable")) {
      if (counts.containsKey(word)) {
        parts.add(Words.number(counts.get(word)) + " " + word);
      }
    }
    return parts.isEmpty() ? "none" : String.join(", ", parts);
  }

  /** What it means that a level was checked by an order that the database claims. */
  static List<String> claims(List<CheckResult> levels) {
    Set<OrderSource> orders = new LinkedHashSet<>();
    List<String> claims = new ArrayList<>();
    for (CheckResult result : levels) {
      OrderSource order = result.question().order();
      if (order.isClaim() && orders.add(order)) {
        claims.add(
            "By "
                + order.id()
                + ": "
                + order.claim()
                + "; another order may still explain what this one does not.");
      }
    }
    return claims;
  }
}
