package dev.isogauge.collect.search;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Draws schedules that are larger than the bound: half of them at random, the other half by putting
 * a few statements into one that has found something. A round depends on the seed, its number, and
 * what was found before it, and on nothing else.
 */
final class Sampler {
  static final int ROUND = 1000;

  /** How many statements more than the bound. */
  private static final int MORE = 4;

  private static final int ATTEMPTS = 100;

  private final Rules rules;
  private final int bound;
  private final long seed;

  Sampler(Rules rules, int bound, long seed) {
    this.rules = rules;
    this.bound = bound;
    this.seed = seed;
  }

  /** The schedules of a round, each once; fewer than {@link #ROUND} where there are not more. */
  List<Candidate> round(int number, List<Candidate> found) {
    Random random = new Random(seed * 1_000_003 + number);
    Set<Candidate> drawn = new LinkedHashSet<>();
    for (int i = 0; i < ROUND * ATTEMPTS && drawn.size() < ROUND; i++) {
      boolean extend = !found.isEmpty() && random.nextBoolean();
      (extend ? extended(found.get(random.nextInt(found.size())), random) : any(random))
          .ifPresent(drawn::add);
    }
    return List.copyOf(drawn);
  }

  private Optional<Candidate> any(Random random) {
    int present = random.nextInt(1 << rules.rows());
    int statements = bound + 1 + random.nextInt(MORE);
    List<Move> moves = new ArrayList<>();
    while (moves.size() < statements) {
      List<Move> next = rules.next(present, moves);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      moves.add(next.get(random.nextInt(next.size())));
    }
    return Optional.of(new Candidate(rules.rows(), present, moves))
        .filter(candidate -> rules.isComplete(moves));
  }

  private Optional<Candidate> extended(Candidate base, Random random) {
    List<Move> moves = new ArrayList<>(base.moves());
    int statements = bound + 1 + random.nextInt(MORE);
    while (moves.size() < statements) {
      int place = random.nextInt(moves.size() + 1);
      List<Move> next = rules.next(base.present(), moves.subList(0, place));
      if (next.isEmpty()) {
        return Optional.empty();
      }
      moves.add(place, next.get(random.nextInt(next.size())));
    }
    Candidate candidate = new Candidate(base.rows(), base.present(), moves).canonical();
    return Optional.of(candidate).filter(rules::allow);
  }
}
