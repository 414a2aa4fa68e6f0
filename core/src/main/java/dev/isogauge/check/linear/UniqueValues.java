package dev.isogauge.check.linear;

import static dev.isogauge.check.linear.Register.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.history.History;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Decides a register in which every value that is read was written once: plain writes, reads,
 * compare-and-set, in any mixture. Then every read names its write, and at most one operation can
 * replace a version, so that the operations fall into pieces that no order can take apart.
 *
 * <ol>
 *   <li>Find what took effect: all that is certain, and of the rest what they read from, and so on.
 *       Leaving out the others only removes constraints, since no operation reads them.
 *   <li>Find what replaces each version by compare-and-set; two such operations are a fork.
 *   <li>Lay out the pieces: the initial value or a plain write, the reads of its value by begin,
 *       the operation that replaces it, the reads of that one's value, and so on. What belongs to
 *       no piece reads in a circle.
 *   <li>Judge real time in and between the pieces ({@link Pieces}).
 * </ol>
 *
 * <p>A history of compare-and-set only is a single piece, and this is then the algorithm VL-LWT of
 * the MTC paper; with plain writes only it is that of Gibbons and Korach (Testing Shared Memories,
 * 1997). O(n) after the sort by begin, O(n log n) for the sort of the pieces.
 */
final class UniqueValues {
  private final Register register;

  /** By value that is read: the operation that writes it, or NONE. */
  private final int[] writers;

  private final boolean[] effective;
  private int effectiveCount;

  /** By value: the effective operation that reads it and writes, or NONE. */
  private final int[] replacers;

  private UniqueValues(Register register, int[] writers) {
    this.register = register;
    this.writers = writers;
    this.effective = new boolean[register.size()];
    this.replacers = new int[register.valueCount()];
    Arrays.fill(replacers, NONE);
  }

  /** The judge of the register; empty if a value that is read has several writers. */
  static Optional<UniqueValues> of(Register register) {
    boolean[] read = register.valuesRead();
    int[] writers = new int[register.valueCount()];
    Arrays.fill(writers, NONE);
    for (int i = 0; i < register.size(); i++) {
      int value = register.writeOf(i);
      if (value != NONE && read[value]) {
        if (value == INITIAL || writers[value] != NONE) {
          return Optional.empty();
        }
        writers[value] = i;
      }
    }
    return Optional.of(new UniqueValues(register, writers));
  }

  KeyVerdict judge() {
    // Step 1.
    int unwritten = findEffective();
    if (unwritten != NONE) {
      return KeyVerdict.faulty(
          LinearFault.NEVER_WRITTEN, register, List.of(register.transaction(unwritten)), List.of());
    }
    // Step 2.
    for (int i = 0; i < register.size(); i++) {
      int value = register.readOf(i);
      if (effective[i] && value != NONE && !register.isPureRead(i)) {
        if (replacers[value] != NONE) {
          return fork(replacers[value], i);
        }
        replacers[value] = i;
      }
    }
    // Step 3.
    int[] order = new int[effectiveCount];
    IntArrayList begins = new IntArrayList();
    int placed = layOut(order, begins);
    // Step 4.
    return placed < effectiveCount
        ? circle(order, placed)
        : new Pieces(register, order, begins.toIntArray()).judge();
  }

  /** Marks what took effect; returns an operation that reads what none wrote, or NONE. */
  private int findEffective() {
    IntArrayList waiting = new IntArrayList();
    for (int i = 0; i < register.size(); i++) {
      if (!register.isOptional(i)) {
        effective[i] = true;
        waiting.add(i);
      }
    }
    effectiveCount = waiting.size();
    while (!waiting.isEmpty()) {
      int i = waiting.popInt();
      int value = register.readOf(i);
      if (value == NONE || value == INITIAL) {
        continue;
      }
      int writer = writers[value];
      if (writer == NONE) {
        return i;
      }
      if (!effective[writer]) {
        effective[writer] = true;
        effectiveCount++;
        waiting.add(writer);
      }
    }
    return NONE;
  }

  private KeyVerdict fork(int first, int second) {
    int writer = writers[register.readOf(first)];
    return KeyVerdict.faulty(
        LinearFault.FORK,
        register,
        List.of(register.transaction(first), register.transaction(second)),
        List.of(writer == NONE ? History.INITIAL : register.transaction(writer)));
  }

  /** Fills the order piece by piece; the first piece is that of the initial value. */
  private int layOut(int[] order, IntArrayList begins) {
    int[] firstReader = new int[register.valueCount() + 1];
    int[] readers = readersByValue(firstReader);
    int placed = 0;
    // The initial value is written by none, and before all others.
    for (int start = -1; start < register.size(); start++) {
      if (start >= 0 && (!effective[start] || register.readOf(start) != NONE)) {
        continue;
      }
      begins.add(placed);
      int value = INITIAL;
      for (int i = start; ; i = replacers[value]) {
        if (i >= 0) {
          order[placed++] = i;
          value = register.writeOf(i);
        }
        for (int r = firstReader[value]; r < firstReader[value + 1]; r++) {
          order[placed++] = readers[r];
        }
        if (replacers[value] == NONE) {
          break;
        }
      }
    }
    return placed;
  }

  private int[] readersByValue(int[] first) {
    int[] readers = new int[effectiveCount];
    for (int i = 0; i < register.size(); i++) {
      if (effective[i] && register.isPureRead(i)) {
        first[register.readOf(i) + 1]++;
      }
    }
    for (int value = 0; value < register.valueCount(); value++) {
      first[value + 1] += first[value];
    }
    int[] next = first.clone();
    for (int i = 0; i < register.size(); i++) {
      if (effective[i] && register.isPureRead(i)) {
        readers[next[register.readOf(i)]++] = i;
      }
    }
    return readers;
  }

  /** An operation in no piece has a writer in no piece, so walking back ends in a cycle. */
  private KeyVerdict circle(int[] order, int placed) {
    boolean[] seen = effective.clone();
    for (int p = 0; p < placed; p++) {
      seen[order[p]] = false;
    }
    int i = 0;
    while (!seen[i]) {
      i++;
    }
    while (seen[i]) {
      seen[i] = false;
      i = writers[register.readOf(i)];
    }
    List<Integer> circle = new ArrayList<>();
    for (int j = i; circle.isEmpty() || j != i; j = writers[register.readOf(j)]) {
      circle.add(register.transaction(j));
    }
    Collections.reverse(circle);
    return KeyVerdict.faulty(LinearFault.CIRCULAR, register, circle, List.of());
  }
}
