package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The axiom of the weak levels and of parallel snapshot isolation, given a run in which sessions
 * and reads are known to go forward: of all writers of x that are visible to a reader of x, none
 * commits after the one that was read. What is visible is
 *
 * <ul>
 *   <li>read committed: what the reader read from before; read atomic: all that it reads from, and
 *       what its session wrote;
 *   <li>session guarantees: what the session wrote, or had read from, before the reader, or before
 *       one that it reads from;
 *   <li>causal consistency: what happens before the reader; parallel snapshot isolation: the same,
 *       where a transaction also comes after what it overwrites;
 *   <li>beside other levels only, prefix consistency: all up to the last that the reader follows in
 *       its session or reads from; snapshot isolation: or that it overwrites; serializability: all
 *       before it.
 * </ul>
 *
 * <p>Shares nothing with the checkers.
 */
final class VisibilityVerifier {
  /** How many chains of sessions are gone through at a time. */
  private static final int COLUMNS = 64;

  private static final IntArrayList NOBODY = new IntArrayList(0);

  private final Run run;
  private final History history;
  private final IsolationLevel level;
  private final IntPredicate isJudged;
  private final SessionChains sessions;
  private final ReadSources sources;

  /**
   * A verifier.
   *
   * @param isJudged whose reads are judged by the level
   */
  VisibilityVerifier(
      Run run,
      IsolationLevel level,
      IntPredicate isJudged,
      SessionChains sessions,
      ReadSources sources) {
    this.run = run;
    this.history = run.history;
    this.level = level;
    this.isJudged = isJudged;
    this.sessions = sessions;
    this.sources = sources;
  }

  Optional<String> refute() {
    return switch (level) {
      case READ_COMMITTED -> refuteOwnReads();
      case READ_ATOMIC -> refuteOwnReads().or(this::refuteSessions);
      case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS ->
          refuteSessions();
      case CAUSAL, PARALLEL_SNAPSHOT_ISOLATION -> refuteHappensBefore();
      case PREFIX_CONSISTENCY, SNAPSHOT_ISOLATION, SERIALIZABILITY -> refutePrefixes();
      default -> Optional.of("an order of commits alone proves nothing about " + level.id());
    };
  }

