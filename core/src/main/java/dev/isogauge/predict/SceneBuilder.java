package dev.isogauge.predict;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.predicate.ParsedRows;
import it.unimi.dsi.fastutil.ints.Int2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes scenes. Only what members can notice of each other is kept:
 *
 * <ol>
 *   <li>operations on rows that one member changes or locks and another one uses, but for reads
 *       without a lock of columns that no other one writes,
 *   <li>searches in relations that another member changes, and changes there,
 *   <li>the statement that takes the snapshot, even if nothing of it is kept.
 * </ol>
 */
final class SceneBuilder {
  private final History history;
  private final List<ConditionSearch> searches;
  private final ParsedRows rows;

  /** By key of the history: its row and its relation. */
  private final int[] rowOf;

  private final int[] relationOf;
  private final boolean[] isList;
  private final int rowCount;
  private final Map<String, Integer> relations = new HashMap<>();

  SceneBuilder(History history, List<ConditionSearch> searches, boolean[] isList) {
    this.history = history;
    this.searches = searches;
    this.rows = new ParsedRows(history.atoms());
    this.isList = isList;
    this.rowOf = new int[history.keyCount()];
    this.relationOf = new int[history.keyCount()];
    Map<String, Integer> rowNumbers = new HashMap<>();
    for (int key = 0; key < rowOf.length; key++) {
      String name = history.atoms().plain(history.keyAtom(key));
      String relation = relation(name);
      relationOf[key] = relations.computeIfAbsent(relation, each -> relations.size());
      rowOf[key] = rowNumbers.computeIfAbsent(row(name), each -> rowNumbers.size());
    }
    this.rowCount = rowNumbers.size();
  }

  /** What comes before the first slash; empty if there is none. */
  static String relation(String key) {
    int slash = key.indexOf('/');
    return slash < 0 ? "" : key.substring(0, slash);
  }

  /** A key without its column: {@code accounts/1} of {@code accounts.balance/1}. */
  static String row(String key) {
    int slash = key.indexOf('/');
    int dot = key.lastIndexOf('.', Math.max(0, slash));
    return slash < 0 || dot < 0 ? key : key.substring(0, dot) + key.substring(slash);
  }

  /** How many rows there are. */
  int rows() {
    return rowCount;
  }

  /** How many relations there are. */
  int relations() {
    return relations.size();
  }

  int rowOf(int key) {
    return rowOf[key];
  }

  int relationOf(int key) {
    return relationOf[key];
  }

  int relationOf(ConditionSearch search) {
    return relations.getOrDefault(search.relation(), -1);
  }

  /** The scene of these programs; those with equal signatures have equal runs. */
  Scene scene(List<Program> members, StoreLevel[] levels) {
    int n = members.size();
    IntSet keptRows = new IntOpenHashSet();
    IntSet keptRelations = new IntOpenHashSet();
    keep(members, keptRows, keptRelations);
    List<IntSet> written = members.stream().map(SceneBuilder::written).toList();
    Int2IntMap keys = new Int2IntLinkedOpenHashMap();
    Int2IntMap searchNumbers = new Int2IntLinkedOpenHashMap();
    int[][][] code = new int[n][][];
    int[][] original = new int[n][];
    for (int m = 0; m < n; m++) {
      List<int[]> kept = new ArrayList<>();
      IntArrayList places = new IntArrayList();
      boolean hasSnapshot = false;
      for (int s = 0; s < members.get(m).statements().size(); s++) {
        IntArrayList operations = new IntArrayList();
        boolean begins =
            !hasSnapshot
                && levels[m].snapshot() != StoreLevel.Snapshot.STATEMENT
                && levels[m].takesSnapshot(members.get(m).statements().get(s));
        hasSnapshot |= begins;
        for (int operation : members.get(m).statements().get(s)) {
          Access access = Access.of(operation);
          int key = Access.keyOf(operation);
          if (access == Access.SEARCH && keptRelations.contains(relationOf(searches.get(key)))) {
            operations.add(access.on(number(searchNumbers, key)));
          } else if (access != Access.SEARCH
              && (keptRows.contains(rowOf[key]) || isFound(access, key, keptRelations))
              && (access != Access.READ || levels[m].locksReads() || isWritten(key, m, written))) {
            operations.add(access.on(number(keys, key)));
          }
        }
        if (!operations.isEmpty() || begins) {
          kept.add(operations.toIntArray());
          places.add(s);
        }
      }
      code[m] = kept.toArray(new int[0][]);
      original[m] = places.toIntArray();
    }
    return scene(
        members,
        levels,
        code,
        original,
        keys.keySet().toIntArray(),
        searchNumbers.keySet().toIntArray());
  }

  private static IntSet written(Program program) {
    IntSet written = new IntOpenHashSet();
    program.statements().stream()
        .flatMapToInt(Arrays::stream)
        .filter(each -> Access.of(each).writes())
        .forEach(each -> written.add(Access.keyOf(each)));
    return written;
  }

  /** Whether another member writes a key. */
  private static boolean isWritten(int key, int member, List<IntSet> written) {
    for (int other = 0; other < written.size(); other++) {
      if (other != member && written.get(other).contains(key)) {
        return true;
      }
    }
    return false;
  }

  private boolean isFound(Access access, int key, IntSet keptRelations) {
    return access.writes() && keptRelations.contains(relationOf[key]);
  }

