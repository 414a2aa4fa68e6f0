package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Re-checks that a history is what its timestamps claim, rule by rule and key by key, sharing
 * nothing with the checker, which simulates the run as a whole.
 */
final class TimestampVerifier {
  private final History history;
  private final boolean snapshots;

  /** By key: its writers, in the order of commits. */
  private final Map<Integer, List<Integer>> writers = new HashMap<>();

  private final Comparator<Integer> arbitration;

  TimestampVerifier(History history, IsolationLevel level) {
    this.history = history;
    this.snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    Comparator<Integer> byCommit = Comparator.comparing(this::commit);
    arbitration =
        byCommit
            .thenComparing(t -> operations(t).noneMatch(history::isWrite))
            .thenComparing(this::start)
            .thenComparing(
                (t, s) ->
                    history
                        .atoms()
                        .compare(
                            history.sessionAtom(history.sessionOf(t)),
                            history.sessionAtom(history.sessionOf(s))))
            .thenComparing(t -> t);
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        int writer = t;
        operations(t)
            .filter(history::isWrite)
            .map(history::keyOf)
            .distinct()
            .forEach(key -> writers.computeIfAbsent(key, unused -> new ArrayList<>()).add(writer));
      }
    }
    writers.values().forEach(list -> list.sort(arbitration));
  }

  /** A timestamp with its logical part. */
  private record Time(long physical, long logical) implements Comparable<Time> {
    @Override
    public int compareTo(Time other) {
      return physical != other.physical
          ? Long.compare(physical, other.physical)
          : Long.compare(logical, other.logical);
    }
  }

  private Time start(int t) {
    return new Time(history.startTimestamp(t), history.startLogical(t));
  }

  private Time commit(int t) {
    return new Time(history.commitTimestamp(t), history.commitLogical(t));
  }

  private IntStream operations(int t) {
    return IntStream.range(history.firstOperation(t), history.endOperation(t));
  }

  Optional<String> refute() {
    for (int t = 0; t < history.transactionCount(); t++) {
      if (history.counts(t)) {
        Optional<String> flaw = refute(t);
        if (flaw.isPresent()) {
          return Optional.of(history.transactionName(t) + " " + flaw.get());
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> refute(int t) {
    if (snapshots && start(t).compareTo(commit(t)) > 0) {
      return Optional.of("starts after its commit");
    }
    return refuteSession(t).or(() -> refuteWrites(t)).or(() -> refuteReads(t));
  }

  private Optional<String> refuteSession(int t) {
    int before = t - 1;
    while (before >= history.firstTransaction(history.sessionOf(t)) && !follows(t, before)) {
      before--;
    }
    if (before < history.firstTransaction(history.sessionOf(t))) {
      return Optional.empty();
    }
    boolean numbered = history.sequenceNumber(t) != RawBlock.NO_NUMBER;
    boolean gap = numbered && history.sequenceNumber(t) != history.sequenceNumber(t - 1) + 1;
    Time own = snapshots ? start(t) : commit(t);
    return gap || own.compareTo(commit(before)) < 0
        ? Optional.of("does not come after " + history.transactionName(before))
        : Optional.empty();
  }

  private boolean follows(int t, int s) {
    return t > s
        && history.sessionOf(t) == history.sessionOf(s)
        && history.counts(s)
        && history.outcome(s) == Outcome.COMMITTED
        && SessionChains.hadEnded(history, s, t);
  }

  /** Against the writer before it: those before that are further away still. */
  private Optional<String> refuteWrites(int t) {
    return operations(t)
        .filter(history::isWrite)
        .map(history::keyOf)
        .distinct()
        .mapToObj(key -> writers.get(key))
        .map(list -> list.subList(0, Collections.binarySearch(list, t, arbitration)))
        .filter(earlier -> !earlier.isEmpty())
        .map(earlier -> earlier.get(earlier.size() - 1))
        .filter(s -> snapshots ? start(t).compareTo(commit(s)) < 0 : commit(s).equals(commit(t)))
        .map(s -> "overlaps " + history.transactionName(s))
        .findFirst();
  }

  private Optional<String> refuteReads(int t) {
    Map<Integer, List<Long>> own = new HashMap<>();
    Map<Integer, List<Long>> expected = new HashMap<>();
    for (int i : operations(t).toArray()) {
      int key = history.keyOf(i);
      if (history.isAppend(i)) {
        own.computeIfAbsent(key, unused -> new ArrayList<>()).add(history.valueOf(i));
      } else if (history.isWrite(i)) {
        expected.put(key, List.of(history.valueOf(i)));
      } else if (!history.isUnknownRead(i)) {
        List<Long> should =
            new ArrayList<>(
                expected.computeIfAbsent(key, k -> visible(t, k, history.isListRead(i))));
        should.addAll(own.getOrDefault(key, List.of()));
        if (!should.equals(Execution.recorded(history, i))) {
          return Optional.of("reads another value of " + history.keyName(key));
        }
      }
    }
    return Optional.empty();
  }

  /** What the transaction should see of a key: all elements of a list, or one value. */
  private List<Long> visible(int t, int key, boolean list) {
    List<Integer> all = writers.getOrDefault(key, List.of());
    int place = Collections.binarySearch(all, t, arbitration);
    List<Integer> candidates = all.subList(0, place < 0 ? -1 - place : place);
    List<Long> values = new ArrayList<>();
    for (int i = candidates.size() - 1; i >= 0; i--) {
      int s = candidates.get(i);
      if ((!snapshots || commit(s).compareTo(start(t)) <= 0) && !follows(s, t)) {
        List<Long> written =
            operations(s)
                .filter(history::isWrite)
                .filter(o -> history.keyOf(o) == key)
                .mapToObj(history::valueOf)
                .toList();
        if (!list) {
          return List.of(written.get(written.size() - 1));
        }
        values.addAll(0, written);
      }
    }
    return list ? values : List.of(history.initialValue(key));
  }
}
