package dev.isogauge.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Clauses in one array, each watched by its first two literals.
 *
 * <p>A clause is the index of its first literal; the int before it holds its length, the one before
 * that how many decision levels its literals had when it was learnt, 0 if it was given.
 */
final class Clauses {
  private static final int HEADER = 2;

  private int[] memory = new int[1024];
  private int used;
  private final IntArrayList learnt = new IntArrayList();

  /** By literal: the clauses that watch it. */
  private IntArrayList[] watchers = new IntArrayList[32];

  private int literalCount;

  void addVariable() {
    if (literalCount == watchers.length) {
      watchers = Arrays.copyOf(watchers, 2 * literalCount);
    }
    watchers[literalCount++] = new IntArrayList();
    watchers[literalCount++] = new IntArrayList();
  }

  IntArrayList watchers(int literal) {
    return watchers[literal];
  }

  int size(int clause) {
    return memory[clause - 1];
  }

  int literal(int clause, int index) {
    return memory[clause + index];
  }

  void swap(int clause, int left, int right) {
    int moved = memory[clause + left];
    memory[clause + left] = memory[clause + right];
    memory[clause + right] = moved;
  }

  /** Adds a clause of two or more literals. */
  int add(int[] literals, int size, int levels) {
    if (used + HEADER + size > memory.length) {
      memory = Arrays.copyOf(memory, Math.max(2 * memory.length, used + HEADER + size));
    }
    memory[used] = levels;
    memory[used + 1] = size;
    int clause = used + HEADER;
    System.arraycopy(literals, 0, memory, clause, size);
    used = clause + size;
    watchers[memory[clause]].add(clause);
    watchers[memory[clause + 1]].add(clause);
    if (levels > 0) {
      learnt.add(clause);
    }
    return clause;
  }

  int learntCount() {
    return learnt.size();
  }

  /** Forgets half of the learnt clauses that span many levels. No clause may be a reason now. */
  void forgetHalf() {
    int[] byLevels =
        learnt.intStream().boxed().sorted(this::compareUse).mapToInt(Integer::intValue).toArray();
    boolean[] dropped = new boolean[used];
    for (int i = byLevels.length / 2; i < byLevels.length; i++) {
      dropped[byLevels[i]] = memory[byLevels[i] - HEADER] > 2;
    }
    int[] old = memory;
    int end = used;
    memory = new int[old.length];
    used = 0;
    learnt.clear();
    for (int literal = 0; literal < literalCount; literal++) {
      watchers[literal].clear();
    }
    for (int at = 0; at < end; at += HEADER + old[at + 1]) {
      int clause = at + HEADER;
      if (!dropped[clause]) {
        add(Arrays.copyOfRange(old, clause, clause + old[at + 1]), old[at + 1], old[at]);
      }
    }
  }

  private int compareUse(int left, int right) {
    int byLevels = Integer.compare(memory[left - HEADER], memory[right - HEADER]);
    return byLevels != 0 ? byLevels : Integer.compare(right, left);
  }
}
