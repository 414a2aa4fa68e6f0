package dev.isogauge.benchmarks;

import java.util.Optional;

/** A figure of a paper that can be repeated. */
interface PaperFigure {
  /** Its number in the paper, such as 6a. */
  String id();

  /** What it shows. */
  String caption();

  /** Repeats it. */
  Result measure(PaperBench bench) throws Exception;

  /**
   * What came out.
   *
   * @param markdown a table
   * @param plot nothing where a curve would show no more than the table
   */
  record Result(String markdown, Optional<LinePlot> plot) {}
}
