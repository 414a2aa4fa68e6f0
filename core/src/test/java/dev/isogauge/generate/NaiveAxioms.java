package dev.isogauge.generate;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The weak levels and the names of their anomalies, straight from the axioms, with matrices over
 * all transactions. Reads are resolved by value here and not taken from {@link History}, so that
 * only the recorded operations are trusted. For histories without aborted duplicates, in which
 * every value of a key is written once. Cubic; for small histories.
 *
 * <p>Transaction 0 is the initial one, transaction t of the history is t + 1.
 */
public final class NaiveAxioms {
  private final History history;
  private final int count;
  private final Set<String> faults = new TreeSet<>();
  private final List<Read> reads = new ArrayList<>();
  private final boolean[][] writes;
  private final boolean[][] sessionOrder;
  private final boolean[][] happensBefore;

  /** A read of another transaction, in the order of operations. */
  private record Read(int reader, int key, int from, int operation) {}

  public NaiveAxioms(History history) {
    this.history = history;
    this.count = history.transactionCount() + 1;
    this.writes = new boolean[count][history.keyCount()];
    this.sessionOrder = new boolean[count][count];
    resolve();
    for (int later = 1; later < count; later++) {
      sessionOrder[0][later] = committed(later);
      for (int earlier = 1; earlier < later; earlier++) {
        sessionOrder[earlier][later] =
            committed(earlier)
                && committed(later)
                && history.sessionOf(earlier - 1) == history.sessionOf(later - 1);
      }
    }
    happensBefore = copy(sessionOrder);
    for (Read read : reads) {
      happensBefore[read.from][read.reader] |= read.from != read.reader;
    }
    close(happensBefore);
  }

  /** Whether the history satisfies the level. */
  public boolean holds(IsolationLevel level) {
    if (level == IsolationLevel.CUT_ISOLATION) {
      return findings(level).stream().noneMatch(finding -> finding.startsWith("TAP-j"));
    }
    return faults.isEmpty() && !cyclic(commitOrder(level, false));
  }

  /**
   * All findings as "letter reader key readFrom", with the names of the history; for a causal cycle
   * the members in place of reader, key and readFrom.
   */
  public Set<String> findings(IsolationLevel level) {
    Set<String> found = new TreeSet<>(faults);
    addCausalCycles(found);
    boolean[][] readCommitted = commitOrder(IsolationLevel.READ_COMMITTED, true);
    boolean[][] readAtomic = commitOrder(IsolationLevel.READ_ATOMIC, true);
    boolean[][] causal = commitOrder(IsolationLevel.CAUSAL, true);
    for (Read read : reads) {
      for (int t2 = 0; t2 < count; t2++) {
        if (!isTriple(read, t2) || onCycle(read.from) || onCycle(t2) || onCycle(read.reader)) {
          continue;
        }
        int t1 = read.from;
        boolean hb = happensBefore[t1][t2];
        boolean unrelated = !hb && !happensBefore[t2][t1];
        boolean early = readsBefore(read, t2);
        boolean direct = sessionOrder[t2][read.reader] || readsOtherKey(read, t2);
        boolean indirect = happensBefore[t2][read.reader] && !readsKey(read.reader, read.key, t2);
        String letter = "";
        if (early && hb) {
          letter = "h";
        } else if (early && unrelated && readCommitted[t1][t2]) {
          letter = "i";
        } else if (direct && hb) {
          letter = "k";
        } else if (direct && unrelated && readAtomic[t1][t2]) {
          letter = "l";
        } else if (indirect && hb) {
          letter = "m";
        } else if (indirect && unrelated && causal[t1][t2]) {
          letter = "n";
        }
        if (!letter.isEmpty()) {
          found.add(finding(letter, read));
        }
      }
    }
    addNonRepeatable(found);
    return switch (level) {
      case CUT_ISOLATION -> only(found, "abcdefj");
      case READ_COMMITTED -> only(found, "abcdefghi");
      case READ_ATOMIC -> only(found, "abcdefghijkl");
      default -> found;
    };
  }

  private static Set<String> only(Set<String> found, String letters) {
    Set<String> kept = new TreeSet<>(found);
    kept.removeIf(finding -> letters.indexOf(finding.charAt(4)) < 0);
    return kept;
  }

