package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Levels of a tiny history by their one definition: some transactions happened, all committed ones
 * among them; there is an order of their commits, and a writer for each read, such that no writer
 * of x that is visible to a reader of x comes after the one that it read. Levels differ in what is
 * visible. Tries all sets, orders and writers, and shares nothing with the checkers: of a history
 * it uses operations, values, outcomes and times.
 */
public final class CommitOrderDefinition {
  private static final int INIT = -1;

  private final History history;
  private final int count;

  /** By transaction: a bit for each that it follows in its session. */
  private final int[] follows;

  private final Set<IsolationLevel> wanted;
  private final Set<IsolationLevel> found = EnumSet.noneOf(IsolationLevel.class);

  // The attempt: the order so far, by transaction its place or -1, and the source of each read.
  private final List<Integer> order = new ArrayList<>();
  private final int[] place;
  private final List<Integer> reads = new ArrayList<>();
  private final int[] source;

  private CommitOrderDefinition(History history, Set<IsolationLevel> levels) {
    this.history = history;
    this.wanted = levels;
    count = history.transactionCount();
    follows = new int[count];
    place = new int[count];
    source = new int[history.operationCount()];
    for (int t = 0; t < count; t++) {
      place[t] = -1;
      for (int s = history.firstTransaction(history.sessionOf(t)); s < t; s++) {
        boolean known =
            history.endTime(s) != RawBlock.NO_TIME && history.beginTime(t) != RawBlock.NO_TIME;
        if (history.outcome(s) == Outcome.COMMITTED
            && !(known && history.beginTime(t) < history.endTime(s))) {
          follows[t] |= 1 << s | follows[s];
        }
      }
    }
  }

  /** Those of some levels that the history satisfies. */
  public static Set<IsolationLevel> satisfied(History history, Set<IsolationLevel> levels) {
    CommitOrderDefinition definition = new CommitOrderDefinition(history, levels);
    int committed = 0;
    int unsure = 0;
    for (int t = 0; t < definition.count; t++) {
      committed |= history.outcome(t) == Outcome.COMMITTED ? 1 << t : 0;
      unsure |= history.outcome(t) == Outcome.INDETERMINATE ? 1 << t : 0;
    }
    int also = 0;
    do {
      definition.arrange(committed | also);
      also = (also - unsure) & unsure;
    } while (also != 0);
    return definition.found;
  }

  /** Tries all orders of those left. */
  private void arrange(int left) {
    if (found.containsAll(wanted)) {
      return;
    }
    if (left == 0) {
      reads.clear();
      choose(0, 0);
    }
    for (int t = 0; t < count; t++) {
      if ((left >> t & 1) == 1 && (left & follows[t]) == 0) {
        place[t] = order.size();
        order.add(t);
        arrange(left & ~(1 << t));
        order.remove(order.size() - 1);
        place[t] = -1;
      }
    }
  }

  /** Tries all sources of the reads from an operation of the transaction at a place on. */
  private void choose(int at, int operation) {
    if (at == order.size()) {
      for (IsolationLevel level : wanted) {
        if (!found.contains(level) && holds(level)) {
          found.add(level);
        }
      }
      return;
    }
    int t = order.get(at);
    int i = Math.max(operation, history.firstOperation(t));
    while (i < history.endOperation(t) && !isRead(i)) {
      i++;
    }
    if (i == history.endOperation(t)) {
      choose(at + 1, 0);
      return;
    }
    if (!history.isListRead(i)) {
      int own = lastWrite(t, history.keyOf(i), i);
      if (own >= 0) {
        if (history.valueOf(own) == history.valueOf(i)) {
          choose(at, i + 1);
        }
        return;
      }
    }
    for (int before = INIT; before < at; before++) {
      int writer = before == INIT ? INIT : order.get(before);
      if (explains(writer, i)) {
        source[i] = writer;
        reads.add(i);
        choose(at, i + 1);
        reads.remove(reads.size() - 1);
      }
    }
  }

