package dev.isogauge.report;

/**
 * How the terminal report looks.
 *
 * @param colour whether verdicts are coloured
 * @param quiet whether only verdicts are shown: no explanations, notes or summary
 * @param maxExplained how many anomalies of each kind are explained; the rest is only counted
 * @param lines whether each file takes one line, as befits many files
 */
public record TextStyle(boolean colour, boolean quiet, int maxExplained, boolean lines) {
  /** No colour, one anomaly of each kind explained, everything about each file. */
  public static final TextStyle PLAIN = new TextStyle(false, false, 1, false);

  public TextStyle withColour(boolean newColour) {
    return new TextStyle(newColour, quiet, maxExplained, lines);
  }

  public TextStyle withQuiet(boolean newQuiet) {
    return new TextStyle(colour, newQuiet, maxExplained, lines);
  }

  public TextStyle withMaxExplained(int newMaxExplained) {
    return new TextStyle(colour, quiet, newMaxExplained, lines);
  }

  public TextStyle withLines(boolean newLines) {
    return new TextStyle(colour, quiet, maxExplained, newLines);
  }
}
