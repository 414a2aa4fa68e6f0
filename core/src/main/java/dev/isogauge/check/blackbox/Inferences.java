package dev.isogauge.check.blackbox;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * Why pruning added each edge and dropped each candidate: a fact, and a path between two nodes that
 * existed then. Paths are not kept; they are found again among the older edges when asked for.
 */
final class Inferences {
  private static final int NONE = -1;

  /** How many edges were there before; the n-th inferred edge has the number {@code given + n}. */
  private final int given;

  /** By inferred edge: a fact and a path's ends, -1 where there is none. */
  private final IntArrayList facts = new IntArrayList();

  private final IntArrayList pathFrom = new IntArrayList();
  private final IntArrayList pathTo = new IntArrayList();

  /** By fact: for each path that made a candidate fall, its ends and the slot between, or -1. */
  private final Int2ObjectOpenHashMap<IntArrayList> dropped = new Int2ObjectOpenHashMap<>();

  private int impossible = NONE;

  Inferences(int given) {
    this.given = given;
  }

  /** Notes why the edge that is added next is there. */
  void infer(int fact, int from, int to) {
    facts.add(fact);
    pathFrom.add(from);
    pathTo.add(to);
  }

  void drop(int fact, int from, int to, int between) {
    IntArrayList paths = dropped.computeIfAbsent(fact, unused -> new IntArrayList());
    paths.add(from);
    paths.add(to);
    paths.add(between);
  }

  void setImpossible(int fact) {
    impossible = fact;
  }

  /** A fact without any candidate left; -1 if there is none. */
  int impossibleFact() {
    return impossible;
  }

  boolean isInferred(int edge) {
    return edge >= given && edge - given < facts.size();
  }

  /** The fact behind an inferred edge, or -1. */
  int fact(int edge) {
    return facts.getInt(edge - given);
  }

  /** Where the path behind an inferred edge begins, or -1. */
  int pathFrom(int edge) {
    return pathFrom.getInt(edge - given);
  }

  int pathTo(int edge) {
    return pathTo.getInt(edge - given);
  }

  /** Triples: from, to, slot between or -1. */
  IntArrayList dropped(int fact) {
    return dropped.getOrDefault(fact, new IntArrayList());
  }
}