  private boolean isRead(int operation) {
    return !history.isWrite(operation) && !history.isUnknownRead(operation);
  }

  /** The transaction's last write of a key before an operation, or -1. */
  private int lastWrite(int t, int key, int end) {
    int last = -1;
    for (int i = history.firstOperation(t); i < end; i++) {
      last = history.isWrite(i) && history.keyOf(i) == key ? i : last;
    }
    return last;
  }

  private boolean writes(int t, int key) {
    return lastWrite(t, key, history.endOperation(t)) >= 0;
  }

  private boolean explains(int writer, int read) {
    int key = history.keyOf(read);
    if (writer != INIT && !writes(writer, key)) {
      return false;
    }
    if (!history.isListRead(read)) {
      long value =
          writer == INIT
              ? history.initialValue(key)
              : history.valueOf(lastWrite(writer, key, history.endOperation(writer)));
      return value == history.valueOf(read);
    }
    List<Long> elements = new ArrayList<>();
    for (int p = 0; writer != INIT && p <= place[writer]; p++) {
      addAppends(order.get(p), key, history.endOperation(order.get(p)), elements);
    }
    addAppends(history.transactionOf(read), key, read, elements);
    List<Long> shown = new ArrayList<>();
    for (int e = 0; e < history.listSize(read); e++) {
      shown.add(history.listElement(read, e));
    }
    return elements.equals(shown);
  }

  private void addAppends(int t, int key, int end, List<Long> elements) {
    for (int i = history.firstOperation(t); i < end; i++) {
      if (history.isWrite(i) && history.keyOf(i) == key) {
        elements.add(history.valueOf(i));
      }
    }
  }