  private static int number(Int2IntMap numbers, int key) {
    return numbers.computeIfAbsent(key, each -> numbers.size());
  }

  private void keep(List<Program> members, IntSet keptRows, IntSet keptRelations) {
    for (int m = 0; m < members.size(); m++) {
      IntSet locked = new IntOpenHashSet();
      IntSet written = new IntOpenHashSet();
      members.get(m).statements().forEach(operations -> locked(operations, locked, written));
      for (int other = 0; other < members.size(); other++) {
        if (other != m) {
          for (int[] operations : members.get(other).statements()) {
            for (int operation : operations) {
              int key = Access.keyOf(operation);
              if (Access.of(operation) != Access.SEARCH) {
                if (locked.contains(rowOf[key])) {
                  keptRows.add(rowOf[key]);
                }
              } else if (written.contains(relationOf(searches.get(key)))) {
                keptRelations.add(relationOf(searches.get(key)));
              }
            }
          }
        }
      }
    }
  }

  private void locked(int[] operations, IntSet locked, IntSet written) {
    for (int operation : operations) {
      Access access = Access.of(operation);
      if (access.locks()) {
        locked.add(rowOf[Access.keyOf(operation)]);
      }
      if (access.writes()) {
        written.add(relationOf[Access.keyOf(operation)]);
      }
    }
  }

  private Scene scene(
      List<Program> members,
      StoreLevel[] levels,
      int[][][] code,
      int[][] original,
      int[] keys,
      int[] searchNumbers) {
    Int2IntMap rowNumbers = new Int2IntLinkedOpenHashMap();
    Int2IntMap relationNumbers = new Int2IntLinkedOpenHashMap();
    int[] rowOfKey = new int[keys.length];
    int[] relationOfKey = new int[keys.length];
    boolean[] isThere = new boolean[keys.length];
    boolean[] lists = new boolean[keys.length];
    for (int key = 0; key < keys.length; key++) {
      rowOfKey[key] = number(rowNumbers, rowOf[keys[key]]);
      relationOfKey[key] = number(relationNumbers, relationOf[keys[key]]);
      isThere[key] = isThereAtFirst(members, keys[key]);
      lists[key] = isList[keys[key]];
    }
    int[][] searched = new int[searchNumbers.length][];
    boolean[][][] meets = new boolean[searchNumbers.length][keys.length][members.size() + 1];
    for (int s = 0; s < searchNumbers.length; s++) {
      ConditionSearch search = searches.get(searchNumbers[s]);
      IntArrayList found = new IntArrayList();
      for (int key = 0; key < keys.length; key++) {
        if (relationOf[keys[key]] == relationOf(search)) {
          found.add(key);
          meets[s][key][0] = isThere[key] && meets(search, initialValue(members, keys[key]));
          for (int m = 0; m < members.size(); m++) {
            meets[s][key][m + 1] = meets(search, written(members.get(m), keys[key]));
          }
        }
      }
      searched[s] = found.toIntArray();
    }
    return new Scene(
        members,
        levels,
        code,
        original,
        keys,
        rowOfKey,
        relationOfKey,
        rowNumbers.size(),
        relationNumbers.size(),
        isThere,
        lists,
        searchNumbers,
        searched,
        meets);
  }

  /** By the one that was recorded first of those that use the key. */
  private boolean isThereAtFirst(List<Program> members, int key) {
    return first(members, key).map(each -> !each.absent().contains(key)).orElse(true);
  }

  private Optional<Program> first(List<Program> members, int key) {
    return members.stream()
        .filter(member -> uses(member, key))
        .min(Comparator.comparingInt(Program::order));
  }

  private static boolean uses(Program member, int key) {
    return member.statements().stream()
        .flatMapToInt(Arrays::stream)
        .anyMatch(each -> Access.of(each) != Access.SEARCH && Access.keyOf(each) == key);
  }

  /**
   * The value of a key before: what the first member to use it read, else the initial one, else
   * what any member read first.
   */
  private long initialValue(List<Program> members, int key) {
    long value = first(members, key).map(each -> firstRead(each, key)).orElse(Atoms.NIL);
    if (value == Atoms.NIL) {
      value = history.initialValue(key);
    }
    for (int m = 0; m < members.size() && value == Atoms.NIL; m++) {
      value = firstRead(members.get(m), key);
    }
    return value;
  }

  /** What a member read of a key before it used it otherwise; else nil. */
  private long firstRead(Program member, int key) {
    for (int i = history.firstOperation(member.transaction());
        i < history.endOperation(member.transaction());
        i++) {
      if (history.keyOf(i) == key) {
        return history.isWrite(i) || history.isUnknownRead(i) ? Atoms.NIL : history.valueOf(i);
      }
    }
    return Atoms.NIL;
  }

  /** What a member leaves of a key; nil if it does not write it. */
  private long written(Program member, int key) {
    long value = Atoms.NIL;
    for (int i = history.firstOperation(member.transaction());
        i < history.endOperation(member.transaction());
        i++) {
      if (history.isWrite(i) && history.keyOf(i) == key) {
        value = history.valueOf(i);
      }
    }
    return value;
  }

  private boolean meets(ConditionSearch search, long value) {
    return value != Atoms.NIL && search.condition().matches(rows.row(value));
  }
}
