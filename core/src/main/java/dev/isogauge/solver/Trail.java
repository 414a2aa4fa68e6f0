package dev.isogauge.solver;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The literals that are true, in the order in which they became so, and why. A literal has the
 * level of the latest decision that it follows from, which may be an earlier one than the level at
 * which it was found.
 */
final class Trail {
  static final int NO_REASON = -1;

  // By variable.
  private byte[] value = new byte[16];
  private boolean[] phase = new boolean[16];
  private int[] level = new int[16];
  private int[] reason = new int[16];
  private int variables;

  private int[] literals = new int[16];
  private int size;

  /** All before it are propagated. */
  private int head;

  /** By decision level: the size where it begins. */
  private final IntArrayList begin = new IntArrayList();

  void addVariable(boolean firstPhase) {
    if (variables == value.length) {
      int more = 2 * variables;
      value = Arrays.copyOf(value, more);
      phase = Arrays.copyOf(phase, more);
      level = Arrays.copyOf(level, more);
      reason = Arrays.copyOf(reason, more);
      literals = Arrays.copyOf(literals, more);
    }
    phase[variables++] = firstPhase;
  }

  boolean isOpen(int variable) {
    return value[variable] == 0;
  }

  boolean isTrue(int literal) {
    return value[literal >> 1] == ((literal & 1) == 0 ? 1 : -1);
  }

  boolean isFalse(int literal) {
    return value[literal >> 1] == ((literal & 1) == 0 ? -1 : 1);
  }

  /** What the variable was when it last was not open, or the phase it was added with. */
  boolean phase(int variable) {
    return phase[variable];
  }

  int level(int literal) {
    return level[literal >> 1];
  }

  /** The clause that made the literal true. */
  int reason(int literal) {
    return reason[literal >> 1];
  }

  /** Called before clauses are dropped; reasons at level 0 are never asked for again. */
  void forgetReasons() {
    Arrays.fill(reason, 0, variables, NO_REASON);
  }

  int size() {
    return size;
  }

  int literal(int index) {
    return literals[index];
  }

  /** The latest level. */
  int level() {
    return begin.size();
  }

  void decide(int literal) {
    begin.add(size);
    assign(literal, NO_REASON, begin.size());
  }

  void assign(int literal, int why, int atLevel) {
    int variable = literal >> 1;
    value[variable] = (byte) ((literal & 1) == 0 ? 1 : -1);
    phase[variable] = (literal & 1) == 0;
    level[variable] = atLevel;
    reason[variable] = why;
    literals[size++] = literal;
  }

  boolean hasNext() {
    return head < size;
  }

  /** The next literal to propagate. */
  int next() {
    return literals[head++];
  }

  boolean isPropagated(int trueLiteral) {
    for (int i = head; i < size; i++) {
      if (literals[i] == trueLiteral) {
        return false;
      }
    }
    return true;
  }

  /** Takes back all of later levels. What stays of what came after them is propagated again. */
  void backTo(int target, IntConsumer opened) {
    int kept = begin.getInt(target);
    head = Math.min(head, kept);
    for (int i = kept; i < size; i++) {
      int variable = literals[i] >> 1;
      if (level[variable] <= target) {
        literals[kept++] = literals[i];
      } else {
        value[variable] = 0;
        opened.accept(variable);
      }
    }
    size = kept;
    begin.size(target);
  }
}
