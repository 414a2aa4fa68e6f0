package dev.isogauge.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** A table with aligned columns; the first columns are words, the others numbers. */
final class MarkdownTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final int words;

  MarkdownTable(int words, String... headings) {
    this.words = words;
    rows.add(Arrays.asList(headings));
  }

  void row(String... cells) {
    rows.add(Arrays.asList(cells));
  }

  /** Microseconds for each of some transactions. */
  static String micros(double seconds, int transactions) {
    return String.format(Locale.ROOT, "%.1f", seconds * 1e6 / transactions);
  }

  static String seconds(double seconds) {
    return Double.isNaN(seconds) ? "-" : String.format(Locale.ROOT, "%.2f", seconds);
  }

  static String milliseconds(double milliseconds) {
    return Double.isNaN(milliseconds) ? "-" : String.format(Locale.ROOT, "%.0f", milliseconds);
  }

  static String megabytes(OptionalLong bytes) {
    return bytes.isEmpty() ? "-" : Long.toString(Math.round(bytes.getAsLong() / 1e6));
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      for (int c = 0; c < columns; c++) {
        String padding = " ".repeat(widths[c] - rows.get(r).get(c).length());
        String cell = rows.get(r).get(c);
        text.append("| ").append(c < words ? cell + padding : padding + cell).append(' ');
      }
      text.append("|\n");
      if (r == 0) {
        for (int c = 0; c < columns; c++) {
          String rule = "-".repeat(widths[c] + 1);
          text.append('|').append(c < words ? rule + "-" : rule + ":");
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }
}
