package dev.isogauge.search;

import static dev.isogauge.history.History.INITIAL;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.search.Observations.Option;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * The transactions that take part: those that count, and optional ones that some read may have
 * seen; and what their reads may have seen.
 */
final class Participants {
  private static final int[] NOTHING = {};

  final History history;
  final IntPredicate kept;
  final Budget budget;

  /** What lists show of the order of their appends. */
  final Optional<Versions> lists;

  /** By transaction: whether it takes part. */
  final boolean[] present;

  /** By transaction: whether it may not have happened. */
  final boolean[] optional;

  private final Set<Option> options;

  Participants(History history, IntPredicate kept, Set<Option> options, Budget budget) {
    this(history, kept, options, lists(history, options, budget::checkTime), budget);
    addParticipants();
  }

  private Participants(
      History history,
      IntPredicate kept,
      Set<Option> options,
      Optional<Versions> lists,
      Budget budget) {
    this.history = history;
    this.kept = kept;
    this.options = options;
    this.lists = lists;
    this.budget = budget;
    present = new boolean[history.transactionCount()];
    optional = new boolean[history.transactionCount()];
  }

  static Participants none(History history) {
    return new Participants(history, operation -> false, Set.of(), Optional.empty(), null);
  }

  private static Optional<Versions> lists(
      History history, Set<Option> options, Runnable checkTime) {
    if (!history.hasLists()) {
      return Optional.empty();
    }
    return Optional.of(
        options.contains(Option.AS_SHOWN)
            ? ListAppends.asShown(history, checkTime)
            : ListAppends.ORDER.versions(history, checkTime));
  }

  private void addParticipants() {
    boolean someMayHappen = false;
    for (int t = 0; t < present.length; t++) {
      present[t] = history.counts(t);
      someMayHappen |= history.outcome(t) == Outcome.INDETERMINATE && !history.counts(t);
    }
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; someMayHappen && !history.allReadsClean() && t < present.length; t++) {
      if (present[t]) {
        waiting.add(t);
      }
    }
    while (!waiting.isEmpty()) {
      int t = waiting.popInt();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        for (int write : isLookedAt(i) ? possibleWrites(i) : NOTHING) {
          int writer = write == INITIAL ? t : history.transactionOf(write);
          if (!present[writer] && (options.contains(Option.FICTION) || !hasFault(writer))) {
            present[writer] = true;
            optional[writer] = true;
            waiting.add(writer);
          }
        }
      }
    }
    for (int t = 0; options.contains(Option.ONLY_KEPT) && t < present.length; t++) {
      present[t] &= hasKept(t);
    }
  }

  private boolean hasKept(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (kept.test(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an operation is a read that tells something. */
  boolean isLookedAt(int operation) {
    if (history.isListRead(operation)) {
      return kept.test(operation)
          && lists.orElseThrow().seen(operation) != Versions.LEFT_OUT
          && !isFault(operation);
    }
    return kept.test(operation)
        && !history.isWrite(operation)
        && (history.readStatus(operation) == ReadStatus.EXTERNAL
            || history.readStatus(operation) == ReadStatus.SEVERAL);
  }

  /** What a read may have seen, {@code INITIAL} among it. */
  int[] possibleWrites(int read) {
    if (history.isListRead(read)) {
      return new int[] {lists.orElseThrow().seen(read)};
    }
    if (history.readStatus(read) != ReadStatus.SEVERAL) {
      return new int[] {history.readFrom(read)};
    }
    budget.checkTime();
    return history.candidates(read);
  }

  /** Whether the transaction cannot have happened, since one of its reads is impossible. */
  private boolean hasFault(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isFault(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an operation is a read that is impossible. */
  boolean isFault(int operation) {
    return history.isListRead(operation)
        ? lists.orElseThrow().seen(operation) == Versions.IMPOSSIBLE
        : !history.isWrite(operation) && history.readStatus(operation).isFault();
  }

  /** Whether a read shows what the one before it did, and is not asked for beside it. */
  boolean repeats(int read, int before) {
    if (options.contains(Option.REPEATS)) {
      return false;
    }
    return history.isListRead(read)
        ? lists.orElseThrow().seen(read) == lists.orElseThrow().seen(before)
        : history.valueOf(read) == history.valueOf(before)
            && history.readFrom(read) == history.readFrom(before);
  }
}
