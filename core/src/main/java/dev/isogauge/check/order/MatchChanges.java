package dev.isogauge.check.order;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Row;
import dev.isogauge.predicate.RowIndex;
import dev.isogauge.predicate.Rows;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collection;

/**
 * Which versions of a relation's objects change what a predicate matches, or what is computed from
 * those that match: a sum depends on the values that it adds up.
 *
 * <p>There are two ways to find out. One visits all versions in the range that the condition
 * confines a column to, with an index; that is best where few are in it. The other walks from the
 * version that a read saw until the matches change; that is best where many are in it, since then
 * they change soon. Each version is evaluated once. Walking begins if the range is large, and when
 * it has taken as many steps as the range has versions, the range is visited after all: so the cost
 * is at most twice that of the better way.
 *
 * <p>Places count from 0; the initial version's is -1.
 */
final class MatchChanges {
  static final int INITIAL_PLACE = -1;
  static final int NONE = -2;

  /** How many steps the walk from one version takes if matches change soon. */
  private static final int SHORT_WALK = 4;

  private final int[] objects;
  private final Relations relations;
  private final RowIndex index;

  /**
   * By object of the relation, and one more: where its slots begin. A slot is a version; each
   * object's first is the initial one.
   */
  private final int[] begins;

  /** By slot: its row, or null where the object is absent. */
  private final Row[] rows;

  /** By slot: twice the number of the predicate for which this is known, plus 1 if it matches. */
  private final int[] known;

  private int number;
  private Predicate predicate;
  private RowIndex.Candidates candidates;
  private boolean walking;
  private long stepsLeft;

  /** Slots that change the matches, ascending, and objects with a match; unless walking. */
  private int[] changes = {};

  private int[] matching = {};

  MatchChanges(
      History history,
      VersionCertificate.Chains chains,
      Rows rowsOf,
      Relations relations,
      int relation,
      Collection<Predicate> predicates) {
    this.relations = relations;
    this.objects = relations.objects(relation);
    this.begins = new int[objects.length + 1];
    for (int o = 0; o < objects.length; o++) {
      begins[o + 1] = begins[o] + 1 + chains.size(objects[o]);
    }
    this.rows = new Row[begins[objects.length]];
    this.known = new int[rows.length];
    for (int o = 0; o < objects.length; o++) {
      int key = objects[o];
      setRow(begins[o], history.initialValue(key), rowsOf);
      for (int place = 0; place < chains.size(key); place++) {
        setRow(begins[o] + 1 + place, history.valueOf(chains.version(key, place)), rowsOf);
      }
    }
    this.index = new RowIndex(rows, predicates);
  }

  /** The initial version's value is NIL where nothing was, which is DEAD, too. */
  private void setRow(int slot, long value, Rows rowsOf) {
    if (value != Atoms.DEAD) {
      rows[slot] = rowsOf.row(value);
    }
  }

  /** Looks at another predicate, which so many reads ask for. */
  void find(Predicate next, int reads) {
    predicate = next;
    number++;
    candidates = index.candidates(predicate);
    stepsLeft = candidates.count();
    walking = stepsLeft > (long) SHORT_WALK * objects.length * reads;
    if (!walking) {
      visitRange();
    }
  }

  private void visitRange() {
    walking = false;
    IntArrayList matches = new IntArrayList();
    candidates.forEach(
        slot -> {
          if (evaluate(slot)) {
            matches.add(slot);
          }
        });
    matches.sort(null);
    IntArrayList found = new IntArrayList();
    IntArrayList withMatch = new IntArrayList();
    int object = -1;
    for (int slot : matches) {
      if (object < 0 || slot >= begins[object + 1]) {
        object = objectOf(slot, object + 1);
        withMatch.add(objects[object]);
      }
      if (slot > begins[object] && (!isKnownMatch(slot - 1) || isComputedAnew(slot))) {
        found.add(slot);
      }
      if (slot + 1 < begins[object + 1] && !isKnownMatch(slot + 1)) {
        found.add(slot + 1);
      }
    }
    changes = found.toIntArray();
    matching = withMatch.toIntArray();
  }

  private int objectOf(int slot, int from) {
    int at = Arrays.binarySearch(begins, from, begins.length, slot);
    return at >= 0 ? at : -2 - at;
  }

  private boolean isKnownMatch(int slot) {
    return known[slot] == 2 * number + 1;
  }

  private boolean evaluate(int slot) {
    if (known[slot] >>> 1 != number) {
      boolean matches =
          rows[slot] != null && candidates.contains(slot) && predicate.matches(rows[slot]);
      known[slot] = 2 * number + (matches ? 1 : 0);
    }
    return isKnownMatch(slot);
  }

  /** Objects that may have a version that matches. */
  int[] objects() {
    return walking ? objects : matching;
  }

  /** Whether any version of an object matches. */
  boolean hasMatch(int key) {
    int object = relations.placeOf(key);
    for (int slot = begins[object]; slot < begins[object + 1]; slot++) {
      if (matches(slot)) {
        return true;
      }
    }
    return false;
  }

  boolean matches(int key, int place) {
    return matches(begins[relations.placeOf(key)] + 1 + place);
  }

  /** Takes a step. */
  private boolean matches(int slot) {
    if (walking && --stepsLeft < 0) {
      visitRange();
    }
    return walking ? evaluate(slot) : isKnownMatch(slot);
  }

  private boolean isChange(int slot) {
    boolean matches = matches(slot);
    return matches != matches(slot - 1) || (matches && isComputedAnew(slot));
  }

  /** Whether an aggregate takes notice of a version that matches, as its predecessor does. */
  private boolean isComputedAnew(int slot) {
    return predicate.aggregate().isPresent()
        && predicate.aggregate().get().tellsApart(rows[slot - 1], rows[slot]);
  }

  /** The place of the nearest change at or before a place, or {@link #NONE}. */
  int lastChange(int key, int place) {
    int begin = begins[relations.placeOf(key)];
    int slot = begin + 1 + place;
    if (walking) {
      while (slot > begin && !isChange(slot)) {
        slot--;
      }
      return slot == begin ? NONE : slot - 1 - begin;
    }
    int at = Arrays.binarySearch(changes, slot);
    int last = at >= 0 ? at : -2 - at;
    return last < 0 || changes[last] <= begin ? NONE : changes[last] - 1 - begin;
  }

  /** The place of the nearest change after a place, or {@link #NONE}. */
  int nextChange(int key, int place) {
    int object = relations.placeOf(key);
    int begin = begins[object];
    int end = begins[object + 1];
    int slot = begin + 2 + place;
    if (walking) {
      while (slot < end && !isChange(slot)) {
        slot++;
      }
      return slot == end ? NONE : slot - 1 - begin;
    }
    int at = Arrays.binarySearch(changes, slot);
    int next = at >= 0 ? at : -1 - at;
    return next == changes.length || changes[next] >= end ? NONE : changes[next] - 1 - begin;
  }
}
