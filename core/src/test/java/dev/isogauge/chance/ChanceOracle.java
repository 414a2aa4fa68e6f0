package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the chances of a tiny history by trying all sets of transactions and keys. */
final class ChanceOracle {
  private final History history;
  private final List<Integer> all = new ArrayList<>();
  private final Map<ChanceKind, long[]> counts = new EnumMap<>(ChanceKind.class);

  /** By transaction and key: the reads before its first write. */
  private final List<Map<Integer, List<Integer>>> reads = new ArrayList<>();

  private final List<Map<Integer, List<Integer>>> writes = new ArrayList<>();

  private ChanceOracle(History history) {
    this.history = history;
    for (int t = 0; t < history.transactionCount(); t++) {
      all.add(t);
      reads.add(new TreeMap<>());
      writes.add(new TreeMap<>());
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        int key = history.keyOf(i);
        if (history.isWrite(i)) {
          writes.get(t).computeIfAbsent(key, k -> new ArrayList<>()).add(i);
        } else if (!writes.get(t).containsKey(key)) {
          reads.get(t).computeIfAbsent(key, k -> new ArrayList<>()).add(i);
        }
      }
    }
    for (ChanceKind kind : ChanceKind.values()) {
      counts.put(kind, new long[3]);
    }
  }

  static Map<ChanceKind, Chances.Count> count(History history) {
    ChanceOracle oracle = new ChanceOracle(history);
    oracle.pairs();
    oracle.longForks();
    oracle.staleReads();
    Map<ChanceKind, Chances.Count> result = new EnumMap<>(ChanceKind.class);
    oracle.counts.forEach((kind, c) -> result.put(kind, new Chances.Count(c[0], c[1], c[2])));
    return result;
  }

  private boolean overlap(int a, int b) {
    return a != b
        && history.beginTime(a) <= history.endTime(b)
        && history.beginTime(b) <= history.endTime(a);
  }

  private boolean aborted(int t) {
    return history.outcome(t) == Outcome.ABORTED;
  }

  private void found(ChanceKind kind, boolean aborted, boolean happened) {
    counts.get(kind)[0]++;
    if (aborted) {
      counts.get(kind)[2]++;
    } else if (happened) {
      counts.get(kind)[1]++;
    }
  }

  private boolean doesRead(int t, int x) {
    return reads.get(t).containsKey(x);
  }

  private boolean doesWrite(int t, int x) {
    return writes.get(t).containsKey(x);
  }

  private int firstRead(int t, int x) {
    return reads.get(t).get(x).get(0);
  }

  private int lastWrite(int t, int x) {
    List<Integer> all = writes.get(t).get(x);
    return all.get(all.size() - 1);
  }

  private List<Long> seen(int read) {
    List<Long> values = new ArrayList<>();
    if (history.isListRead(read)) {
      for (int i = 0; i < history.listSize(read); i++) {
        values.add(history.listElement(read, i));
      }
    } else {
      values.add(history.valueOf(read));
    }
    return values;
  }

  private boolean shows(int read, int write) {
    return seen(read).contains(history.valueOf(write));
  }

  private boolean sees(int reader, int writer, int x) {
    return doesRead(reader, x)
        && doesWrite(writer, x)
        && shows(firstRead(reader, x), lastWrite(writer, x));
  }

  private boolean misses(int reader, int writer, int x) {
    if (!doesRead(reader, x) || !doesWrite(writer, x) || sees(reader, writer, x)) {
      return false;
    }
    int read = firstRead(reader, x);
    if (history.isListRead(read) || history.valueOf(read) == history.initialValue(x)) {
      return true;
    }
    if (doesRead(writer, x) && seen(firstRead(writer, x)).equals(seen(read))) {
      return true;
    }
    int latest = latest(x, history.beginTime(writer), -1);
    return latest >= 0 && shows(read, lastWrite(latest, x));
  }

  /** The committed writer of another session that ended last before a time. */
  private int latest(int x, long before, int session) {
    int latest = -1;
    for (int w : all) {
      if (doesWrite(w, x)
          && history.outcome(w) == Outcome.COMMITTED
          && history.sessionOf(w) != session
          && history.endTime(w) < before
          && (latest < 0 || history.endTime(w) > history.endTime(latest))) {
        latest = w;
      }
    }
    return latest;
  }

  private boolean seesAnything(int one, int other) {
    return reads.get(one).keySet().stream().anyMatch(x -> sees(one, other, x));
  }

  private void pairs() {
    for (int a : all) {
      for (int b : all) {
        if (overlap(a, b)) {
          ordered(a, b);
          if (a < b) {
            unordered(a, b);
          }
        }
      }
    }
  }

  private void ordered(int reader, int writer) {
    for (int x = 0; x < history.keyCount(); x++) {
      if (!doesRead(reader, x) || !doesWrite(writer, x)) {
        continue;
      }
      if (aborted(writer)) {
        found(ChanceKind.ABORTED_READ, aborted(reader), sees(reader, writer, x));
      } else {
        found(ChanceKind.DIRTY_READ, aborted(reader), dirty(reader, writer, x));
      }
      boolean aborted = aborted(reader) || aborted(writer);
      List<Integer> own = reads.get(reader).get(x);
      if (own.size() > 1) {
        found(
            ChanceKind.READ_SKEW,
            aborted,
            shows(own.get(0), lastWrite(writer, x))
                != shows(own.get(own.size() - 1), lastWrite(writer, x)));
      }
      for (int y = x + 1; y < history.keyCount(); y++) {
        if (doesRead(reader, y) && doesWrite(writer, y)) {
          found(
              ChanceKind.READ_SKEW,
              aborted,
              (sees(reader, writer, x) && misses(reader, writer, y))
                  || (sees(reader, writer, y) && misses(reader, writer, x)));
        }
      }
    }
  }

  private boolean dirty(int reader, int writer, int x) {
    List<Long> seen = seen(firstRead(reader, x));
    List<Integer> written = writes.get(writer).get(x);
    for (int w : written.subList(0, written.size() - 1)) {
      if (!seen.isEmpty() && history.valueOf(w) == seen.get(seen.size() - 1)) {
        return true;
      }
    }
    return sees(reader, writer, x) && seesAnything(writer, reader);
  }

  private void unordered(int a, int b) {
    boolean aborted = aborted(a) || aborted(b);
    boolean bothWrite = writes.get(a).keySet().stream().anyMatch(x -> doesWrite(b, x));
    for (int x = 0; x < history.keyCount(); x++) {
      if (doesRead(a, x) && doesWrite(a, x) && doesRead(b, x) && doesWrite(b, x)) {
        found(ChanceKind.LOST_UPDATE, aborted, seen(firstRead(a, x)).equals(seen(firstRead(b, x))));
      }
      for (int y = 0; y < history.keyCount(); y++) {
        if (x < y && doesWrite(a, x) && doesWrite(a, y) && doesWrite(b, x) && doesWrite(b, y)) {
          found(
              ChanceKind.DIRTY_WRITE,
              aborted,
              (sees(a, b, x) && sees(b, a, y)) || (sees(a, b, y) && sees(b, a, x)));
        }
        if (x != y
            && !bothWrite
            && doesRead(a, x)
            && doesWrite(a, y)
            && doesRead(b, y)
            && doesWrite(b, x)) {
          found(ChanceKind.WRITE_SKEW, aborted, misses(a, b, x) && misses(b, a, y));
        }
      }
    }
  }

  private void longForks() {
    for (int p : all) {
      for (int q : all) {
        for (int u : all) {
          for (int v : all) {
            if (p < q
                && overlap(p, q)
                && overlap(p, u)
                && overlap(p, v)
                && overlap(q, u)
                && overlap(q, v)
                && overlap(u, v)) {
              longForks(p, q, u, v);
            }
          }
        }
      }
    }
  }

  private void longForks(int p, int q, int u, int v) {
    for (int x = 0; x < history.keyCount(); x++) {
      for (int y = 0; y < history.keyCount(); y++) {
        // Each set once: x before y, as u and v take both roles.
        if (x < y
            && doesRead(p, x)
            && doesRead(p, y)
            && doesRead(q, x)
            && doesRead(q, y)
            && doesWrite(u, x)
            && !doesWrite(u, y)
            && doesWrite(v, y)
            && !doesWrite(v, x)) {
          boolean aborted = aborted(p) || aborted(q) || aborted(u) || aborted(v);
          found(
              ChanceKind.LONG_FORK, aborted, forked(p, q, u, x, v, y) || forked(q, p, u, x, v, y));
        }
      }
    }
  }

  private boolean forked(int p, int q, int u, int x, int v, int y) {
    return sees(p, u, x) && misses(q, u, x) && sees(q, v, y) && misses(p, v, y);
  }

  private void staleReads() {
    for (int t : all) {
      for (int x : reads.get(t).keySet()) {
        int write = latest(x, history.beginTime(t), history.sessionOf(t));
        if (write >= 0 && history.beginTime(t) - history.endTime(write) <= Sweep.RECENT) {
          found(ChanceKind.STALE_READ, aborted(t), misses(t, write, x));
        }
      }
    }
  }
}
