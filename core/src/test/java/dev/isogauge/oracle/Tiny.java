package dev.isogauge.oracle;

import dev.isogauge.history.Outcome;
import dev.isogauge.oracle.TinyHistory.Operation;
import dev.isogauge.oracle.TinyHistory.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the one-line notation that {@link TinyHistory#toString} writes. */
public final class Tiny {
  private static final Pattern WORD =
      Pattern.compile(
          "\\s*(?:(?<kind>[rw])\\((?<key>\\w+),(?<value>\\w+|\\?)(?:@(?<writer>\\w+))?\\)"
              + "|\\[rt (?<begin>\\d*)\\.\\.(?<end>\\d*)\\]|(?<word>\\w+))\\s*");

  private Tiny() {}

  /** The history of a line such as {@code s1: w(x,1) ; r(x,1) | s2: aborted w(x,2)}. */
  public static TinyHistory parse(String line) {
    List<List<Transaction>> sessions = new ArrayList<>();
    for (String session : line.split("\\|", -1)) {
      List<Transaction> transactions = new ArrayList<>();
      for (String transaction : session.split(";", -1)) {
        int colon = transaction.indexOf(':');
        String[] head = transaction.substring(0, Math.max(colon, 0)).strip().split(" ", -1);
        // The first transaction of a session has the session's name before its own.
        int at = transactions.isEmpty() ? 1 : 0;
        boolean named = colon >= 0 && head.length > at;
        Transaction unnamed = transaction(transaction.substring(colon + 1));
        transactions.add(named ? unnamed.named(head[at]) : unnamed);
      }
      sessions.add(transactions);
    }
    return new TinyHistory(sessions);
  }

  private static Transaction transaction(String text) {
    Outcome outcome = Outcome.COMMITTED;
    Optional<Integer> begin = Optional.empty();
    Optional<Integer> end = Optional.empty();
    List<Operation> operations = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int position = 0;
    while (position < text.length() && !text.substring(position).isBlank()) {
      if (!matcher.find(position) || matcher.start() != position) {
        throw new IllegalArgumentException("cannot read '" + text.substring(position) + "'");
      }
      position = matcher.end();
      if (matcher.group("kind") != null) {
        operations.add(operation(matcher));
      } else if (matcher.group("word") == null) {
        begin = number(matcher.group("begin"));
        end = number(matcher.group("end"));
      } else if (matcher.group("word").equals("aborted")) {
        outcome = Outcome.ABORTED;
      } else if (matcher.group("word").equals("indeterminate")) {
        outcome = Outcome.INDETERMINATE;
      } else {
        throw new IllegalArgumentException("unknown word " + matcher.group("word"));
      }
    }
    return new Transaction(Optional.empty(), outcome, begin, end, operations);
  }

  private static Operation operation(Matcher matcher) {
    String key = matcher.group("key");
    String content = matcher.group("value");
    if (content.equals("?")) {
      return Operation.readUnknown(key);
    }
    int value = content.equals("nil") ? TinyHistory.NIL : Integer.parseInt(content);
    if (matcher.group("kind").equals("w")) {
      return Operation.write(key, value);
    }
    String writer = matcher.group("writer");
    return writer == null ? Operation.read(key, value) : Operation.readFrom(key, value, writer);
  }

  private static Optional<Integer> number(String digits) {
    return digits.isEmpty() ? Optional.empty() : Optional.of(Integer.parseInt(digits));
  }
}
