package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides a level by trying every total commit order. An order is accepted when it contains session
 * order and reads-from, and every read returns the latest of the writes that the level makes
 * visible to it.
 */
final class CommitOrders {
  private final Facts facts;

  CommitOrders(Facts facts) {
    this.facts = facts;
  }

  /** Whether some total order of the counting transactions is accepted. */
  boolean anyAccepted(IsolationLevel level) {
    return tryAll(level, new ArrayList<>(), facts.counting());
  }

  private boolean tryAll(IsolationLevel level, List<Integer> order, List<Integer> rest) {
    if (rest.isEmpty()) {
      return accepts(level, order);
    }
    for (int next : rest) {
      List<Integer> remaining = new ArrayList<>(rest);
      remaining.remove(Integer.valueOf(next));
      order.add(next);
      if (tryAll(level, order, remaining)) {
        return true;
      }
      order.remove(order.size() - 1);
    }
    return false;
  }

  /** Whether the order is a commit order that the level allows; faulty reads are not judged. */
  boolean accepts(IsolationLevel level, List<Integer> order) {
    if (!new HashSet<>(order).equals(new HashSet<>(facts.counting()))
        || order.size() != facts.counting().size()) {
      return false;
    }
    for (int i = 0; i < order.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (facts.sessionOrder().has(order.get(i), order.get(j))
            || facts.readsFrom().has(order.get(i), order.get(j))) {
          return false;
        }
      }
    }
    return facts.seen().stream()
        .allMatch(read -> latestVisible(level, read, order) == read.writer());
  }

  private int latestVisible(IsolationLevel level, Facts.Seen read, List<Integer> order) {
    Set<Integer> visible =
        switch (level) {
          case READ_COMMITTED -> seenSoFar(read);
          case READ_ATOMIC -> direct(read.reader());
          case CAUSAL -> past(read.reader());
          case READ_YOUR_WRITES -> with(read, before(List.of(read.reader())));
          case MONOTONIC_READS -> with(read, sources(before(List.of(read.reader()))));
          case MONOTONIC_WRITES -> with(read, before(sources(List.of(read.reader()))));
          case WRITES_FOLLOW_READS -> {
            Set<Integer> seen = sources(List.of(read.reader()));
            seen.addAll(before(seen));
            yield with(read, sources(seen));
          }
          default -> throw new IllegalArgumentException("no commit order: " + level);
        };
    int latest = History.INITIAL;
    for (int t : order) {
      if (visible.contains(t) && t != read.reader() && facts.writes(t, read.key())) {
        latest = t;
      }
    }
    return latest;
  }

  /** The transactions that the reader has read from up to this read. */
  private Set<Integer> seenSoFar(Facts.Seen read) {
    Set<Integer> seen = new HashSet<>();
    for (Facts.Seen other : facts.seen()) {
      if (other.reader() == read.reader() && other.operation() <= read.operation()) {
        seen.add(other.writer());
      }
    }
    return seen;
  }

  private static Set<Integer> with(Facts.Seen read, Set<Integer> visible) {
    visible.add(read.writer());
    return visible;
  }

  /** All that one of some transactions follows in its session. */
  private Set<Integer> before(Collection<Integer> transactions) {
    Set<Integer> before = new HashSet<>();
    for (int t : facts.counting()) {
      if (transactions.stream().anyMatch(later -> facts.sessionOrder().has(t, later))) {
        before.add(t);
      }
    }
    return before;
  }

  /** All that one of some transactions reads from. */
  private Set<Integer> sources(Collection<Integer> transactions) {
    Set<Integer> sources = new HashSet<>();
    for (Facts.Seen seen : facts.seen()) {
      if (transactions.contains(seen.reader()) && seen.writer() >= 0) {
        sources.add(seen.writer());
      }
    }
    return sources;
  }

  /** The reader's session predecessors and all it reads from. */
  private Set<Integer> direct(int reader) {
    Set<Integer> direct = new HashSet<>();
    for (int t : facts.counting()) {
      if (facts.sessionOrder().has(t, reader) || facts.readsFrom().has(t, reader)) {
        direct.add(t);
      }
    }
    return direct;
  }

  /** All that the reader can be traced back to. */
  private Set<Integer> past(int reader) {
    Set<Integer> past = new HashSet<>();
    List<Integer> waiting = new ArrayList<>(List.of(reader));
    while (!waiting.isEmpty()) {
      for (int t : direct(waiting.remove(waiting.size() - 1))) {
        if (past.add(t)) {
          waiting.add(t);
        }
      }
    }
    return past;
  }
}