  /** The writer that each read of a transaction saw is visible to its later reads, or to all. */
  private Optional<String> refuteOwnReads() {
    boolean onlyLater = level == IsolationLevel.READ_COMMITTED;
    // By key: the newest commit of a visible writer, and to whom it is visible, plus 1.
    int[] newest = new int[history.keyCount()];
    int[] visibleTo = new int[history.keyCount()];
    for (int t = 0; t < history.transactionCount(); t++) {
      for (int pass = onlyLater ? 1 : 0; run.happens(t) && pass < 2; pass++) {
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          if (!sources.isExternal(i)) {
            continue;
          }
          int key = history.keyOf(i);
          if (pass == 1 && visibleTo[key] == t + 1 && isStale(i, newest[key])) {
            return stale(i);
          }
          int writer = sources.of(i);
          if (writer == History.INITIAL || (pass == 1 && !onlyLater)) {
            continue;
          }
          for (int w = history.firstOperation(writer); w < history.endOperation(writer); w++) {
            int written = history.keyOf(w);
            if (history.isWrite(w)) {
              newest[written] =
                  visibleTo[written] == t + 1
                      ? Math.max(newest[written], run.commit(writer))
                      : run.commit(writer);
              visibleTo[written] = t + 1;
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  /**
   * What a session wrote, or has read from, is visible to its later transactions, or to those that
   * read from them. Along a chain of the session it only grows.
   */
  private Optional<String> refuteSessions() {
    boolean toReaders =
        level == IsolationLevel.MONOTONIC_WRITES || level == IsolationLevel.WRITES_FOLLOW_READS;
    IntArrayList[] readers = toReaders ? readers() : new IntArrayList[0];
    Int2ObjectOpenHashMap<Visible> byChain = new Int2ObjectOpenHashMap<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      if (t == history.firstTransaction(history.sessionOf(t))) {
        byChain.clear();
      }
      if (!run.happens(t)) {
        continue;
      }
      Visible visible = byChain.computeIfAbsent(sessions.chain(t), unused -> new Visible());
      for (int before : sessions.before(t)) {
        visible.addUpTo(before, byChain.get(sessions.chain(before)).members);
      }
      visible.members.add(t);
      if (level == IsolationLevel.WRITES_FOLLOW_READS) {
        visible.add(t);
      }
      for (int reader : toReaders ? readers[t] : IntArrayList.of(t)) {
        for (int i = history.firstOperation(reader); i < history.endOperation(reader); i++) {
          if (sources.isExternal(i) && isStale(i, visible.newest.get(history.keyOf(i)))) {
            return stale(i);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** What is visible at the end of a chain of a session. */
  private final class Visible {
    /** The transactions of the chain. */
    private final IntArrayList members = new IntArrayList();

    /** By key: the newest commit of a writer that is visible. */
    private final Int2IntOpenHashMap newest = new Int2IntOpenHashMap();

    /** By chain of the session: how many of its members were added. */
    private final Int2IntOpenHashMap added = new Int2IntOpenHashMap();

    Visible() {
      newest.defaultReturnValue(-1);
    }

    void addUpTo(int last, IntArrayList others) {
      int next = added.get(sessions.chain(last));
      for (; next < others.size() && others.getInt(next) <= last; next++) {
        add(others.getInt(next));
      }
      added.put(sessions.chain(last), next);
    }

    /** Adds what a transaction wrote, or what those wrote that it has read from. */
    void add(int t) {
      boolean isRead =
          level == IsolationLevel.MONOTONIC_READS || level == IsolationLevel.WRITES_FOLLOW_READS;
      for (int i = history.firstOperation(t); isRead && i < history.endOperation(t); i++) {
        if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
          addWrites(sources.of(i));
        }
      }
      if (!isRead) {
        addWrites(t);
      }
    }

    private void addWrites(int writer) {
      for (int w = history.firstOperation(writer); w < history.endOperation(writer); w++) {
        if (history.isWrite(w)) {
          newest.mergeInt(history.keyOf(w), run.commit(writer), Math::max);
        }
      }
    }
  }

  /** By transaction: those that read from it, once each. */
  private IntArrayList[] readers() {
    IntArrayList[] readers = new IntArrayList[history.transactionCount()];
    Arrays.setAll(readers, t -> new IntArrayList(0));
    for (int i = 0; i < history.operationCount(); i++) {
      if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
        IntArrayList of = readers[sources.of(i)];
        int reader = history.transactionOf(i);
        if (of.isEmpty() || of.getInt(of.size() - 1) != reader) {
          of.add(reader);
        }
      }
    }
    return readers;
  }

  private Optional<String> refuteHappensBefore() {
    int[] order = run.witness.commitOrder();
    IntArrayList[] writers = writersByKey(order);
    for (int first = 0; first < sessions.chainCount(); first += COLUMNS) {
      int end = Math.min(sessions.chainCount(), first + COLUMNS);
      Optional<String> stale = refuteHappensBefore(order, writers, first, end);
      if (stale.isPresent()) {
        return stale;
      }
    }
    return Optional.empty();
  }

  /** The writers of each key, in the order of their commits. */
  private IntArrayList[] writersByKey(int[] order) {
    IntArrayList[] writers = new IntArrayList[history.keyCount()];
    Arrays.setAll(writers, key -> new IntArrayList(0));
    for (int t : order) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        IntArrayList of = writers[history.keyOf(i)];
        if (history.isWrite(i) && (of.isEmpty() || of.getInt(of.size() - 1) != t)) {
          of.add(t);
        }
      }
    }
    return writers;
  }

  /** Checks the writers in some of the chains. Rows hold the last visible transaction plus 1. */
  private Optional<String> refuteHappensBefore(
      int[] order, IntArrayList[] writers, int first, int end) {
    int[][] rows = new int[history.transactionCount()][];
    int[] lastWriter = new int[history.keyCount()];
    Arrays.fill(lastWriter, History.NONE);
    for (int t : order) {
      int[] row = new int[end - first];
      for (int before : sessions.before(t)) {
        join(row, rows[before], before, first);
      }
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
          join(row, rows[sources.of(i)], sources.of(i), first);
          if (history.isListRead(i)) {
            // All that a list shows happens before its reader.
            sources.shown(i).forEach(shown -> join(row, rows[shown], shown, first));
          }
        }
        int overwritten = lastWriter[history.keyOf(i)];
        if (level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION && history.isWrite(i)) {
          if (overwritten != History.NONE && overwritten != t) {
            join(row, rows[overwritten], overwritten, first);
          }
          lastWriter[history.keyOf(i)] = t;
        }
      }
      rows[t] = row;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (sources.isExternal(i)
            && isJudged.test(t)
            && missesVisible(row, writers[history.keyOf(i)], first, i)) {
          return stale(i);
        }
      }
    }
    return Optional.empty();
  }

  private void join(int[] row, int[] other, int transaction, int first) {
    for (int c = 0; c < row.length; c++) {
      row[c] = Math.max(row[c], other[c]);
    }
    int column = sessions.chain(transaction) - first;
    if (column >= 0 && column < row.length) {
      row[column] = Math.max(row[column], transaction + 1);
    }
  }

  /** Whether a visible writer commits after the one that was read. */
  private boolean missesVisible(int[] row, IntArrayList writers, int first, int read) {
    int reader = run.commit(history.transactionOf(read));
    for (int w = firstAfter(writers, run.commit(sources.of(read))); w < writers.size(); w++) {
      int writer = writers.getInt(w);
      if (run.commit(writer) >= reader) {
        return false;
      }
      int column = sessions.chain(writer) - first;
      if (column >= 0 && column < row.length && writer < row[column]) {
        return true;
      }
    }
    return false;
  }

  private int firstAfter(IntArrayList writers, int commit) {
    int low = 0;
    int high = writers.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (run.commit(writers.getInt(middle)) <= commit) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private Optional<String> refutePrefixes() {
    IntArrayList[] writers = writersByKey(run.witness.commitOrder());
    for (int t = 0; t < history.transactionCount(); t++) {
      if (run.happens(t) && isJudged.test(t)) {
        int last = lastVisible(t, writers);
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          for (int writer : sources.isExternal(i) ? writers[history.keyOf(i)] : NOBODY) {
            if (writer != t && run.commit(writer) <= last && isStale(i, run.commit(writer))) {
              return stale(i);
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  /** The commit up to which all is visible to a transaction. */
  private int lastVisible(int t, IntArrayList[] writers) {
    if (level == IsolationLevel.SERIALIZABILITY) {
      return run.commit(t);
    }
    int last = -1;
    for (int before : sessions.before(t)) {
      last = Math.max(last, run.commit(before));
    }
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
        last = Math.max(last, run.commit(sources.of(i)));
      }
      boolean overwrites = level == IsolationLevel.SNAPSHOT_ISOLATION && history.isWrite(i);
      for (int writer : overwrites ? writers[history.keyOf(i)] : NOBODY) {
        if (run.commit(writer) < run.commit(t)) {
          last = Math.max(last, run.commit(writer));
        }
      }
    }
    return last;
  }

  private boolean isStale(int read, int newestCommit) {
    return isJudged.test(history.transactionOf(read))
        && newestCommit > run.commit(sources.of(read));
  }

  private Optional<String> stale(int read) {
    return run.flaw(read, "although a newer write is visible to it");
  }
}
