package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Map;
import java.util.Optional;

/**
 * The axioms of the session guarantees, given a commit order in which session order and reads-from
 * are known to be kept: of all writers of x that are visible to a reader of x none comes after the
 * one that was read. Goes along each session with what it wrote, or has read from, so far; that is
 * visible to the next transaction, or to whichever reads from it. Shares nothing with the checkers.
 */
final class GuaranteeVerifier {
  private final History history;
  private final IsolationLevel level;
  private final boolean byWrites;
  private final boolean toReaders;

  /** By transaction: its place in the commit order, -1 if it does not count. */
  private final int[] position;

  private final DefinedSessionOrder sessions;
  private final ReadSources sources;
  private final IntArrayList[] readers;

  /** By key: the place of the newest write that is visible. */
  private final Int2IntOpenHashMap newest = new Int2IntOpenHashMap();

  GuaranteeVerifier(History history, IsolationLevel level, int[] position) {
    this.history = history;
    this.level = level;
    this.position = position;
    byWrites = level == IsolationLevel.READ_YOUR_WRITES || level == IsolationLevel.MONOTONIC_WRITES;
    toReaders =
        level == IsolationLevel.MONOTONIC_WRITES || level == IsolationLevel.WRITES_FOLLOW_READS;
    sessions = new DefinedSessionOrder(history);
    sources = new ReadSources(history, Map.of());
    readers = new IntArrayList[history.transactionCount()];
    newest.defaultReturnValue(-1);
  }

  Optional<String> refute() {
    for (int t = 0; t < readers.length; t++) {
      readers[t] = new IntArrayList();
    }
    for (int i = 0; i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      if (history.counts(t) && sources.isExternal(i) && sources.of(i) != History.INITIAL) {
        readers[sources.of(i)].add(t);
      }
    }
    Optional<String> flaw = Optional.empty();
    for (int s = 0; flaw.isEmpty() && s < history.sessionCount(); s++) {
      flaw = refuteSession(s);
    }
    return flaw;
  }

  private Optional<String> refuteSession(int session) {
    int first = history.firstTransaction(session);
    boolean linear = true;
    int last = History.NONE;
    newest.clear();
    for (int t = first; t < history.endTransaction(session); t++) {
      if (!history.counts(t)) {
        continue;
      }
      linear &= last == History.NONE || isBefore(last, t);
      if (!linear) {
        newest.clear();
        for (int s = first; s < t; s++) {
          if (isBefore(s, t)) {
            see(s);
          }
        }
      }
      Optional<String> flaw = refuteAt(t);
      if (flaw.isPresent()) {
        return flaw;
      }
      if (history.outcome(t) == Outcome.COMMITTED) {
        last = t;
        see(t);
      }
    }
    return Optional.empty();
  }

  private boolean isBefore(int earlier, int later) {
    if (history.counts(earlier) && history.outcome(earlier) == Outcome.COMMITTED) {
      for (int before : sessions.before(later)) {
        if (sessions.chain(before) == sessions.chain(earlier) && earlier <= before) {
          return true;
        }
      }
    }
    return false;
  }

  /** What a transaction wrote, or those that it reads from, becomes visible behind it. */
  private void see(int t) {
    if (byWrites) {
      addWrites(newest, t);
    } else {
      addSources(newest, t);
    }
  }

  private void addSources(Int2IntOpenHashMap places, int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
        addWrites(places, sources.of(i));
      }
    }
  }

  private void addWrites(Int2IntOpenHashMap places, int writer) {
    for (int i = history.firstOperation(writer); i < history.endOperation(writer); i++) {
      if (history.isWrite(i)) {
        places.merge(history.keyOf(i), position[writer], Math::max);
      }
    }
  }

  private Optional<String> refuteAt(int t) {
    if (!toReaders) {
      return firstStale(t, newest);
    }
    Int2IntOpenHashMap own = new Int2IntOpenHashMap();
    own.defaultReturnValue(-1);
    if (level == IsolationLevel.WRITES_FOLLOW_READS && !readers[t].isEmpty()) {
      addSources(own, t);
    }
    for (int reader : readers[t]) {
      Optional<String> stale = firstStale(reader, newest).or(() -> firstStale(reader, own));
      if (stale.isPresent()) {
        return stale;
      }
    }
    return Optional.empty();
  }

  private Optional<String> firstStale(int t, Int2IntOpenHashMap places) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (sources.isExternal(i)
          && places.get(history.keyOf(i))
              > (sources.of(i) == History.INITIAL ? -1 : position[sources.of(i)])) {
        return Optional.of(ReadSources.stale(history, i));
      }
    }
    return Optional.empty();
  }
}
