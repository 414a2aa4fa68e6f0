package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Executes a run: a transaction reads from the state at its start, and its writes enter the state
 * at its commit. Every read is compared with what was recorded. Shares nothing with the checkers.
 */
final class Execution {
  private final Run run;
  private final History history;
  private final boolean mayLoseUpdates;
  private final boolean judgesPredicates;
  private final PredicateVerifier predicates;
  private final ProgramSteps steps;

  /** Each key's value now: one value, or the elements of a list. */
  private final Map<Integer, List<Long>> state = new HashMap<>();

  /** By key: the place of the latest commit of a writer. */
  private final Map<Integer, Integer> overwrittenAt = new HashMap<>();

  /** By transaction that runs: the place of its start, and by key what it wrote. */
  private final Map<Integer, Integer> startedAt = new HashMap<>();

  private final Map<Integer, Map<Integer, List<Long>>> running = new HashMap<>();

  /**
   * An execution of a run.
   *
   * @param mayLoseUpdates whether transactions that overlap may write the same key; appends then go
   *     to the end of what others appended meanwhile
   * @param judgesPredicates whether predicate reads must have the results that were recorded, too
   */
  Execution(Run run, boolean mayLoseUpdates, boolean judgesPredicates) {
    this.run = run;
    this.history = run.history;
    this.mayLoseUpdates = mayLoseUpdates;
    this.judgesPredicates = judgesPredicates;
    this.predicates = new PredicateVerifier(history);
    this.steps = new ProgramSteps(history);
  }

  /** What goes otherwise than it was recorded. */
  Optional<String> refute() {
    for (int place = 0; place < run.witness.size(); place++) {
      int t = run.witness.transaction(place);
      Optional<String> flaw = run.witness.isStart(place) ? start(t, place) : commit(t, place);
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  private Optional<String> start(int t, int place) {
    Map<Integer, List<Long>> written = new HashMap<>();
    startedAt.put(t, place);
    running.put(t, written);
    steps.begin(t);
    while (steps.next()) {
      Optional<String> flaw =
          steps.isPredicate()
              ? predicateRead(steps.number(), t, written)
              : operation(steps.number(), written);
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  private Optional<String> predicateRead(int p, int t, Map<Integer, List<Long>> written) {
    if (judgesPredicates && !predicates.isRight(p, key -> now(key, written, initial(key)).get(0))) {
      return Optional.of(run.name(t) + " would have another result of its predicate read");
    }
    PredicateReads reads = history.predicateReads();
    for (int i = reads.operationAfter(p); i < reads.endOfRows(p); i++) {
      Optional<String> flaw = operation(i, written);
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  private Optional<String> operation(int i, Map<Integer, List<Long>> written) {
    int key = history.keyOf(i);
    boolean isList = history.isListRead(i) || history.isAppend(i);
    List<Long> now = now(key, written, isList ? List.of() : initial(key));
    if (history.isAppend(i)) {
      List<Long> longer = new ArrayList<>(now);
      longer.add(history.valueOf(i));
      written.put(key, longer);
    } else if (history.isWrite(i)) {
      written.put(key, List.of(history.valueOf(i)));
    } else if (!history.isUnknownRead(i) && !recorded(history, i).equals(now)) {
      return run.flaw(
          i, "where it is " + String.join(",", now.stream().map(history.atoms()::token).toList()));
    }
    return Optional.empty();
  }

  private Optional<String> commit(int t, int place) {
    Map<Integer, List<Long>> written = running.remove(t);
    int start = startedAt.remove(t);
    for (Map.Entry<Integer, List<Long>> each : written.entrySet()) {
      int key = each.getKey();
      boolean overlaps = overwrittenAt.getOrDefault(key, -1) > start;
      if (overlaps && !mayLoseUpdates) {
        return Optional.of(run.name(t) + " overlaps a writer of " + history.keyName(key));
      }
      state.put(key, overlaps ? appended(t, key, each.getValue()) : each.getValue());
      overwrittenAt.put(key, place);
    }
    return Optional.empty();
  }

  /** What a key holds after the commit of one that others overlapped. */
  private List<Long> appended(int t, int key, List<Long> written) {
    List<Long> appends =
        IntStream.range(history.firstOperation(t), history.endOperation(t))
            .filter(i -> history.isAppend(i) && history.keyOf(i) == key)
            .mapToObj(history::valueOf)
            .toList();
    if (appends.isEmpty()) {
      return written;
    }
    List<Long> longer = new ArrayList<>(state.get(key));
    longer.addAll(appends);
    return longer;
  }

  private List<Long> now(int key, Map<Integer, List<Long>> written, List<Long> initial) {
    return written.getOrDefault(key, state.getOrDefault(key, initial));
  }

  private List<Long> initial(int key) {
    return List.of(history.initialValue(key));
  }

  /** What a read returned: one value, or the elements of a list. */
  static List<Long> recorded(History history, int read) {
    return history.isListRead(read)
        ? IntStream.range(0, history.listSize(read))
            .mapToObj(i -> history.listElement(read, i))
            .toList()
        : List.of(history.valueOf(read));
  }
}
