package dev.isogauge.collect.search;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.litmus.Trial;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Shrinks schedules that break a claim, by going to the simplest of their reductions that breaks it
 * by one of the same anomalies as long as there is one. What was run already is not run again.
 */
final class Shrinking {
  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final Reductions reductions;
  private final SearchState state;
  private final int exhausted;
  private final Lanes lanes;

  /** From here on only what was run already counts. */
  private final long deadline = System.nanoTime() + PATIENCE_NANOS;

  /** What was run only now, and what schedules shrink to. */
  private final Map<Candidate, Set<AnomalyKind>> tried = new HashMap<>();

  private final Map<Candidate, Candidate> shrunk = new HashMap<>();

  Shrinking(Rules rules, SearchState state, int statements, long total, Lanes lanes) {
    this.reductions = new Reductions(rules);
    this.state = state;
    this.lanes = lanes;
    int whole = statements;
    long run = total;
    while (whole > 1 && run > state.done()) {
      run -= Count.of(rules, whole);
      whole--;
    }
    this.exhausted = whole;
  }

  Candidate shrunk(Candidate candidate) throws DatabaseException, InterruptedException {
    Candidate known = shrunk.get(candidate);
    if (known != null) {
      return known;
    }
    Set<AnomalyKind> kinds = state.found().get(candidate);
    Candidate current = knownPart(candidate, kinds);
    Candidate next = simpler(current, kinds);
    while (!next.equals(current)) {
      current = next;
      next = shrunk.getOrDefault(current, simpler(current, kinds));
    }
    shrunk.put(candidate, current);
    return current;
  }

  /**
   * The simplest part of a large schedule, of as many statements as have all been tried, that
   * breaks the claim alike; the schedule itself if there is none.
   */
  private Candidate knownPart(Candidate candidate, Set<AnomalyKind> kinds) {
    int size = candidate.size();
    Candidate simplest = candidate;
    if (size > exhausted && size < Integer.SIZE) {
      for (int kept = 0; kept < 1 << size; kept++) {
        if (Integer.bitCount(kept) == exhausted) {
          Candidate part = candidate.part(kept).canonical();
          Set<AnomalyKind> found = state.found().getOrDefault(part, Set.of());
          if (!Collections.disjoint(found, kinds)
              && Reductions.SIMPLICITY.compare(part, simplest) < 0) {
            simplest = part;
          }
        }
      }
    }
    return simplest;
  }

  /** The simplest reduction that breaks the claim alike, or the schedule itself. */
  private Candidate simpler(Candidate candidate, Set<AnomalyKind> kinds)
      throws DatabaseException, InterruptedException {
    List<Candidate> simpler = reductions.of(candidate);
    for (Candidate reduction : simpler) {
      if (!Collections.disjoint(kinds(reduction), kinds)) {
        return reduction;
      }
    }
    return candidate;
  }

  private Set<AnomalyKind> kinds(Candidate candidate)
      throws DatabaseException, InterruptedException {
    Set<AnomalyKind> kinds = state.found().get(candidate);
    if (kinds == null && candidate.size() > exhausted && System.nanoTime() < deadline) {
      kinds = tried.get(candidate);
      if (kinds == null) {
        Trial trial = lanes.run(List.of(candidate)).get(candidate);
        kinds = trial.claims().areBroken() ? trial.claims().kinds() : Set.of();
        tried.put(candidate, kinds);
      }
    }
    return kinds == null ? Set.of() : kinds;
  }
}
