package dev.isogauge.explain;

import dev.isogauge.anomaly.Refutation;
import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Explains that no order of versions will do, case by case. */
final class CaseStories {
  private static final int MOST_NAMED = 6;

  private final Story story;

  CaseStories(Story story) {
    this.story = story;
  }

  /** A case that is still to be explained: its number, such as 2.1, and what it assumes. */
  private record Case(String number, String assumption, Refutation refutation) {}

  void tell(Refutation refutation) {
    Deque<Case> waiting = new ArrayDeque<>();
    waiting.push(new Case("", "", refutation));
    while (!waiting.isEmpty()) {
      Case next = waiting.pop();
      String head =
          next.number().isEmpty() ? "" : "Case " + next.number() + ", " + next.assumption() + ": ";
      if (next.refutation() instanceof Refutation.Contradiction contradiction) {
        story.sayCase(
            next.number(),
            head + String.join("; ", story.reasons.steps(contradiction.cycle())),
            true);
      } else if (next.refutation() instanceof Refutation.Cases cases) {
        story.sayCase(next.number(), head + question(cases.choice()), false);
        for (int i = cases.options().size() - 1; i >= 0; i--) {
          String number = (next.number().isEmpty() ? "" : next.number() + ".") + (i + 1);
          waiting.push(new Case(number, option(cases.choice(), i), cases.options().get(i)));
        }
      } else if (next.refutation() instanceof Refutation.Shortage shortage) {
        story.sayCase(next.number(), head + count(shortage), false);
      } else {
        story.sayCase(
            next.number(),
            next.number().isEmpty()
                ? "Every order of these transactions was tried, and each contradicts itself"
                : head + "Many more cases, each of which was tried and contradicts itself",
            false);
      }
    }
  }

  private String count(Refutation.Shortage shortage) {
    boolean initially = shortage.writes().contains(History.INITIAL);
    List<Integer> writes =
        shortage.writes().stream().filter(write -> write != History.INITIAL).toList();
    return String.format(
        "Each of %s read %s and overwrote it, so each needs a version of its own; but %s",
        transactionsOf(shortage.reads()),
        story.names.version(shortage.reads().get(0)),
        writes.isEmpty()
            ? "there was only the initial one"
            : "only "
                + transactionsOf(writes)
                + " wrote one"
                + (initially ? ", besides the initial one" : ""));
  }

  /** The transactions of operations by name; many by their number. */
  private String transactionsOf(List<Integer> operations) {
    return operations.size() > MOST_NAMED
        ? Words.count(operations.size(), "transaction")
        : Words.list(
            operations.stream()
                .map(
                    operation ->
                        story.names.about(
                            new Subject.OfOperation(operation),
                            story.names.transactionOf(operation)))
                .toList());
  }

  private String question(Refutation.Choice choice) {
    if (choice instanceof Refutation.Order order) {
      return String.format(
          "Either %s of %s came first, or %s of %s",
          story.names.version(order.firstWrite()),
          story.names.transactionOf(order.firstWrite()),
          story.names.version(order.secondWrite()),
          story.names.transactionOf(order.secondWrite()));
    }
    Refutation.Source source = (Refutation.Source) choice;
    if (source.writes().isEmpty()) {
      return String.format(
          "%s read %s, which no write explains, so that it cannot have happened. A contradiction",
          story.names.transactionOf(source.read()), story.names.version(source.read()));
    }
    return String.format(
        "%s read %s, which %s may have written",
        story.names.transactionOf(source.read()),
        story.names.version(source.read()),
        Words.list(source.writes().stream().map(story.names::transactionOf).toList()));
  }

  private String option(Refutation.Choice choice, int option) {
    if (choice instanceof Refutation.Order order) {
      return "if "
          + story.names.transactionOf(option == 0 ? order.firstWrite() : order.secondWrite())
          + " was first";
    }
    return "if it saw "
        + story.names.transactionOf(((Refutation.Source) choice).writes().get(option));
  }
}
