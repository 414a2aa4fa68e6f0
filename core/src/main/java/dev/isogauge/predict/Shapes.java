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
  private static final int LONGEST = 8;

  /** More different names than this are not names of shapes. */
  private static final int MOST_NAMES = 100;

  private final History history;
  private final SceneBuilder scenes;
  private final List<Search> searches;

  Shapes(History history, SceneBuilder scenes, List<Search> searches) {
    this.history = history;
    this.scenes = scenes;
    this.searches = searches;
  }

  List<Shape> of(List<Program> programs) {
    boolean haveNames =
        programs.stream().map(this::stem).distinct().limit(MOST_NAMES + 1).count() <= MOST_NAMES;
    Map<List<String>, List<Program>> groups = new LinkedHashMap<>();
    for (Program program : programs) {
      List<String> code = code(program);
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

  /** Equal for programs that do the same to other keys, however often they repeat a part. */
  private List<String> code(Program program) {
    Map<Integer, Integer> lastUse = new HashMap<>();
    List<String> code = new ArrayList<>();
    int place = 0;
    for (int[] statement : program.statements()) {
      StringBuilder token = new StringBuilder();
      for (int operation : statement) {
        Access access = Access.of(operation);
        int key = Access.keyOf(operation);
        token.append((char) ('a' + access.ordinal()));
        if (access == Access.SEARCH) {
          token.append(key);
        } else {
          Integer before = lastUse.put(scenes.rowOf(key), place++);
          token.append(scenes.relationOf(key));
          token.append(before == null ? "" : "-" + (place - 1 - before));
        }
        token.append(' ');
      }
      code.add(token.toString());
    }
    List<String> folded = folded(code);
    folded.add(program.level());
    return folded;
  }

  /** With parts that follow themselves once; the longest part that does is {@link #LONGEST}. */
  private static List<String> folded(List<String> code) {
    List<String> folded = new ArrayList<>();
    for (String token : code) {
      folded.add(token);
      int size = folded.size();
      for (int length = 1; length <= LONGEST && 2 * length <= size; length++) {
        List<String> last = folded.subList(size - length, size);
        if (last.equals(folded.subList(size - 2 * length, size - length))) {
          last.clear();
          break;
        }
      }
    }
    return folded;
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

  /** A key is named if all have it in common, else it is a relation and a number. */
  private List<String> steps(List<Program> group) {
    List<String> steps = new ArrayList<>();
    Map<Integer, Integer> slots = new HashMap<>();
    Program first = group.get(0);
    for (int s = 0; s < first.statements().size(); s++) {
      List<String> words = new ArrayList<>();
      for (int i = 0; i < first.statements().get(s).length; i++) {
        int operation = first.statements().get(s)[i];
        Access access = Access.of(operation);
        int key = Access.keyOf(operation);
        if (access == Access.SEARCH) {
          words.add(access.words() + " " + searches.get(key));
          continue;
        }
        int slot = slots.computeIfAbsent(scenes.rowOf(key), each -> slots.size() + 1);
        int statement = s;
        int place = i;
        boolean isSame =
            group.stream()
                .map(Program::statements)
                .allMatch(
                    each ->
                        each.size() > statement
                            && each.get(statement).length > place
                            && each.get(statement)[place] == operation);
        String name = history.atoms().plain(history.keyAtom(key));
        String relation = SceneBuilder.relation(name);
        words.add(access.words() + " " + (isSame ? name : relation + "#" + slot));
      }
      steps.add(String.join(" and ", words));
    }
    return steps;
  }
}
