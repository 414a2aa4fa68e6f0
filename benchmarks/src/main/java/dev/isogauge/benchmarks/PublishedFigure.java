package dev.isogauge.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What other checkers needed for inputs of the same shape, on another machine with 2 cores where a
 * fixed calibration program takes 0.28 CPU seconds; and what Isogauge is to need: a part of their
 * CPU time, or of their wall time where that was measured alone, and of their memory.
 */
enum PublishedFigure {
  C1("TimeKiller", 8.0, 4.7, 1140, 4, 285),
  C2("TimeKiller", 42.6, 25, 9900, 8, 1237),
  C6("TimeKiller", 12.2, 7.3, 3200, 8, 400),
  M1("MTC", 4.5, Double.NaN, 0, 5, 0),
  M2("MTC", 3.4, Double.NaN, 0, 5, 0),
  /** Measured under load. */
  L1("Porcupine", 4.0, Double.NaN, 1400, 5, 0),
  /** It was stopped after this time. */
  L2("Porcupine", 40, Double.NaN, 1400, 20, 0),
  /** Parsing, which took 5.8 s, and checking. */
  A1("Elle", Double.NaN, 20.4, 4900, 10, 0),
  /** Parsing, which took 64 s, and checking. */
  A2("Elle", Double.NaN, 193, 17_500, 10, 3000),
  R1("Elle", Double.NaN, 17.5, 0, 10, 0),
  R2("Elle", Double.NaN, 138, 0, 10, 0),
  V1("Emme (paper)", 98.3, 2),
  V2("Emme (paper)", 76.2, 1),
  P1("Enne (paper)", 1.7, 0.7),
  P2("Enne (paper)", 0.6, 0.3);

  private final String peer;
  private final double cpuSeconds;
  private final double wallSeconds;
  private final int megabytes;
  private final double part;
  private final int targetMegabytes;

  /**
   * Figures; NaN or 0 for what is not known or not asked for.
   *
   * @param part the divisor that makes the target of their time
   */
  PublishedFigure(
      String peer,
      double cpuSeconds,
      double wallSeconds,
      int megabytes,
      double part,
      int targetMegabytes) {
    this.peer = peer;
    this.cpuSeconds = cpuSeconds;
    this.wallSeconds = wallSeconds;
    this.megabytes = megabytes;
    this.part = part;
    this.targetMegabytes = targetMegabytes;
  }

  /**
   * A figure of a paper, measured on six cores: the wall time of checking alone, which our check
   * phase compares with.
   */
  PublishedFigure(String peer, double wallSeconds, double targetSeconds) {
    this(peer, Double.NaN, wallSeconds, 0, wallSeconds / targetSeconds, 0);
  }

  /** The figures of those of the inputs that have some. */
  static Optional<MarkdownTable> table(List<BenchmarkInput> inputs) {
    MarkdownTable table =
        new MarkdownTable(
            2,
            "input",
            "peer",
            "CPU s",
            "wall s",
            "peak MB",
            "target CPU s",
            "target wall s",
            "target MB");
    List<String> names = inputs.stream().map(BenchmarkInput::name).toList();
    List<PublishedFigure> known =
        Arrays.stream(values()).filter(figure -> names.contains(figure.name())).toList();
    for (PublishedFigure figure : known) {
      boolean byCpu = !Double.isNaN(figure.cpuSeconds);
      table.row(
          figure.name(),
          figure.peer,
          MarkdownTable.seconds(figure.cpuSeconds),
          MarkdownTable.seconds(figure.wallSeconds),
          number(figure.megabytes),
          MarkdownTable.seconds(figure.cpuSeconds / figure.part),
          MarkdownTable.seconds(byCpu ? Double.NaN : figure.wallSeconds / figure.part),
          number(figure.targetMegabytes));
    }
    return known.isEmpty() ? Optional.empty() : Optional.of(table);
  }

  private static String number(int number) {
    return number == 0 ? "-" : Integer.toString(number);
  }
}
