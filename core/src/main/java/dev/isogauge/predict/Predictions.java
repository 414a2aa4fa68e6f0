package dev.isogauge.predict;

import java.util.List;

/**
 * What may happen.
 *
 * @param found by set of shapes and kind of anomaly the smallest schedule
 * @param pairs how many sets of two were explored, up to renaming
 * @param triples how many sets of three
 * @param states how many states the store was in
 * @param ruledOut how many kinds of sets cannot have a cycle of dependencies, and were not explored
 * @param sharesAnything whether any two transactions use a row that one of them changes or locks
 * @param cuts what bounds left out
 * @param undecided sets with a run that the checkers could not decide
 */
public record Predictions(
    List<Prediction> found,
    int pairs,
    int triples,
    long states,
    int ruledOut,
    boolean sharesAnything,
    List<String> cuts,
    List<String> undecided) {
  public Predictions {
    found = List.copyOf(found);
    cuts = List.copyOf(cuts);
    undecided = List.copyOf(undecided);
  }
}
