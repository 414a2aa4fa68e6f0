package dev.isogauge.verify;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.predicate.AggregateExpression;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Predicates;
import dev.isogauge.predicate.Row;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * Checks results of predicate reads again: tries the predicate on every key, without indexes. What
 * a condition says of one row is evaluated by the code that checkers use; tests compare that with a
 * database.
 */
final class PredicateVerifier {
  private final History history;
  private final PredicateReads reads;
  private final ParsedRows rows;
  private final Predicates predicates = new Predicates();

  PredicateVerifier(History history) {
    this.history = history;
    this.reads = history.predicateReads();
    this.rows = new ParsedRows(history.atoms());
  }

  /**
   * Whether a predicate read has the result that was recorded.
   *
   * @param value what each key holds at that moment
   */
  boolean isRight(int p, IntToLongFunction value) {
    if (!reads.hasRows(p) && !reads.hasValue(p)) {
      return true;
    }
    Predicate predicate = predicates.parse(history.atoms().plain(reads.condition(p)));
    Optional<AggregateExpression.Computation> computation =
        predicate.aggregate().map(AggregateExpression::start);
    Set<Integer> matching = new HashSet<>();
    for (int key = 0; key < history.keyCount(); key++) {
      long now = value.applyAsLong(key);
      if (now != Atoms.NIL && isIn(key, p)) {
        Row row = rows.row(now);
        if (predicate.matches(row)) {
          matching.add(key);
          computation.ifPresent(under -> under.add(row));
        }
      }
    }
    if (reads.hasValue(p)) {
      return computation.orElseThrow().result().equals(rows.value(reads.value(p)));
    }
    Set<Integer> returned = new HashSet<>();
    for (int i = 0; i < reads.resultCount(p); i++) {
      returned.add(reads.resultKey(p, i));
    }
    return matching.equals(returned);
  }

  /** Whether a key belongs to the relation that is read. */
  private boolean isIn(int key, int p) {
    String name = history.atoms().plain(history.keyAtom(key));
    int slash = name.indexOf('/');
    return reads.relation(p) == Atoms.NO_NAME
        ? slash < 0
        : slash >= 0 && name.substring(0, slash).equals(history.atoms().plain(reads.relation(p)));
  }
}