  private boolean holds(IsolationLevel level) {
    if (level == IsolationLevel.CUT_ISOLATION) {
      return readsKeysOnce();
    }
    if (!keepsTime(level)) {
      return false;
    }
    for (int read : reads) {
      int reader = history.transactionOf(read);
      int visible =
          visible(
              level == IsolationLevel.RECORDED
                  ? IsolationLevel.byName(history.recordedLevel(reader)).orElseThrow()
                  : level,
              read);
      for (int t : order) {
        boolean overwrites = source[read] == INIT || place[t] > place[source[read]];
        if (t != reader
            && overwrites
            && (visible >> t & 1) == 1
            && writes(t, history.keyOf(read))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether those that the level orders by real time are in that order. */
  private boolean keepsTime(IsolationLevel level) {
    for (int later : order) {
      for (int earlier : order) {
        boolean counts =
            switch (level) {
              case STRICT_SERIALIZABILITY, STRONG_SNAPSHOT_ISOLATION -> true;
              case KEY_STRICT_SERIALIZABILITY -> conflict(earlier, later);
              default -> false;
            };
        if (counts && isOver(earlier, later) && place[earlier] > place[later]) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether one had ended when the other began. */
  private boolean isOver(int earlier, int later) {
    return history.outcome(earlier) == Outcome.COMMITTED
        && history.endTime(earlier) != RawBlock.NO_TIME
        && history.beginTime(later) != RawBlock.NO_TIME
        && history.endTime(earlier) < history.beginTime(later);
  }

  /** Whether both use a key that one of them writes. */
  private boolean conflict(int s, int t) {
    for (int i = history.firstOperation(s); i < history.endOperation(s); i++) {
      for (int j = history.firstOperation(t); j < history.endOperation(t); j++) {
        if (history.keyOf(i) == history.keyOf(j) && (history.isWrite(i) || history.isWrite(j))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean readsKeysOnce() {
    return reads.stream()
        .allMatch(
            read ->
                reads.stream()
                    .filter(other -> history.transactionOf(other) == history.transactionOf(read))
                    .filter(other -> history.keyOf(other) == history.keyOf(read))
                    .allMatch(other -> source[other] == source[read]));
  }

  private int visible(IsolationLevel level, int read) {
    int t3 = history.transactionOf(read);
    int visible = 0;
    switch (level) {
      case READ_YOUR_WRITES -> visible = follows[t3];
      case MONOTONIC_READS -> visible = sourcesOfAll(follows[t3]);
      case MONOTONIC_WRITES -> {
        for (int t : members(sources(t3, Integer.MAX_VALUE))) {
          visible |= follows[t];
        }
      }
      case WRITES_FOLLOW_READS -> {
        for (int t : members(sources(t3, Integer.MAX_VALUE))) {
          visible |= sourcesOfAll(follows[t] | 1 << t);
        }
      }
      case READ_COMMITTED -> visible = sources(t3, read);
      case READ_ATOMIC -> visible = direct(t3);
      case CAUSAL -> visible = past(t3, false);
      case PARALLEL_SNAPSHOT_ISOLATION -> visible = past(t3, true);
      case PREFIX_CONSISTENCY -> visible = upTo(direct(t3));
      case SNAPSHOT_ISOLATION, STRONG_SNAPSHOT_ISOLATION -> {
        int last = direct(t3);
        for (int t : order) {
          last |= place[t] < place[t3] && share(t, t3) ? 1 << t : 0;
          last |= level == IsolationLevel.STRONG_SNAPSHOT_ISOLATION && isOver(t, t3) ? 1 << t : 0;
        }
        visible = upTo(last);
      }
      case SERIALIZABILITY, KEY_STRICT_SERIALIZABILITY, STRICT_SERIALIZABILITY -> {
        for (int t : order) {
          visible |= place[t] < place[t3] ? 1 << t : 0;
        }
      }
      default -> throw new IllegalArgumentException(level.id());
    }
    return visible;
  }

  /** The transactions that one reads from before an operation. */
  private int sources(int t, int end) {
    int sources = 0;
    for (int read : reads) {
      if (history.transactionOf(read) == t && read < end && source[read] != INIT) {
        sources |= 1 << source[read];
      }
    }
    return sources;
  }

  private int sourcesOfAll(int transactions) {
    int sources = 0;
    for (int t : members(transactions)) {
      sources |= sources(t, Integer.MAX_VALUE);
    }
    return sources;
  }

  private int direct(int t) {
    return follows[t] | sources(t, Integer.MAX_VALUE);
  }

  /** All from which session order and reads lead to one, appends shown, and maybe versions. */
  private int past(int t, boolean versions) {
    int past = direct(t) | shown(t);
    for (int s : order) {
      past |= versions && place[s] < place[t] && share(s, t) ? 1 << s : 0;
    }
    int all = past;
    for (int s : members(past)) {
      all |= past(s, versions);
    }
    return all;
  }

  /** The appenders of all elements that a transaction reads. */
  private int shown(int t) {
    int shown = 0;
    for (int read : reads) {
      for (int s : order) {
        if (history.transactionOf(read) == t
            && history.isListRead(read)
            && source[read] != INIT
            && place[s] <= place[source[read]]
            && writes(s, history.keyOf(read))) {
          shown |= 1 << s;
        }
      }
    }
    return shown & ~(1 << t);
  }

  private boolean share(int s, int t) {
    for (int key = 0; key < history.keyCount(); key++) {
      if (writes(s, key) && writes(t, key)) {
        return true;
      }
    }
    return false;
  }

  /** All that commit no later than the last of some. */
  private int upTo(int some) {
    int last = -1;
    for (int t : members(some)) {
      last = Math.max(last, place[t]);
    }
    int all = 0;
    for (int t : order) {
      all |= place[t] <= last ? 1 << t : 0;
    }
    return all;
  }

  private List<Integer> members(int transactions) {
    List<Integer> members = new ArrayList<>();
    for (int t : order) {
      if ((transactions >> t & 1) == 1) {
        members.add(t);
      }
    }
    return members;
  }
}
