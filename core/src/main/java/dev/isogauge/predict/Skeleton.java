package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a program without its keys, and parts that follow themselves once: equal for
 * programs that do the same to other keys, however often they repeat a part.
 *
 * @param steps a word for each step; a write says how far back its row was used
 * @param slots by statement of the program: its step
 */
record Skeleton(List<String> steps, int[] slots) {
  /** The longest part that is found to repeat. */
  private static final int LONGEST = 12;

  static Skeleton of(Program program, SceneBuilder scenes) {
    Map<Integer, Integer> lastUse = new HashMap<>();
    List<String> steps = new ArrayList<>();
    List<IntArrayList> statements = new ArrayList<>();
    int place = 0;
    for (int s = 0; s < program.statements().size(); s++) {
      StringBuilder word = new StringBuilder();
      for (int operation : program.statements().get(s)) {
        Access access = Access.of(operation);
        int key = Access.keyOf(operation);
        word.append((char) ('a' + access.ordinal()));
        if (access == Access.SEARCH) {
          word.append(key);
        } else {
          Integer before = lastUse.put(scenes.rowOf(key), place++);
          word.append(scenes.relationOf(key));
          word.append(before == null || !access.writes() ? "" : "-" + (place - 1 - before));
        }
        word.append(' ');
      }
      steps.add(word.toString());
      statements.add(IntArrayList.of(s));
      fold(steps, statements);
    }
    int[] slots = new int[program.statements().size()];
    for (int slot = 0; slot < statements.size(); slot++) {
      for (int statement : statements.get(slot)) {
        slots[statement] = slot;
      }
    }
    return new Skeleton(steps, slots);
  }

  /** Takes the last part away if it is the same as the one before it. */
  private static void fold(List<String> steps, List<IntArrayList> statements) {
    int size = steps.size();
    for (int length = 1; length <= LONGEST && 2 * length <= size; length++) {
      List<String> last = steps.subList(size - length, size);
      if (last.equals(steps.subList(size - 2 * length, size - length))) {
        for (int i = size - length; i < size; i++) {
          statements.get(i - length).addAll(statements.get(i));
        }
        last.clear();
        statements.subList(size - length, size).clear();
        return;
      }
    }
  }
}
