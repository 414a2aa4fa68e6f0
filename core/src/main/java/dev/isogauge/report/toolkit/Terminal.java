package dev.isogauge.report.toolkit;

import dev.isogauge.explain.Explanation;
import java.io.IOException;

/** Lines on a terminal, coloured or not, long ones wrapped. */
public record Terminal(Appendable out, boolean colour) {
  private static final int WIDTH = 100;
  private static final String RED = "31";
  private static final String GREEN = "32";
  private static final String YELLOW = "33";
  private static final String BOLD = "1";

  public void append(String text) throws IOException {
    out.append(text);
  }

  public void line(String text) throws IOException {
    out.append(text).append('\n');
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
    line(coloured(explanation.title(), BOLD));
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

  private String coloured(String text, String code) {
    return colour ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }

  public void wrapped(String text, String firstIndent, String nextIndent) throws IOException {
    StringBuilder line = new StringBuilder(firstIndent);
    boolean empty = true;
    for (String word : text.split("(?<!=) (?!=)", -1)) { // Keeps "x = 1" together.
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        line(line.toString());
        line.setLength(0);
        line.append(nextIndent);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    line(line.toString());
  }
}
