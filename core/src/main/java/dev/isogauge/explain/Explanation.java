package dev.isogauge.explain;

import java.util.List;

/**
 * Why an anomaly is one, in words.
 *
 * @param title its names and, in one clause, what happened
 * @param transactions the transactions involved with the operations that matter, one line each, in
 *     the form {@code T1 (session s1) = w(x,1)}
 * @param sentences the argument, in order
 */
public record Explanation(String title, List<String> transactions, List<String> sentences) {
  public Explanation {
    transactions = List.copyOf(transactions);
    sentences = List.copyOf(sentences);
  }

  /** The whole explanation as lines of text, each ended by a newline. */
  public String text() {
    StringBuilder text = new StringBuilder(title).append("\n");
    if (!transactions.isEmpty()) {
      text.append("Let:\n");
      transactions.forEach(line -> text.append("  ").append(line).append("\n"));
      text.append("Then:\n");
    }
    sentences.forEach(line -> text.append("  ").append(line).append("\n"));
    return text.toString();
  }
}
