package dev.isogauge.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What TimeKiller (Java, offline) needed for inputs of the same shape, on another machine with 2
 * cores where a fixed calibration program takes 0.28 CPU seconds; and what Isogauge is to need.
 */
enum PublishedFigure {
  C1(4.7, 8.0, 1140, 4),
  C2(25, 42.6, 9900, 8),
  C6(7.3, 12.2, 3200, 8);

  private final double wallSeconds;
  private final double cpuSeconds;
  private final int megabytes;
  private final int part;

  PublishedFigure(double wallSeconds, double cpuSeconds, int megabytes, int part) {
    this.wallSeconds = wallSeconds;
    this.cpuSeconds = cpuSeconds;
    this.megabytes = megabytes;
    this.part = part;
  }

  /** The figures of those of the inputs that have some. */
  static Optional<MarkdownTable> table(List<BenchmarkInput> inputs) {
    MarkdownTable table =
        new MarkdownTable(
            2, "input", "peer", "CPU s", "wall s", "peak MB", "target CPU s", "target MB");
    List<String> names = inputs.stream().map(BenchmarkInput::name).toList();
    List<PublishedFigure> known =
        Arrays.stream(values()).filter(figure -> names.contains(figure.name())).toList();
    for (PublishedFigure figure : known) {
      table.row(
          figure.name(),
          "TimeKiller",
          MarkdownTable.seconds(figure.cpuSeconds),
          MarkdownTable.seconds(figure.wallSeconds),
          Integer.toString(figure.megabytes),
          String.format(Locale.ROOT, "%.2f", figure.cpuSeconds / figure.part),
          Integer.toString(figure.megabytes / figure.part));
    }
    return known.isEmpty() ? Optional.empty() : Optional.of(table);
  }
}
