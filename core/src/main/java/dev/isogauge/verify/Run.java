package dev.isogauge.verify;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.verdict.Witness;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;

/** A witness as a run of a history: when each transaction starts and commits, if it happens. */
final class Run {
  final History history;
  final Witness witness;

  /** By transaction: the places of its start and commit, or NONE. */
  private final int[] start;

  private final int[] commit;

  Run(History history, Witness witness) {
    this.history = history;
    this.witness = witness;
    this.start = new int[history.transactionCount()];
    this.commit = new int[history.transactionCount()];
  }

  /** The place of a transaction's commit; the initial transaction precedes all others. */
  int commit(int transaction) {
    return transaction == History.INITIAL ? -1 : commit[transaction];
  }

  boolean happens(int transaction) {
    return commit[transaction] != NONE;
  }

  /** Where the run is none: something starts twice, cannot happen, or is missing. */
  Optional<String> refuteEvents(IntPredicate required) {
    Arrays.fill(start, NONE);
    Arrays.fill(commit, NONE);
    for (int place = 0; place < witness.size(); place++) {
      int t = witness.transaction(place);
      if (t >= start.length) {
        return Optional.of("there is no transaction " + t);
      }
      if (witness.isStart(place)) {
        if (start[t] != NONE || !mayHappen(t)) {
          return Optional.of(name(t) + " did not happen or starts twice");
        }
        start[t] = place;
      } else {
        if (start[t] == NONE || commit[t] != NONE) {
          return Optional.of(name(t) + " commits before it starts, or twice");
        }
        commit[t] = place;
      }
    }
    for (int t = 0; t < start.length; t++) {
      if (start[t] == NONE ? required.test(t) : commit[t] == NONE) {
        return Optional.of(name(t) + " or its commit is missing");
      }
    }
    return Optional.empty();
  }

  /** One of unknown outcome may happen, also where nothing shows for certain that it did. */
  private boolean mayHappen(int t) {
    return history.counts(t) || history.outcome(t) == Outcome.INDETERMINATE;
  }

  /** Where transactions overlap. */
  Optional<String> refuteSerial() {
    for (int t = 0; t < start.length; t++) {
      if (happens(t) && commit[t] != start[t] + 1) {
        return Optional.of(name(t) + " overlaps another transaction");
      }
    }
    return Optional.empty();
  }

  /** Where a transaction starts before one that it follows in its session has committed. */
  Optional<String> refuteSessions(SessionChains sessions) {
    for (int t = 0; t < start.length; t++) {
      if (happens(t)) {
        for (int before : sessions.before(t)) {
          if (commit[before] > start[t]) {
            return Optional.of(name(t) + " starts before " + name(before) + " of its session");
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Where a transaction starts before the commit of one that had ended when it began. */
  Optional<String> refuteRealTime() {
    int earliest = NONE;
    for (int place = witness.size() - 1; place >= 0; place--) {
      int t = witness.transaction(place);
      if (!witness.isStart(place)) {
        boolean hasEnd =
            history.outcome(t) == Outcome.COMMITTED && history.endTime(t) != RawBlock.NO_TIME;
        earliest =
            hasEnd && (earliest == NONE || history.endTime(t) < history.endTime(earliest))
                ? t
                : earliest;
      } else if (earliest != NONE && history.endTime(earliest) < history.beginTime(t)) {
        // NO_TIME is the smallest number, which is what an unknown begin means.
        return Optional.of(
            String.format("%s began after %s ended, but comes first", name(t), name(earliest)));
      }
    }
    return Optional.empty();
  }

  /** The same for transactions that both use a key which one of them writes. */
  Optional<String> refuteRealTimeOfKeys() {
    // By key, of those that start or commit later in the run: who ended first, and which writer.
    int[] user = new int[history.keyCount()];
    int[] writer = new int[history.keyCount()];
    Arrays.fill(user, NONE);
    Arrays.fill(writer, NONE);
    for (int place = witness.size() - 1; place >= 0; place--) {
      int t = witness.transaction(place);
      boolean hasEnd =
          history.outcome(t) == Outcome.COMMITTED && history.endTime(t) != RawBlock.NO_TIME;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (witness.isStart(place)) {
          int other = history.isWrite(i) ? user[key] : writer[key];
          if (other != NONE && other != t && history.endTime(other) < history.beginTime(t)) {
            return Optional.of(
                String.format("%s began after %s ended, but comes first", name(t), name(other)));
          }
        } else if (hasEnd) {
          user[key] = firstToEnd(user[key], t);
          writer[key] = history.isWrite(i) ? firstToEnd(writer[key], t) : writer[key];
        }
      }
    }
    return Optional.empty();
  }

  private int firstToEnd(int one, int other) {
    return one == NONE || history.endTime(other) < history.endTime(one) ? other : one;
  }

  String name(int transaction) {
    return history.transactionName(transaction);
  }

  /** What is wrong with a read, in words. */
  Optional<String> flaw(int read, String what) {
    return Optional.of(
        String.format(
            "%s reads %s = %s %s",
            name(history.transactionOf(read)),
            history.keyName(history.keyOf(read)),
            history.valueName(read),
            what));
  }
}
