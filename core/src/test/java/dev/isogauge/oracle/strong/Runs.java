package dev.isogauge.oracle.strong;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Decides strong levels of a tiny history by trying all runs: is there an order of transactions, or
 * of starts and commits, in which a store that executes them gives every read the value that was
 * recorded? By values alone, so values must be unique. Shares nothing with the checkers.
 */
public final class Runs {
  private final History history;
  private final boolean sessions;
  private final boolean realTime;
  private final List<Integer> counting;

  public Runs(History history, boolean sessions, boolean realTime) {
    this.history = history;
    this.sessions = sessions;
    this.realTime = realTime;
    this.counting =
        IntStream.range(0, history.transactionCount()).filter(history::counts).boxed().toList();
  }

  /** Whether some serial run explains all reads. */
  public boolean isSerializable() {
    return serial(new ArrayList<>(), new HashMap<>());
  }

  private boolean serial(List<Integer> done, Map<Integer, List<Long>> state) {
    if (done.size() == counting.size()) {
      return true;
    }
    for (int t : counting) {
      if (!done.contains(t) && counting.stream().allMatch(s -> !before(s, t) || done.contains(s))) {
        Map<Integer, List<Long>> after = run(t, state);
        if (after != null) {
          done.add(t);
          boolean found = serial(done, after);
          done.remove((Integer) t);
          if (found) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether some run on snapshots explains all reads, with no two overlapping writers of a key. */
  public boolean isSnapshotIsolated() {
    return snapshots(new HashMap<>(), new ArrayList<>(), new HashMap<>());
  }

  /** Writes of those that started and not yet committed, and keys committed since they started. */
  private record Running(Map<Integer, List<Long>> result, List<Integer> committedKeys) {}

  private boolean snapshots(
      Map<Integer, Running> running, List<Integer> committed, Map<Integer, List<Long>> state) {
    if (committed.size() == counting.size()) {
      return true;
    }
    for (int t : counting) {
      if (committed.contains(t)) {
        continue;
      }
      if (!running.containsKey(t)) {
        boolean ready = counting.stream().allMatch(s -> !before(s, t) || committed.contains(s));
        Map<Integer, List<Long>> result = ready ? run(t, state) : null;
        if (result != null) {
          Map<Integer, Running> started = new HashMap<>(running);
          started.put(t, new Running(result, new ArrayList<>()));
          if (snapshots(started, committed, state)) {
            return true;
          }
        }
      } else if (running.get(t).committedKeys().stream().noneMatch(keys(t)::contains)) {
        Map<Integer, List<Long>> after = new HashMap<>(state);
        keys(t).forEach(key -> after.put(key, running.get(t).result().get(key)));
        Map<Integer, Running> left = new HashMap<>();
        running.forEach(
            (s, run) -> {
              List<Integer> keys = new ArrayList<>(run.committedKeys());
              keys.addAll(keys(t));
              left.put(s, new Running(run.result(), keys));
            });
        left.remove(t);
        List<Integer> more = new ArrayList<>(committed);
        more.add(t);
        if (snapshots(left, more, after)) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Integer> keys(int t) {
    return IntStream.range(history.firstOperation(t), history.endOperation(t))
        .filter(history::isWrite)
        .map(history::keyOf)
        .distinct()
        .boxed()
        .toList();
  }

  private boolean before(int s, int t) {
    boolean ended = history.outcome(s) == Outcome.COMMITTED;
    boolean known =
        history.endTime(s) != RawBlock.NO_TIME && history.beginTime(t) != RawBlock.NO_TIME;
    boolean bySession =
        sessions
            && s < t
            && history.sessionOf(s) == history.sessionOf(t)
            && !(known && history.beginTime(t) < history.endTime(s));
    boolean byTime = realTime && known && history.endTime(s) < history.beginTime(t);
    return s != t && ended && (bySession || byTime);
  }

  /** The state after the transaction; null if it reads anything else than it recorded. */
  private Map<Integer, List<Long>> run(int t, Map<Integer, List<Long>> state) {
    Map<Integer, List<Long>> after = new HashMap<>(state);
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      int key = history.keyOf(i);
      if (history.isAppend(i)) {
        List<Long> longer = new ArrayList<>(after.getOrDefault(key, List.of()));
        longer.add(history.valueOf(i));
        after.put(key, longer);
      } else if (history.isWrite(i)) {
        after.put(key, List.of(history.valueOf(i)));
      } else if (history.isListRead(i)) {
        int read = i;
        List<Long> list =
            IntStream.range(0, history.listSize(i))
                .mapToObj(e -> history.listElement(read, e))
                .toList();
        if (!list.equals(after.getOrDefault(key, List.of()))) {
          return null;
        }
      } else if (!history.isUnknownRead(i)) {
        List<Long> initial = List.of(history.initialValue(key));
        if (!List.of(history.valueOf(i)).equals(after.getOrDefault(key, initial))) {
          return null;
        }
      }
    }
    return after;
  }
}
