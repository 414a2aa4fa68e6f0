package dev.isogauge.check.blackbox;

import static dev.isogauge.history.History.NONE;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Why pruning added each edge and dropped each candidate: an observation, and a path between two
 * nodes that existed then. Paths are not kept; they are found again among the older edges when
 * asked for.
 */
final class Inferences {

  /** How many edges were there before; the n-th inferred edge has the number {@code given + n}. */
  private final int given;

  /** By inferred edge: an observation and a path's ends, {@code NONE} where there is none. */
  private final IntArrayList observations = new IntArrayList();

  private final IntArrayList pathFrom = new IntArrayList();
  private final IntArrayList pathTo = new IntArrayList();

  /**
   * By observation: for each path that made a candidate fall, its ends and the version between, or
   * {@code NONE}.
   */
  private final Int2ObjectOpenHashMap<IntArrayList> dropped = new Int2ObjectOpenHashMap<>();

  private int impossible = NONE;

  Inferences(int given) {
    this.given = given;
  }

  /** Notes why the edge that is added next is there. */
  void infer(int observation, int from, int to) {
    observations.add(observation);
    pathFrom.add(from);
    pathTo.add(to);
  }

  void drop(int observation, int from, int to, int between) {
    IntArrayList paths = dropped.computeIfAbsent(observation, unused -> new IntArrayList());
    paths.add(from);
    paths.add(to);
    paths.add(between);
  }

  void setImpossible(int observation) {
    impossible = observation;
  }

  /** An observation without any candidate left, or {@code NONE}. */
  int impossibleObservation() {
    return impossible;
  }

  boolean isInferred(int edge) {
    return edge >= given && edge - given < observations.size();
  }

  /** The observation behind an inferred edge, or {@code NONE}. */
  int observation(int edge) {
    return observations.getInt(edge - given);
  }

  /** Where the path behind an inferred edge begins, or {@code NONE}. */
  int pathFrom(int edge) {
    return pathFrom.getInt(edge - given);
  }

  int pathTo(int edge) {
    return pathTo.getInt(edge - given);
  }

  /** Triples: from, to, version between or {@code NONE}. */
  IntArrayList dropped(int observation) {
    return dropped.getOrDefault(observation, new IntArrayList());
  }
}
