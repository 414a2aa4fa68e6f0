package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Re-checks that a run could have happened: executes the transactions in the order of the witness
 * and compares every read with what was recorded. Shares nothing with the checkers.
 */
final class RunVerifier {
  private final History history;
  private final boolean sessions;
  private final boolean realTime;
  private final Optional<PredicateVerifier> predicates;

  /** Each key's value now: one value, or the elements of a list. */
  private final Map<Integer, List<Long>> state = new HashMap<>();

  /** By transaction that has ended: its place among events. */
  private final Map<Integer, Integer> ended = new HashMap<>();

  /** By transaction: the latest end of those before it in its session that others may follow. */
  private final long[] latestEnd;

  /**
   * A verifier of one run.
   *
   * @param predicates whether predicate reads must have the results that were recorded, too
   */
  RunVerifier(History history, boolean sessions, boolean realTime, boolean predicates) {
    this.history = history;
    this.predicates =
        predicates && history.predicateReads().count() > 0
            ? Optional.of(new PredicateVerifier(history))
            : Optional.empty();
    this.sessions = sessions;
    this.realTime = realTime;
    this.latestEnd = new long[history.transactionCount()];
    for (int s = 0; s < history.sessionCount(); s++) {
      long end = RawBlock.NO_TIME;
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        latestEnd[t] = end;
        end = history.counts(t) && isDeterminate(t) ? Math.max(end, history.endTime(t)) : end;
      }
    }
  }

  /** What is wrong with a serial run. */
  Optional<String> refuteSerial(List<Integer> order) {
    List<Integer> events = new ArrayList<>();
    for (int t : order) {
      events.add(t);
      events.add(-1 - t);
    }
    return refuteSnapshots(events);
  }

  /** What is wrong with a run of starts (t) and commits (-1 - t). */
  Optional<String> refuteSnapshots(List<Integer> events) {
    return refute(events, true);
  }

  /** The same where transactions that overlap may write the same key, one after the other. */
  Optional<String> refutePrefixes(List<Integer> events) {
    return refute(events, false);
  }

  private Optional<String> refute(List<Integer> events, boolean firstWriterWins) {
    Map<Integer, Map<Integer, List<Long>>> running = new HashMap<>();
    Map<Integer, Integer> startedAt = new HashMap<>();
    Map<Integer, Integer> overwrittenAt = new HashMap<>();
    long[] earliestEnd = earliestEnds(events);
    for (int i = 0; i < events.size(); i++) {
      int event = events.get(i);
      int t = event >= 0 ? event : -1 - event;
      if (event >= 0) {
        Map<Integer, List<Long>> written = new HashMap<>();
        if (running.putIfAbsent(t, written) != null || ended.containsKey(t) || !mayHappen(t)) {
          return Optional.of(history.transactionName(t) + " did not happen or starts twice");
        }
        startedAt.put(t, i);
        Optional<String> flaw = execute(t, written).or(() -> missed(t));
        if (realTime
            && history.beginTime(t) != RawBlock.NO_TIME
            && earliestEnd[i] < history.beginTime(t)) {
          return Optional.of(
              history.transactionName(t)
                  + " starts before a transaction that had ended when it began");
        }
        if (flaw.isPresent()) {
          return flaw;
        }
      } else {
        Map<Integer, List<Long>> written = running.remove(t);
        if (written == null) {
          return Optional.of(history.transactionName(t) + " commits before it starts");
        }
        for (int key : firstWriterWins ? written.keySet() : Set.<Integer>of()) {
          if (overwrittenAt.getOrDefault(key, -1) > startedAt.get(t)) {
            return Optional.of(
                history.transactionName(t) + " overlaps a writer of " + history.keyName(key));
          }
        }
        for (int key : written.keySet()) {
          overwrittenAt.put(key, i);
        }
        for (Map.Entry<Integer, List<Long>> each : written.entrySet()) {
          state.put(each.getKey(), firstWriterWins ? each.getValue() : committed(t, each));
        }
        ended.put(t, ended.size());
      }
    }
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t) && !ended.containsKey(t)) {
        return Optional.of(history.transactionName(t) + " is missing");
      }
    }
    return Optional.empty();
  }

  /** What a key holds after a commit: appends go to the end of what others appended meanwhile. */
  private List<Long> committed(int t, Map.Entry<Integer, List<Long>> written) {
    List<Long> now = new ArrayList<>(state.getOrDefault(written.getKey(), List.of()));
    boolean appends = false;
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (history.isAppend(i) && history.keyOf(i) == written.getKey()) {
        now.add(history.valueOf(i));
        appends = true;
      }
    }
    return appends ? now : written.getValue();
  }

  /** One of unknown outcome may happen, also where nothing shows for certain that it did. */
  private boolean mayHappen(int t) {
    return history.counts(t) || history.outcome(t) == Outcome.INDETERMINATE;
  }

  /** By event: the earliest end, on the clients' clock, of those that commit later. */
  private long[] earliestEnds(List<Integer> events) {
    long[] earliest = new long[events.size()];
    long least = Long.MAX_VALUE;
    for (int i = events.size() - 1; i >= 0; i--) {
      earliest[i] = least;
      int t = -1 - events.get(i);
      if (t >= 0 && isDeterminate(t) && history.endTime(t) != RawBlock.NO_TIME) {
        least = Math.min(least, history.endTime(t));
      }
    }
    return earliest;
  }

  /** Session order: when t starts, all that it follows in its session have committed. */
  private Optional<String> missed(int t) {
    int first = sessions ? history.firstTransaction(history.sessionOf(t)) : t;
    for (int s = t - 1; s >= first; s--) {
      if (history.counts(s) && isDeterminate(s) && DefinedSessionOrder.hadEnded(history, s, t)) {
        if (!ended.containsKey(s)) {
          return Optional.of(
              history.transactionName(t) + " starts before " + history.transactionName(s));
        }
        // Those that s follows were looked at when s started.
        if (history.beginTime(s) == RawBlock.NO_TIME || latestEnd[s] <= history.beginTime(s)) {
          break;
        }
      }
    }
    return Optional.empty();
  }

  private boolean isDeterminate(int t) {
    return history.outcome(t) == Outcome.COMMITTED;
  }

  private Optional<String> execute(int t, Map<Integer, List<Long>> written) {
    for (int i = history.firstOperation(t); i <= history.endOperation(t); i++) {
      Optional<String> flaw = refutePredicates(t, i, written);
      if (flaw.isPresent() || i == history.endOperation(t)) {
        return flaw;
      }
      int key = history.keyOf(i);
      List<Long> now =
          written.getOrDefault(
              key,
              state.getOrDefault(
                  key, history.isListRead(i) || history.isAppend(i) ? List.of() : initial(key)));
      if (history.isAppend(i)) {
        List<Long> longer = new ArrayList<>(now);
        longer.add(history.valueOf(i));
        written.put(key, longer);
      } else if (history.isWrite(i)) {
        written.put(key, List.of(history.valueOf(i)));
      } else if (!history.isUnknownRead(i) && !TimestampVerifier.read(history, i).equals(now)) {
        return Optional.of(
            history.transactionName(t) + " would read another value of " + history.keyName(key));
      }
    }
    return Optional.empty();
  }

  private Optional<String> refutePredicates(int t, int place, Map<Integer, List<Long>> written) {
    return predicates.flatMap(
        verifier ->
            verifier.refute(
                t,
                place,
                key -> {
                  List<Long> now = written.getOrDefault(key, state.getOrDefault(key, initial(key)));
                  return now.get(0);
                }));
  }

  private List<Long> initial(int key) {
    return List.of(history.initialValue(key));
  }
}
