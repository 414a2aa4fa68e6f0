package dev.isogauge.explain;

import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.anomaly.LinearParts;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Explains why the operations of a key cannot be put into an order that real time allows. */
final class LinearStories {
  private static final int TOLD_WHOLE = 7;
  private static final int STEPS_AT_ENDS = 3;

  /** How many of the operations before the obstacle are listed. */
  private static final int PLACED_SHOWN = 12;

  private final Story story;
  private final History history;
  private final List<Integer> transactions;
  private final List<Integer> others;
  private final int keyNumber;
  private final String key;

  LinearStories(Story story) {
    this.story = story;
    this.history = story.history;
    this.transactions = LinearParts.transactions(story.anomaly);
    this.others = LinearParts.others(story.anomaly);
    this.keyNumber = story.anomaly.parts().get(0).place().key();
    this.key = story.names.key(keyNumber);
  }

  /** Tells it; what happened in one clause. */
  String tell() {
    return switch ((LinearFault) story.anomaly.form().orElseThrow()) {
      case NEVER_WRITTEN -> neverWritten();
      case FORK -> fork();
      case CIRCULAR -> circular();
      case BACKWARDS -> backwards();
      case ENTANGLED -> entangled();
      case NO_ORDER -> noOrder();
    };
  }

  private String neverWritten() {
    int reader = transactions.get(0);
    enter(others);
    enter(transactions);
    story.say(name(reader) + " read " + readVersion(reader));
    if (others.isEmpty()) {
      story.sayContradiction(
          String.format(
              "no other transaction wrote that value to %s, and the initial value is %s",
              key, story.names.initialValue(keyNumber)));
      return name(reader) + " read " + readVersion(reader) + ", which no transaction wrote";
    }
    String writer = name(others.get(0));
    story.sayContradiction(
        writer
            + " wrote that value to "
            + key
            + " and aborted, and no transaction that did not abort wrote it");
    return String.format(
        "%s read %s, which %s wrote before it aborted", name(reader), readVersion(reader), writer);
  }

  private String fork() {
    int first = transactions.get(0);
    int second = transactions.get(1);
    int writer = others.get(0);
    enter(others);
    enter(transactions);
    String version = readVersion(first);
    story.say(
        writer == History.INITIAL
            ? version + " is the initial value, and no transaction wrote it again"
            : version + " was written once, by " + name(writer));
    story.say(replaced(first, version));
    story.sayContradiction(
        replaced(second, version) + ", although it was gone after the first of the two");
    return name(first) + " and " + name(second) + " both replaced the same " + version;
  }

  private String replaced(int transaction, String version) {
    return String.format(
        "%s (%s) found %s and replaced it by %s",
        name(transaction), when(transaction), version, writtenVersion(transaction));
  }

  private String circular() {
    List<String> steps = new ArrayList<>();
    for (int p = 0; p < transactions.size(); p++) {
      steps.add(step(transactions.get(p), transactions.get((p + 1) % transactions.size())));
    }
    enter(shortened(transactions));
    String last = steps.remove(steps.size() - 1);
    sayAll(steps);
    story.sayContradiction(last);
    return names(transactions) + " read from one another in a circle";
  }

  private String backwards() {
    int first = transactions.get(0);
    int last = transactions.get(transactions.size() - 1);
    enter(shortened(transactions));
    sayAll(steps(transactions));
    story.sayContradiction(before(last, first));
    if (transactions.size() == 2 && LinearParts.writeOf(history, first).isEmpty()) {
      return String.format(
          "%s read %s after %s had replaced it by %s",
          name(first), readVersion(first), name(last), writtenVersion(last));
    }
    return name(last) + " must come after " + name(first) + ", but ended before that began";
  }

  private String entangled() {
    boolean initial = transactions.get(0) == History.INITIAL;
    int early = initial ? History.INITIAL : endsFirst(transactions);
    int late = beginsLast(transactions);
    enter(shortened(transactions));
    enter(shortened(others));
    sayTogether(transactions);
    sayTogether(others);
    String former =
        initial ? "Nothing precedes the initial state" : before(early, beginsLast(others));
    story.say(former + ", so " + names(others) + " can only come after " + names(transactions));
    story.sayContradiction(before(endsFirst(others), late));
    return others.size() == 1
            && LinearParts.readOf(history, late).isPresent()
            && LinearParts.writeOf(history, others.get(0)).isPresent()
        ? name(late)
            + " read "
            + readVersion(late)
            + " after "
            + name(others.get(0))
            + " had replaced it by "
            + writtenVersion(others.get(0))
        : names(transactions) + " can come neither before nor after " + names(others);
  }

  private void sayTogether(List<Integer> piece) {
    if (piece.size() > 1) {
      sayAll(steps(piece));
      story.say("No other write of " + key + " can come between " + names(piece));
    }
  }

  private int endsFirst(List<Integer> piece) {
    return piece.stream().min(Comparator.comparing(this::end)).orElseThrow();
  }

  private int beginsLast(List<Integer> piece) {
    return piece.stream()
        .filter(t -> t != History.INITIAL)
        .max(Comparator.comparing(history::beginTime))
        .orElseThrow();
  }

