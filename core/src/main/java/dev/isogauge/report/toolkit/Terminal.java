package dev.isogauge.report.toolkit;

import dev.isogauge.explain.Explanation;
import java.io.IOException;

/**
 * Lines on a terminal, coloured or not, long ones wrapped.
 *
 * @param width in columns; 0 if it is not known: then only prose is wrapped, so that each line of a
 *     table stays one for grep
 */
public record Terminal(Appendable out, boolean colour, int width) {
  private static final int USUAL_WIDTH = 100;
  private static final String HANGING = "      ";
  private static final int HANGING_INDENT = 2;
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";
  private static final String BOLD = "1";

  public void append(String text) throws IOException {
    out.append(text);
  }

  public void line(String text) throws IOException {
    if (text.length() > width && width > 0) {
      int indent = text.length() - text.stripLeading().length();
      wrapped(text, "", " ".repeat(Math.min(indent, width / 2) + HANGING_INDENT));
    } else {
      out.append(text).append('\n');
    }
  }

  /** A row of a table of verdicts. */
  public void row(String label, String verdict, String rest) throws IOException {
    if (width > 0 && label.length() + verdict.length() + rest.length() > width) {
      StringBuilder lines = new StringBuilder();
      // In one piece, as it is printed before the rest.
      String word = verdict.replace(' ', '_');
      new Terminal(lines, false, width).wrapped(word + rest, label, HANGING);
      out.append(label);
      verdict(verdict);
      out.append(lines.substring(label.length() + verdict.length()));
    } else {
      out.append(label);
      verdict(verdict);
      out.append(rest).append('\n');
    }
  }

  /** The word for a verdict, or the levels that hold, in its colour. */
  public void verdict(String word) throws IOException {
    out.append(
        coloured(
            word,
            switch (word) {
              case "violated", "unreadable", "none" -> RED;
              case "unknown" -> YELLOW;
              default -> GREEN;
            }));
  }

  public void explanation(Explanation explanation) throws IOException {
    title(explanation.title());
    if (!explanation.transactions().isEmpty()) {
      line("  Let");
      for (String transaction : explanation.transactions()) {
        wrapped(transaction, "    ", "        ");
      }
      line("  Then");
    }
    for (String sentence : explanation.sentences()) {
      wrapped(sentence, "    ", "      ");
    }
  }

  /** A heading in bold, which may take several lines. */
  public void title(String text) throws IOException {
    StringBuilder lines = new StringBuilder();
    new Terminal(lines, false, width).line(text);
    out.append(coloured(lines.substring(0, lines.length() - 1), BOLD)).append('\n');
  }

  private String coloured(String text, String code) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  /** Prose, which is wrapped at any width. */
  public void prose(String text) throws IOException {
    wrapped(text, "", "  ");
  }

  public void wrapped(String text, String firstIndent, String nextIndent) throws IOException {
    StringBuilder line = new StringBuilder(firstIndent);
    boolean empty = true;
    for (String word : text.split("(?<!=) (?!=)", -1)) { // Keeps "x = 1" together.
      if (!empty && line.length() + 1 + word.length() > (width > 0 ? width : USUAL_WIDTH)) {
        out.append(line).append('\n');
        line.setLength(0);
        line.append(nextIndent);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.append(line).append('\n');
  }
}
