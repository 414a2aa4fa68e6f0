package dev.isogauge.explain;

import java.util.ArrayList;
import java.util.List;

/**
 * Why an anomaly is one, in words.
 *
 * @param title its names and, in one clause, what happened
 * @param summary what happened, without the names
 * @param transactions the transactions involved with the operations that matter, one line each, in
 *     the form {@code T1 (session s1) = w(x,1)}
 * @param argument the argument, in order, with what each sentence is about
 */
public record Explanation(
    String title, String summary, List<String> transactions, List<Sentence> argument) {
  public Explanation {
    transactions = List.copyOf(transactions);
    argument = List.copyOf(argument);
  }

  /** The sentences of the argument. */
  public List<String> sentences() {
    List<String> texts = new ArrayList<>();
    for (Sentence sentence : argument) {
      texts.add(sentence.text());
    }
    return List.copyOf(texts);
  }

  /** The whole explanation as lines of text, each ended by a newline. */
  public String text() {
    StringBuilder text = new StringBuilder(title).append("\n");
    if (!transactions.isEmpty()) {
      text.append("Let:\n");
      transactions.forEach(line -> text.append("  ").append(line).append("\n"));
      text.append("Then:\n");
    }
    argument.forEach(line -> text.append("  ").append(line.text()).append("\n"));
    return text.toString();
  }
}
