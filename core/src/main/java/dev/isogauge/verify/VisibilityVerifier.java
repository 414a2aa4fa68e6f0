package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
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
   * read from them.
   */
  private Optional<String> refuteSessions() {
    boolean toReaders =
        level == IsolationLevel.MONOTONIC_WRITES || level == IsolationLevel.WRITES_FOLLOW_READS;
    boolean withLast = level == IsolationLevel.WRITES_FOLLOW_READS;
    IntArrayList[] readers = toReaders ? readers() : new IntArrayList[0];
    for (int s = 0; s < history.sessionCount(); s++) {
      Long2ObjectOpenHashMap<IntArrayList> seen = seenBy(s);
      for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
        if (run.happens(t)) {
          for (int reader : toReaders ? readers[t] : IntArrayList.of(t)) {
            for (int i = history.firstOperation(reader); i < history.endOperation(reader); i++) {
              if (sources.isExternal(i)
                  && isStale(i, newestUpTo(t, withLast, history.keyOf(i), seen))) {
                return stale(i);
              }
            }
          }
        }
      }
    }
    return Optional.empty();
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

  /**
   * By chain of a session and key, in the order of the chain: members that see writers of the key,
   * each followed by the newest commit of these up to it.
   */
  private Long2ObjectOpenHashMap<IntArrayList> seenBy(int session) {
    boolean writes =
        level != IsolationLevel.MONOTONIC_READS && level != IsolationLevel.WRITES_FOLLOW_READS;
    Long2ObjectOpenHashMap<IntArrayList> seen = new Long2ObjectOpenHashMap<>();
    for (int t = history.firstTransaction(session); t < history.endTransaction(session); t++) {
      for (int i = history.firstOperation(t); run.happens(t) && i < history.endOperation(t); i++) {
        if (writes) {
          add(seen, t, t, i);
        } else if (sources.isExternal(i) && sources.of(i) != History.INITIAL) {
          int writer = sources.of(i);
          for (int w = history.firstOperation(writer); w < history.endOperation(writer); w++) {
            add(seen, t, writer, w);
          }
        }
      }
    }
    return seen;
  }

  private void add(Long2ObjectOpenHashMap<IntArrayList> seen, int t, int writer, int operation) {
    if (history.isWrite(operation)) {
      IntArrayList pairs =
          seen.computeIfAbsent(
              chainAndKey(sessions.chain(t), history.keyOf(operation)),
              unused -> new IntArrayList(2));
      int newest = pairs.isEmpty() ? -1 : pairs.getInt(pairs.size() - 1);
      pairs.add(t);
      pairs.add(Math.max(newest, run.commit(writer)));
    }
  }

  /** The newest commit of a writer of a key that was seen before t, or by t as well; else -1. */
  private int newestUpTo(
      int t, boolean withLast, int key, Long2ObjectOpenHashMap<IntArrayList> seen) {
    int newest = withLast ? newestUpTo(t, key, seen) : -1;
    for (int before : sessions.before(t)) {
      newest = Math.max(newest, newestUpTo(before, key, seen));
    }
    return newest;
  }

  private int newestUpTo(int member, int key, Long2ObjectOpenHashMap<IntArrayList> seen) {
    IntArrayList pairs = seen.get(chainAndKey(sessions.chain(member), key));
    int low = 0;
    int high = pairs == null ? 0 : pairs.size() / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pairs.getInt(2 * middle) <= member) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? -1 : pairs.getInt(2 * low - 1);
  }

  private static long chainAndKey(int chain, int key) {
    return (long) chain << 32 | key;
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
