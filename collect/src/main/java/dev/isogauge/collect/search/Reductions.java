package dev.isogauge.collect.search;

import dev.isogauge.collect.litmus.Action.Verb;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Schedules that are a little simpler than another one: a statement less, a row less, a plainer
 * statement, or two neighbours of different transactions the other way round.
 */
final class Reductions {
  /** Fewer statements, rows, transactions, plainer statements, fewer changes of transaction. */
  static final Comparator<Candidate> SIMPLICITY =
      Comparator.comparingInt(Candidate::size)
          .thenComparingInt(candidate -> Integer.bitCount(unused(candidate)))
          .thenComparingInt(Reductions::complexity)
          .thenComparingInt(Candidate::switches)
          .thenComparing(Candidate::toString);

  private static final Map<Verb, List<Verb>> PLAINER = new EnumMap<>(Verb.class);

  static {
    PLAINER.put(Verb.LOCK, List.of(Verb.READ));
    PLAINER.put(Verb.SELECT, List.of(Verb.READ));
    PLAINER.put(Verb.WRITE, List.of(Verb.UPDATE, Verb.INSERT));
    PLAINER.put(Verb.DELETE, List.of(Verb.UPDATE));
    PLAINER.put(Verb.TAKE, List.of(Verb.READ, Verb.LOCK));
    PLAINER.put(Verb.MERGE, List.of(Verb.UPDATE, Verb.INSERT));
    PLAINER.put(Verb.COPY, List.of(Verb.INSERT));
    PLAINER.put(Verb.JOIN, List.of(Verb.SELECT));
    PLAINER.put(Verb.UPDATE_WHERE, List.of(Verb.UPDATE));
  }

  private final Rules rules;

  Reductions(Rules rules) {
    this.rules = rules;
  }

  private static int complexity(Candidate candidate) {
    return candidate.moves().stream().mapToInt(Move::complexity).sum();
  }

  /** Rows that are there and that no statement names. */
  private static int unused(Candidate candidate) {
    int unused = candidate.present();
    for (int row = 0; row < candidate.rows(); row++) {
      unused &= candidate.mentions(row) ? ~(1 << row) : -1;
    }
    return unused;
  }

  /** Those that are simpler and allowed, simplest first. */
  List<Candidate> of(Candidate candidate) {
    Set<Candidate> all = new LinkedHashSet<>();
    List<Move> moves = candidate.moves();
    for (int i = 0; i < moves.size(); i++) {
      all.add(without(candidate, i));
      for (Verb verb : PLAINER.getOrDefault(moves.get(i).verb(), List.of())) {
        if (moves.get(i).row() != Move.NO_ROW || Move.isWhole(verb)) {
          all.add(replaced(candidate, i, moves.get(i).with(verb)));
        } else {
          for (int row = 0; row < candidate.rows(); row++) {
            all.add(replaced(candidate, i, new Move(moves.get(i).transaction(), verb, row)));
          }
        }
      }
      if (i > 0 && moves.get(i - 1).transaction() != moves.get(i).transaction()) {
        all.add(replaced(replaced(candidate, i, moves.get(i - 1)), i - 1, moves.get(i)));
      }
    }
    if (unused(candidate) != 0) {
      all.add(new Candidate(candidate.rows(), candidate.present() & ~unused(candidate), moves));
    }
    return all.stream()
        .map(Candidate::canonical)
        .filter(other -> SIMPLICITY.compare(other, candidate) < 0)
        .filter(rules::allow)
        .distinct()
        .sorted(SIMPLICITY)
        .toList();
  }

  /** A savepoint goes with the rollback to it, and the other way round. */
  private static Candidate without(Candidate candidate, int place) {
    Move dropped = candidate.moves().get(place);
    boolean isSavepoint =
        dropped.verb() == Verb.SAVEPOINT || dropped.verb() == Verb.ROLLBACK_TO_SAVEPOINT;
    List<Move> rest = new ArrayList<>();
    for (int i = 0; i < candidate.size(); i++) {
      Move move = candidate.moves().get(i);
      boolean goesToo =
          isSavepoint
              && move.transaction() == dropped.transaction()
              && (move.verb() == Verb.SAVEPOINT || move.verb() == Verb.ROLLBACK_TO_SAVEPOINT);
      if (i != place && !goesToo) {
        rest.add(move);
      }
    }
    return new Candidate(candidate.rows(), candidate.present(), rest);
  }

  private static Candidate replaced(Candidate candidate, int place, Move move) {
    List<Move> moves = new ArrayList<>(candidate.moves());
    moves.set(place, move);
    return new Candidate(candidate.rows(), candidate.present(), moves);
  }
}
