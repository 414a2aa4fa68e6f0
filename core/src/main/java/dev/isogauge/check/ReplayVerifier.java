package dev.isogauge.check;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.RawBlock;
import dev.isogauge.predicate.Aggregate;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Predicates;
import dev.isogauge.predicate.Rows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Re-checks predicate reads of a serial run: tries every predicate on every key, without indexes,
 * and that the run is in the order that the history claims. {@link RunVerifier} looks at the rest.
 */
final class ReplayVerifier {
  private final History history;
  private final PredicateReads reads;
  private final Rows rows;
  private final Predicates predicates = new Predicates();
  private final Map<Integer, Long> state = new HashMap<>();

  ReplayVerifier(History history) {
    this.history = history;
    this.reads = history.predicateReads();
    this.rows = new Rows(history.atoms());
    for (int key = 0; key < history.keyCount(); key++) {
      state.put(key, history.initialValue(key));
    }
  }

  Optional<String> refute(List<Integer> order) {
    boolean bySerial =
        order.stream().allMatch(t -> history.serialPosition(t) != RawBlock.NO_NUMBER);
    for (int i = 0; i < order.size(); i++) {
      int t = order.get(i);
      if (i > 0 && isBefore(t, order.get(i - 1), bySerial)) {
        return Optional.of(history.transactionName(t) + " stands too late for the claimed order");
      }
      int p = reads.first(t);
      for (int at = history.firstOperation(t); at <= history.endOperation(t); at++) {
        while (p < reads.end(t) && reads.place(p) == at) {
          if (!isRight(p)) {
            return Optional.of(
                history.transactionName(t) + " would have another result of its predicate read");
          }
          p++;
        }
        if (at < history.endOperation(t) && history.isWrite(at)) {
          state.put(history.keyOf(at), history.valueOf(at));
        }
      }
    }
    return Optional.empty();
  }

  private boolean isBefore(int t, int s, boolean bySerial) {
    if (bySerial) {
      return history.serialPosition(t) < history.serialPosition(s);
    }
    long time = history.commitTimestamp(t);
    long other = history.commitTimestamp(s);
    return time < other || (time == other && history.commitLogical(t) < history.commitLogical(s));
  }

  private boolean isRight(int p) {
    if (!reads.hasRows(p) && !reads.hasValue(p)) {
      return true;
    }
    Predicate predicate = predicates.parse(history.atoms().plain(reads.condition(p)));
    Set<Integer> matching = new HashSet<>();
    state.forEach(
        (key, value) -> {
          if (value != Atoms.NIL && isIn(key, p) && predicate.matches(rows.row(value))) {
            matching.add(key);
          }
        });
    if (reads.hasValue(p)) {
      Aggregate.Computation computation = predicate.aggregate().orElseThrow().start();
      matching.forEach(key -> computation.add(rows.row(state.get(key))));
      return computation.result().equals(rows.value(reads.value(p)));
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
