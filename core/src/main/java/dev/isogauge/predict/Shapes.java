package dev.isogauge.predict;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Groups programs by their shape and names the groups. */
final class Shapes {
  /** More different names than this are not names of shapes. */
  private static final int MOST_NAMES = 100;

  private final History history;
  private final SceneBuilder scenes;
  private final List<ConditionSearch> searches;

  Shapes(History history, SceneBuilder scenes, List<ConditionSearch> searches) {
    this.history = history;
    this.scenes = scenes;
    this.searches = searches;
  }

  List<Shape> of(List<Program> programs) {
    boolean haveNames =
        programs.stream().map(this::stem).distinct().limit(MOST_NAMES + 1).count() <= MOST_NAMES;
    Map<List<String>, List<Program>> groups = new LinkedHashMap<>();
    for (Program program : programs) {
      List<String> code = new ArrayList<>(Skeleton.of(program, scenes).steps());
      code.add(program.level());
      code.add(haveNames ? stem(program) : "");
      groups.computeIfAbsent(code, each -> new ArrayList<>()).add(program);
    }
    Map<String, Integer> uses = new HashMap<>();
    groups.keySet().forEach(each -> uses.merge(each.get(each.size() - 1), 1, Integer::sum));
    List<Shape> shapes = new ArrayList<>();
    Set<String> taken = new HashSet<>(uses.keySet());
    groups.forEach(
        (code, group) -> {
          String stem = code.get(code.size() - 1);
          String name = stem;
          for (int number = 0;
              name.isEmpty() || (uses.get(stem) > 1 && name.equals(stem));
              number++) {
            String candidate = stem.isEmpty() ? letters(number) : stem + "-" + letters(number);
            name = taken.add(candidate) ? candidate : stem;
          }
          shapes.add(new Shape(name, steps(group), group.size(), distinct(group)));
        });
    return shapes;
  }

  /** A, B, ..., Z, AA, AB, ... */
  private static String letters(int number) {
    String last = String.valueOf((char) ('A' + number % 26));
    return number < 26 ? last : letters(number / 26 - 1) + last;
  }

  /** What a transaction is called, without its number; empty if it only has a number. */
  private String stem(Program program) {
    long name = history.nameAtom(program.transaction());
    String stem =
        name == Atoms.NO_NAME
            ? ""
            : history.atoms().plain(name).replaceFirst("[-_. #:]*[0-9]+$", "");
    return stem.equalsIgnoreCase("t") ? "" : stem;
  }

  private static List<Program> distinct(List<Program> group) {
    Map<List<Object>, Program> distinct = new LinkedHashMap<>();
    for (Program program : group) {
      List<Object> key = new ArrayList<>();
      key.add(program.absent());
      for (int[] statement : program.statements()) {
        key.add(Arrays.hashCode(statement));
        for (int operation : statement) {
          key.add(operation);
        }
      }
      distinct.putIfAbsent(key, program);
    }
    return List.copyOf(distinct.values());
  }

  /**
   * The steps of the first program, parts that repeat often once and in brackets. A key is named if
   * all have it in common, else it is a relation and a number.
   */
  private List<String> steps(List<Program> group) {
    List<String> steps = new ArrayList<>();
    Map<Integer, Integer> rows = new HashMap<>();
    Program first = group.get(0);
    int[] slots = Skeleton.of(first, scenes).slots();
    int shown = -1;
    for (int s = 0; s < slots.length; s++) {
      boolean repeats = isRepeated(slots, slots[s]);
      if (!repeats || slots[s] > shown) {
        boolean begins = repeats && (slots[s] == 0 || !isRepeated(slots, slots[s] - 1));
        boolean ends = repeats && !isRepeated(slots, slots[s] + 1);
        steps.add((begins ? "[" : "") + step(group, first, s, rows) + (ends ? "] repeatedly" : ""));
      }
      shown = Math.max(shown, slots[s]);
    }
    return steps;
  }

  /** Whether a step is done three times or more. */
  private static boolean isRepeated(int[] slots, int slot) {
    return Arrays.stream(slots).filter(each -> each == slot).count() > 2;
  }

  private String step(List<Program> group, Program first, int s, Map<Integer, Integer> rows) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < first.statements().get(s).length; i++) {
      int operation = first.statements().get(s)[i];
      Access access = Access.of(operation);
      int key = Access.keyOf(operation);
      if (access == Access.SEARCH) {
        words.add(access.words() + " " + searches.get(key));
        continue;
      }
      int row = rows.computeIfAbsent(scenes.rowOf(key), each -> rows.size() + 1);
      int place = i;
      boolean isSame =
          group.stream()
              .map(Program::statements)
              .allMatch(
                  each ->
                      each.size() > s
                          && each.get(s).length > place
                          && each.get(s)[place] == operation);
      String name = history.atoms().plain(history.keyAtom(key));
      words.add(access.words() + " " + (isSame ? name : SceneBuilder.relation(name) + "#" + row));
    }
    return String.join(" and ", words);
  }
}
