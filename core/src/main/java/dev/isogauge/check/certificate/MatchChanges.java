package dev.isogauge.check.certificate;


import dev.isogauge.predicate.Relations;

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
 * they change soon. Each version is evaluated once, and those out of the range are passed by at a
 * fraction of that cost. Walking begins where it promises to be cheaper, and when it has cost as
 * much as visiting the range, the range is visited after all: so the cost is at most twice that of
 * the better way.
 *
 * <p>Places count from 0; the initial version's is -1.
 */
final class MatchChanges {
  static final int INITIAL_PLACE = -1;
  static final int NONE = -2;

  /** How many versions are passed by, about, in the time that one is evaluated. */
  private static final int EVALUATION = 8;

  /** How many versions are passed by between two looks at what that has cost. */
  private static final int STRIDE = 64;

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

  /** How many versions may still be passed by before the range is visited. */
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
    int inRange = candidates.count();
    stepsLeft = (long) EVALUATION * inRange;
    // Each read walks both ways in each object.
    long walks = 2L * objects.length * reads;
    walking = stepsLeft > walks * (1 + rows.length / Math.max(1, inRange));
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
      boolean matches = rows[slot] != null && predicate.matches(rows[slot]);
      known[slot] = 2 * number + (matches ? 1 : 0);
      stepsLeft -= EVALUATION;
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
    int end = begins[object + 1];
    boolean found = firstMatch(begins[object], end) < end;
    return walking ? found : Arrays.binarySearch(matching, key) >= 0;
  }

  boolean matches(int key, int place) {
    return matches(begins[relations.placeOf(key)] + 1 + place);
  }

  private boolean matches(int slot) {
    return walking ? candidates.contains(slot) && evaluate(slot) : isKnownMatch(slot);
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
    int change = walking ? walkBack(slot, begin) : slot;
    if (!walking) {
      int at = Arrays.binarySearch(changes, slot);
      int last = at >= 0 ? at : -2 - at;
      change = last < 0 ? begin : changes[last];
    }
    return change <= begin ? NONE : change - 1 - begin;
  }

  /** The nearest change at or before a slot, or the object's begin. */
  private int walkBack(int slot, int begin) {
    if (!matches(slot)) {
      return Math.max(begin, lastMatch(slot - 1, begin) + 1);
    }
    int at = slot;
    while (at > begin && matches(at - 1) && !isComputedAnew(at)) {
      pay(1);
      at--;
    }
    return at;
  }

  /** The nearest match at or before a slot, or one below the object's begin. */
  private int lastMatch(int slot, int begin) {
    int at = slot;
    while (walking && at >= begin) {
      int stop = Math.max(begin, at - STRIDE);
      int found = candidates.last(at, stop);
      pay(at - found);
      if (found >= stop && evaluate(found)) {
        return found;
      }
      at = found < stop ? found : found - 1;
    }
    return begin - 1;
  }

  /** The place of the nearest change after a place, or {@link #NONE}. */
  int nextChange(int key, int place) {
    int object = relations.placeOf(key);
    int begin = begins[object];
    int end = begins[object + 1];
    int slot = begin + 2 + place;
    int change = walking ? walkOn(slot, end) : slot;
    if (!walking) {
      int at = Arrays.binarySearch(changes, slot);
      int next = at >= 0 ? at : -1 - at;
      change = next == changes.length ? end : changes[next];
    }
    return change >= end ? NONE : change - 1 - begin;
  }

  /** The nearest change at or after a slot, or the object's end. */
  private int walkOn(int slot, int end) {
    if (!matches(slot - 1)) {
      return firstMatch(slot, end);
    }
    int at = slot;
    while (at < end && matches(at) && !isComputedAnew(at)) {
      pay(1);
      at++;
    }
    return at;
  }

  /** The nearest match at or after a slot, or the object's end. */
  private int firstMatch(int slot, int end) {
    int at = slot;
    while (walking && at < end) {
      int stop = Math.min(end, at + STRIDE);
      int found = candidates.first(at, stop);
      pay(found - at);
      if (found < stop && evaluate(found)) {
        return found;
      }
      at = found < stop ? found + 1 : stop;
    }
    return end;
  }

  /** Gives up walking when it has cost enough: then what a walk returns means nothing. */
  private void pay(int steps) {
    stepsLeft -= steps;
    if (walking && stepsLeft < 0) {
      visitRange();
    }
  }
}