  private void resolve() {
    Map<String, Integer> writer = new HashMap<>();
    Map<String, Integer> finalWriter = new HashMap<>();
    for (int t = 0; t < history.transactionCount(); t++) {
      Map<Integer, Integer> last = new HashMap<>();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          writer.put(version(i), i);
          last.put(history.keyOf(i), i);
          writes[t + 1][history.keyOf(i)] = committed(t + 1);
        }
      }
      last.values().forEach(i -> finalWriter.put(version(i), i));
    }
    Arrays.fill(writes[0], true);
    for (int t = 0; t < history.transactionCount(); t++) {
      Map<Integer, Integer> own = new HashMap<>();
      for (int i = history.firstOperation(t);
          committed(t + 1) && i < history.endOperation(t);
          i++) {
        if (history.isWrite(i)) {
          own.put(history.keyOf(i), i);
        } else {
          resolve(t, i, own.get(history.keyOf(i)), writer, finalWriter);
        }
      }
    }
  }

  private void resolve(
      int t, int i, Integer own, Map<String, Integer> writer, Map<String, Integer> finalWriter) {
    boolean initial = history.valueOf(i) == history.initialValue(history.keyOf(i));
    Integer write = writer.get(version(i));
    int from = write == null ? 0 : history.transactionOf(write) + 1;
    if (write == null && !initial) {
      faults.add("TAP-a " + history.transactionName(t) + " " + key(i) + " -");
      return;
    }
    Read read = new Read(t + 1, history.keyOf(i), from, i);
    if (own != null && own.equals(write)) {
      return;
    }
    if (from != 0 && !committed(from)) {
      faults.add(finding("b", read));
    } else if (from == t + 1) {
      faults.add(finding(write > i ? "c" : "e", read));
    } else if (own != null) {
      faults.add(finding("d", read));
    } else if (from != 0 && !finalWriter.containsKey(version(i))) {
      faults.add(finding("f", read));
    } else {
      reads.add(read);
    }
  }

  /** so, wr and the edges that the level forces, transitively. */
  private boolean[][] commitOrder(IsolationLevel level, boolean unrelatedOnly) {
    boolean[][] order = copy(happensBefore);
    for (Read read : reads) {
      for (int t2 = 0; t2 < count; t2++) {
        boolean related = happensBefore[read.from][t2] || happensBefore[t2][read.from];
        if (isTriple(read, t2) && visible(level, read, t2) && !(unrelatedOnly && related)) {
          order[t2][read.from] = true;
        }
      }
    }
    close(order);
    return order;
  }

  private boolean isTriple(Read read, int t2) {
    return t2 != read.from && t2 != read.reader && writes[t2][read.key];
  }

  private boolean visible(IsolationLevel level, Read read, int t2) {
    return switch (level) {
      case READ_COMMITTED -> readsBefore(read, t2);
      case READ_ATOMIC ->
          sessionOrder[t2][read.reader]
              || reads.stream().anyMatch(r -> r.reader == read.reader && r.from == t2);
      default -> happensBefore[t2][read.reader];
    };
  }

  private boolean readsBefore(Read read, int t2) {
    return reads.stream()
        .anyMatch(r -> r.reader == read.reader && r.from == t2 && r.operation < read.operation);
  }

  private boolean readsOtherKey(Read read, int t2) {
    return reads.stream()
        .anyMatch(r -> r.reader == read.reader && r.from == t2 && r.key != read.key);
  }

  private boolean readsKey(int reader, int key, int from) {
    return reads.stream().anyMatch(r -> r.reader == reader && r.key == key && r.from == from);
  }

  private void addNonRepeatable(Set<String> found) {
    Map<String, Read> first = new HashMap<>();
    for (Read read : reads) {
      Read earlier = first.putIfAbsent(read.reader + " " + read.key, read);
      if (earlier != null && earlier.from != read.from) {
        found.add(finding("j", earlier));
      }
    }
  }

  private void addCausalCycles(Set<String> found) {
    for (int t = 1; t < count; t++) {
      if (onCycle(t)) {
        StringBuilder members = new StringBuilder("TAP-g");
        for (int u = 1; u < count; u++) {
          if (happensBefore[t][u] && happensBefore[u][t]) {
            members.append(' ').append(history.transactionName(u - 1));
          }
        }
        found.add(members.toString());
      }
    }
  }

  private boolean onCycle(int t) {
    return happensBefore[t][t];
  }

  private boolean committed(int t) {
    return t == 0 || history.outcome(t - 1) == Outcome.COMMITTED;
  }

  private String finding(String letter, Read read) {
    return "TAP-"
        + letter
        + " "
        + history.transactionName(read.reader - 1)
        + " "
        + history.keyName(read.key)
        + " "
        + history.transactionName(read.from - 1);
  }

  private String version(int operation) {
    return history.keyOf(operation) + "=" + history.valueOf(operation);
  }

  private String key(int operation) {
    return history.keyName(history.keyOf(operation));
  }

  private static boolean cyclic(boolean[][] closed) {
    for (int t = 0; t < closed.length; t++) {
      if (closed[t][t]) {
        return true;
      }
    }
    return false;
  }

  private static boolean[][] copy(boolean[][] matrix) {
    boolean[][] copy = new boolean[matrix.length][];
    for (int i = 0; i < matrix.length; i++) {
      copy[i] = matrix[i].clone();
    }
    return copy;
  }

  private static void close(boolean[][] matrix) {
    for (int via = 0; via < matrix.length; via++) {
      for (boolean[] row : matrix) {
        if (row[via]) {
          for (int to = 0; to < row.length; to++) {
            row[to] |= matrix[via][to];
          }
        }
      }
    }
  }
}
