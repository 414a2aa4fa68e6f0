package dev.isogauge.explain;

import dev.isogauge.anomaly.Refutation;
import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.List;

/** Explains that no order of versions will do, case by case. */
final class CaseStories {
  private static final int MOST_NAMED = 6;

  private final Story story;

  CaseStories(Story story) {
    this.story = story;
  }

  void tell(Refutation refutation) {
    for (Refutation.Case each : refutation.cases()) {
      String number = each.number();
      String head =
          each.choice()
              .map(choice -> "Case " + number + ", " + option(choice, each.option()) + ": ")
              .orElse("");
      boolean isContradiction = each.refutation() instanceof Refutation.Contradiction;
      story.sayCase(number, head + sentence(each), isContradiction);
    }
  }

  private String sentence(Refutation.Case told) {
    if (told.refutation() instanceof Refutation.Contradiction contradiction) {
      return String.join("; ", story.reasons.steps(contradiction.cycle()));
    } else if (told.refutation() instanceof Refutation.Cases cases) {
      return question(cases.choice());
    } else if (told.refutation() instanceof Refutation.Shortage shortage) {
      return count(shortage);
    }
    return told.choice().isEmpty()
        ? "Every order of these transactions was tried, and each contradicts itself"
        : "Many more cases, each of which was tried and contradicts itself";
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
                    operation -> story.names.about(operation, story.names.transactionOf(operation)))
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
