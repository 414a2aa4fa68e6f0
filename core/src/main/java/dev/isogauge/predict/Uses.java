package dev.isogauge.predict;

import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectRBTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which rows each cast uses, and how. Programs of one shape that do the same with a row have the
 * same use of it. Relations count as rows that searches use and writes lock.
 */
final class Uses {
  /**
   * What a program does with a row.
   *
   * @param uses whether it reads, writes or searches it
   * @param locks whether it keeps others from writing it, or writes what they search
   * @param absent whether it found something of it missing
   * @param reads the columns that it reads, writes of which may not follow at once
   * @param writes the columns that it writes
   * @param updates whether it changes a row that is there
   * @param makes whether it makes or deletes the row
   */
  private record Use(
      boolean uses,
      boolean locks,
      boolean absent,
      TreeSet<Integer> reads,
      TreeSet<Integer> writes,
      boolean updates,
      boolean makes) {}

  private final List<Use> all = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /**
   * By cast, rows that few use first: their ranks, uses, and the order in which it comes to them.
   */
  private final int[][] rows;

  private final int[][] uses;
  private final int[][] order;

  /** By rank of a row and use: the casts. */
  private final List<Int2ObjectMap<IntArrayList>> users = new ArrayList<>();

  /** What is gathered of a row while a program is read. */
  private static final class Gathered {
    final StringBuilder code = new StringBuilder();
    final TreeSet<Integer> reads = new TreeSet<>();
    final TreeSet<Integer> writes = new TreeSet<>();
    boolean uses;
    boolean locks;
    boolean absent;
    boolean updates;
    boolean makes;
    int row;
  }

  Uses(List<Cast> casts, SceneBuilder scenes, List<ConditionSearch> searches) {
    this.rows = new int[casts.size()][];
    this.uses = new int[casts.size()][];
    this.order = new int[casts.size()][];
    int[] count = new int[scenes.rows() + scenes.relations()];
    for (int cast = 0; cast < casts.size(); cast++) {
      Map<Integer, Gathered> gathered = gather(casts.get(cast), scenes, searches);
      List<Gathered> each = new ArrayList<>(gathered.values());
      rows[cast] = each.stream().mapToInt(use -> use.row).toArray();
      uses[cast] = each.stream().mapToInt(this::number).toArray();
      for (int row : rows[cast]) {
        count[row]++;
      }
    }
    int[] rank = new int[count.length];
    int[] byCount =
        IntStream.range(0, count.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingInt(row -> count[row]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i = 0; i < byCount.length; i++) {
      rank[byCount[i]] = i;
      users.add(new Int2ObjectRBTreeMap<>());
    }
    for (int cast = 0; cast < casts.size(); cast++) {
      sort(cast, rank);
      for (int i = 0; i < rows[cast].length; i++) {
        users
            .get(rows[cast][i])
            .computeIfAbsent(uses[cast][i], use -> new IntArrayList())
            .add(cast);
      }
    }
  }

  private void sort(int cast, int[] rank) {
    int[] unsorted = rows[cast];
    int[] unsortedUses = uses[cast];
    order[cast] =
        IntStream.range(0, unsorted.length)
            .boxed()
            .sorted(Comparator.comparingInt(i -> rank[unsorted[i]]))
            .mapToInt(Integer::intValue)
            .toArray();
    rows[cast] = IntStream.of(order[cast]).map(i -> rank[unsorted[i]]).toArray();
    uses[cast] = IntStream.of(order[cast]).map(i -> unsortedUses[i]).toArray();
  }

  private static Map<Integer, Gathered> gather(
      Cast cast, SceneBuilder scenes, List<ConditionSearch> searches) {
    Map<Integer, Gathered> gathered = new LinkedHashMap<>();
    Program program = cast.program();
    int[] slots = Skeleton.of(program, scenes).slots();
    for (int s = 0; s < slots.length; s++) {
      for (int operation : program.statements().get(s)) {
        Access access = Access.of(operation);
        int key = Access.keyOf(operation);
        if (access == Access.SEARCH) {
          int relation = scenes.relationOf(searches.get(key));
          if (relation >= 0) {
            Gathered of = of(gathered, cast, scenes.rows() + relation);
            of.uses = true;
            of.reads.add(0);
            add(of, slots[s] + "?" + key);
          }
          continue;
        }
        Gathered of = of(gathered, cast, scenes.rowOf(key));
        int column = scenes.relationOf(key);
        boolean absent = program.absent().contains(key);
        of.uses = true;
        of.locks |= access.locks();
        of.absent |= absent;
        of.updates |= !absent && (access == Access.UPDATE || access == Access.CHANGE);
        of.makes |= access == Access.INSERT || access == Access.DELETE || absent;
        if (access != Access.INSERT && access != Access.APPEND) {
          of.reads.add(column);
        }
        add(of, slots[s] + "" + (char) ('a' + access.ordinal()) + column + (absent ? "!" : ""));
        if (access.writes()) {
          of.writes.add(column);
          Gathered relation = of(gathered, cast, scenes.rows() + column);
          relation.locks = true;
          relation.writes.add(0);
          add(relation, slots[s] + "" + (char) ('a' + access.ordinal()));
        }
      }
    }
    return gathered;
  }

  private static Gathered of(Map<Integer, Gathered> gathered, Cast cast, int row) {
    return gathered.computeIfAbsent(
        row,
        each -> {
          Gathered made = new Gathered();
          made.row = row;
          made.code.append(cast.shapeNumber());
          return made;
        });
  }

  /** Repeated parts of programs do the same to a row as often as they like. */
  private static void add(Gathered gathered, String what) {
    if (!gathered.code.toString().contains(" " + what + ";")) {
      gathered.code.append(' ').append(what).append(';');
    }
  }

  private int number(Gathered use) {
    return numbers.computeIfAbsent(
        use.code.toString(),
        code -> {
          all.add(
              new Use(
                  use.uses, use.locks, use.absent, use.reads, use.writes, use.updates, use.makes));
          return all.size() - 1;
        });
  }

  /** The number of ranks of rows. */
  int ranks() {
    return users.size();
  }

  /** By use the casts that use a row like that. */
  Int2ObjectMap<IntArrayList> users(int rank) {
    return users.get(rank);
  }

  /** The ranks of the rows that a cast uses, rare ones first. */
  int[] rows(int cast) {
    return rows[cast];
  }

  /** Its uses of them. */
  int[] uses(int cast) {
    return uses[cast];
  }

  /** The order in which it comes to them. */
  int[] order(int cast) {
    return order[cast];
  }

  /** Whether one changes or locks what the other one uses. */
  boolean concern(int use, int other) {
    Use a = all.get(use);
    Use b = all.get(other);
    return (a.uses && b.locks) || (a.locks && b.uses);
  }

  boolean isAbsent(int use) {
    return all.get(use).absent;
  }

  /** Whether one may read what is there before the other one writes. */
  boolean reads(int use, int writer) {
    Use a = all.get(use);
    return all.get(writer).writes.stream().anyMatch(a.reads::contains);
  }

  /** Whether both change the row, so that no snapshot store commits both if they overlap. */
  boolean exclude(int use, int other) {
    return all.get(use).updates && all.get(other).updates;
  }

  boolean makes(int use) {
    return all.get(use).makes;
  }
}