  private String noOrder() {
    int obstacle = others.get(0);
    boolean initial = !transactions.isEmpty() && transactions.get(0) == History.INITIAL;
    List<Integer> placed = transactions.subList(initial ? 1 : 0, transactions.size());
    int left = Math.max(0, placed.size() - PLACED_SHOWN);
    List<Integer> told = placed.subList(left, placed.size());
    List<Integer> underWay = others.subList(1, others.size());
    enter(told);
    enter(others.subList(0, Math.min(others.size(), TOLD_WHOLE)));
    story.say(
        initial
            ? "At first " + key + " is " + story.names.initialValue(keyNumber)
            : "What " + key + " was before these operations does not matter");
    if (!told.isEmpty()) {
      story.say(
          (left > 0 ? "After " + Words.count(left, "other operation") + ", this" : "This")
              + " order fits as far as any: "
              + String.join("; ", told.stream().map(this::operationsAndTimes).toList()));
    }
    if (!underWay.isEmpty()) {
      story.say(
          names(underWay) + " had begun, and may have taken effect at any time since, or not yet");
    }
    sayWriters(obstacle, placed);
    story.sayContradiction(
        operationsAndTimes(obstacle)
            + " must have taken effect by its end, and there is no place for it in this order or"
            + " in any other");
    return String.format(
        "no order of the operations on %s%s has a place for %s of %s",
        key,
        end(obstacle) == Long.MAX_VALUE ? "" : " up to " + end(obstacle),
        operations(obstacle),
        name(obstacle));
  }

  /** Which transactions could have written what the obstacle read. */
  private void sayWriters(int obstacle, List<Integer> placed) {
    OptionalInt read = LinearParts.readOf(history, obstacle);
    if (read.isEmpty()) {
      return;
    }
    List<Integer> writers =
        Stream.concat(placed.stream(), others.stream().skip(1))
            .filter(t -> LinearParts.writeOf(history, t).isPresent())
            .filter(t -> writes(t, history.valueOf(read.getAsInt())))
            .toList();
    story.say(
        (writers.isEmpty()
                ? "No transaction that was under way since then wrote "
                : "Of the transactions that were under way since then, only "
                    + names(writers)
                    + " wrote ")
            + readVersion(obstacle));
  }

  private boolean writes(int transaction, long value) {
    return history.valueOf(LinearParts.writeOf(history, transaction).orElseThrow()) == value;
  }

  private String operationsAndTimes(int transaction) {
    return operations(transaction) + " of " + name(transaction) + " (" + when(transaction) + ")";
  }

  private String operations(int transaction) {
    List<String> texts = new ArrayList<>();
    for (int i = history.firstOperation(transaction); i < history.endOperation(transaction); i++) {
      texts.add(story.names.operation(i));
    }
    return String.join(" ", texts);
  }

  private List<String> steps(List<Integer> piece) {
    List<String> steps = new ArrayList<>();
    for (int p = 1; p < piece.size(); p++) {
      steps.add(step(piece.get(p - 1), piece.get(p)));
    }
    return steps;
  }

  /** Why one comes after another. */
  private String step(int earlier, int later) {
    String version = readVersion(later);
    String reason =
        earlier == History.INITIAL
            ? "read " + version + ", the initial value"
            : LinearParts.writeOf(history, earlier).isPresent()
                ? "read " + version + ", which only " + name(earlier) + " wrote"
                : "replaced " + version + ", written once, which " + name(earlier) + " read";
    if (earlier != History.INITIAL
        && LinearParts.writeOf(history, earlier).isEmpty()
        && LinearParts.writeOf(history, later).isEmpty()) {
      return name(earlier)
          + " and "
          + name(later)
          + " both read "
          + version
          + ", which was written only once";
    }
    return name(later) + " comes after " + name(earlier) + ", because it " + reason;
  }

  private void sayAll(List<String> steps) {
    if (steps.size() <= TOLD_WHOLE) {
      steps.forEach(story::say);
      return;
    }
    steps.subList(0, STEPS_AT_ENDS).forEach(story::say);
    story.say(
        "And so on, by " + (steps.size() - 2 * STEPS_AT_ENDS) + " steps that are left out here");
    steps.subList(steps.size() - STEPS_AT_ENDS, steps.size()).forEach(story::say);
  }

  private String before(int first, int second) {
    return String.format(
        Locale.ROOT,
        "%s ended at %d, before %s began at %d",
        name(first),
        end(first),
        name(second),
        history.beginTime(second));
  }

  private String when(int transaction) {
    long begin = history.beginTime(transaction);
    String from = begin == RawBlock.NO_TIME ? "begin unknown" : "from " + begin;
    return end(transaction) == Long.MAX_VALUE
        ? from + ", end unknown"
        : from + " to " + end(transaction);
  }

  private long end(int transaction) {
    long end = history.endTime(transaction);
    return end == RawBlock.NO_TIME || history.outcome(transaction) != Outcome.COMMITTED
        ? Long.MAX_VALUE
        : end;
  }

  private void enter(List<Integer> members) {
    members.forEach(story.telling.cast()::enter);
  }

  private static List<Integer> shortened(List<Integer> piece) {
    if (piece.size() <= TOLD_WHOLE + 1) {
      return piece;
    }
    List<Integer> shown = new ArrayList<>(piece.subList(0, STEPS_AT_ENDS + 1));
    shown.addAll(piece.subList(piece.size() - STEPS_AT_ENDS - 1, piece.size()));
    return shown;
  }

  private String names(List<Integer> members) {
    if (members.size() <= TOLD_WHOLE) {
      return Words.list(members.stream().map(this::name).toList());
    }
    return name(members.get(0))
        + " to "
        + name(members.get(members.size() - 1))
        + " ("
        + members.size()
        + " of them)";
  }

  private String name(int transaction) {
    return story.names.transaction(transaction);
  }

  private String readVersion(int transaction) {
    return story.names.version(LinearParts.readOf(history, transaction).orElseThrow());
  }

  private String writtenVersion(int transaction) {
    return story.names.version(LinearParts.writeOf(history, transaction).orElseThrow());
  }
}
