package dev.isogauge.report;

import dev.isogauge.report.toolkit.HistoryStatistics;

/** How large what was checked is. */
final class Sizes {
  private Sizes() {}

  static HistoryStatistics of(CheckResult result) {
    return result
        .size()
        .map(
            size ->
                new HistoryStatistics(
                    size.sessions(),
                    size.transactions(),
                    size.committed(),
                    size.aborted(),
                    size.indeterminate(),
                    size.operations(),
                    size.reads(),
                    size.writes(),
                    size.appends(),
                    size.keys()))
        .orElseGet(() -> HistoryStatistics.of(result.history()));
  }
}
