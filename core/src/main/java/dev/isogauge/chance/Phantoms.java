package dev.isogauge.chance;

import static dev.isogauge.chance.Accesses.NONE;

import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import dev.isogauge.predicate.Predicates;
import dev.isogauge.predicate.Relations;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Optional;

/**
 * Counts chances of phantoms: a search, and a row that an overlapping member writes and that enters
 * or leaves what the search returns. One for each searcher and row.
 */
final class Phantoms {
  private final History history;
  private final PredicateReads searches;
  private final Accesses accesses;
  private final Tally tally;
  private final long work;
  private final Predicates predicates = new Predicates();
  private final ParsedRows rows;
  private final Relations relations;
  private final IntArrayList open = new IntArrayList();

  private long evaluations;
  private long pairs;

  /** Every how many pairs one is sampled. */
  private int stride = 1;

  /**
   * Counts.
   *
   * @param work how many conditions to evaluate before fewer pairs are sampled
   */
  Phantoms(History history, Accesses accesses, Tally tally, long work) {
    this.history = history;
    this.searches = history.predicateReads();
    this.accesses = accesses;
    this.tally = tally;
    this.work = work;
    this.rows = new ParsedRows(history.atoms());
    this.relations = new Relations(history);
  }

  boolean isSampled() {
    return stride > 1;
  }

  void begin(int member) {
    open.add(member);
  }

  void end(int member) {
    open.rem(member);
  }

  /** Takes the member that is about to begin. */
  void count(int member) {
    for (int i = 0; i < open.size(); i++) {
      count(member, open.getInt(i));
      count(open.getInt(i), member);
    }
  }

  private void count(int searcher, int writer) {
    int t = accesses.transactions[searcher];
    if (searches.first(t) == searches.end(t) || pairs++ % stride != 0) {
      return;
    }
    if (evaluations > work) {
      evaluations = 0;
      stride *= 2;
    }
    int found = 0;
    int missed = 0;
    for (int a = accesses.begin(writer); a < accesses.end(writer); a++) {
      if (accesses.writes(a)) {
        Effect effect = effect(t, accesses.write(a));
        found += effect == Effect.NONE ? 0 : 1;
        missed += effect == Effect.MISSED ? 1 : 0;
      }
    }
    if (found > 0) {
      boolean half = missed > 0 && (missed < found || seesSomething(searcher, writer));
      tally.add(
          ChanceKind.PHANTOM,
          (long) stride * found,
          half ? (long) stride * missed : 0,
          accesses.aborted[searcher] || accesses.aborted[writer]);
    }
  }

  /** What a write means to the searches of a transaction. */
  private enum Effect {
    NONE,
    SEEN,
    MISSED,
    OPEN
  }

  private Effect effect(int searching, int write) {
    for (int s = searches.first(searching); s < searches.end(searching); s++) {
      if (searches.saysSomething(s)
          && relations.ofRead(s) == relations.ofKey(history.keyOf(write))) {
        Effect effect = effectOn(s, write);
        if (effect != Effect.NONE) {
          return effect;
        }
      }
    }
    return Effect.NONE;
  }

  private Effect effectOn(int search, int write) {
    Optional<Boolean> matches = matches(search, write);
    if (matches.isEmpty()) {
      return Effect.NONE;
    }
    if (!searches.hasRows(search)) {
      return matches.get() ? Effect.OPEN : Effect.NONE;
    }
    int row = returned(search, history.keyOf(write));
    if (row == NONE) {
      return matches.get() ? Effect.MISSED : Effect.NONE;
    }
    if (!matches.get()) {
      return Effect.MISSED;
    }
    int read = searches.resultRead(search, row);
    return read != PredicateReads.NO_READ && history.valueOf(read) == history.valueOf(write)
        ? Effect.SEEN
        : Effect.NONE;
  }

  private int returned(int search, int key) {
    for (int i = 0; i < searches.resultCount(search); i++) {
      if (searches.resultKey(search, i) == key) {
        return i;
      }
    }
    return NONE;
  }

  /** Whether the row that is written matches; empty if the condition is none. */
  private Optional<Boolean> matches(int search, int write) {
    evaluations++;
    if (history.isDelete(write)) {
      return Optional.of(false);
    }
    try {
      Predicate predicate = predicates.parse(history.atoms().plain(searches.condition(search)));
      return Optional.of(predicate.matches(rows.row(history.valueOf(write))));
    } catch (PredicateException e) {
      return Optional.empty();
    }
  }

  private boolean seesSomething(int reader, int writer) {
    for (int a = accesses.begin(writer); a < accesses.end(writer); a++) {
      for (int b = accesses.begin(reader); b < accesses.end(reader); b++) {
        if (accesses.key(a) == accesses.key(b) && accesses.sees(b, a)) {
          return true;
        }
      }
    }
    return false;
  }
}
