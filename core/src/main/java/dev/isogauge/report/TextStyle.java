package dev.isogauge.report;

/**
 * How the terminal report looks.
 *
 * @param colour whether verdicts are coloured
 * @param quiet whether only verdicts are shown: no explanations, notes or summary
 * @param maxExplained how many anomalies of each kind are explained; the rest is only counted
 * @param allCycles whether commit-order cycles are explained even where a named pattern of the same
 *     level has told the story
 * @param lines whether each file takes one line, for reports about many files
 */
public record TextStyle(
    boolean colour, boolean quiet, int maxExplained, boolean allCycles, boolean lines) {
  /** No colour, one anomaly of each kind explained, no story twice, everything about each file. */
  public static final TextStyle PLAIN = new TextStyle(false, false, 1, false, false);

  /** The same style with or without colours. */
  public TextStyle withColour(boolean newColour) {
    return new TextStyle(newColour, quiet, maxExplained, allCycles, lines);
  }

  /** The same style with or without explanations, notes and summary. */
  public TextStyle withQuiet(boolean newQuiet) {
    return new TextStyle(colour, newQuiet, maxExplained, allCycles, lines);
  }

  /** The same style with another number of anomalies explained. */
  public TextStyle withMaxExplained(int newMaxExplained) {
    return new TextStyle(colour, quiet, newMaxExplained, allCycles, lines);
  }

  /** The same style with or without cycles that a named pattern explains. */
  public TextStyle withAllCycles(boolean newAllCycles) {
    return new TextStyle(colour, quiet, maxExplained, newAllCycles, lines);
  }

  /** The same style with one line a file, or with everything. */
  public TextStyle withLines(boolean newLines) {
    return new TextStyle(colour, quiet, maxExplained, allCycles, newLines);
  }
}
