package dev.isogauge.check.certificate;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Relations;
import dev.isogauge.predicate.Row;
import dev.isogauge.predicate.RowIndex;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Collection;

/**
 * Which versions of a relation's objects <em>change the matches</em> of a predicate (Adya; Clark et
 * al., section 3.1): those that match while their predecessor in the version order does not, or the
 * reverse. Where a predicate computes something, a version that changes the result does so too: a
 * sum depends on the values that it adds up.
 *
 * <ol>
 *   <li>Put the rows of all versions of the relation side by side, each object's in its version
 *       order, and index the columns that predicates confine to ranges.
 *   <li>For a predicate choose the way that promises to be cheaper. One visits all versions in its
 *       range; that is best where few are in it. The other walks from the version that a read saw
 *       until the matches change; that is best where many are in it, since then they change soon.
 *   <li>Answer. A walk that has cost as much as visiting the range gives up without an answer; then
 *       the range is visited, and asked from there on. So the cost is at most twice that of the
 *       better way.
 * </ol>
 *
 * <p>Answers are the same either way, so no question changes what another one returns. Each version
 * is evaluated once for a predicate, and those out of the range are passed by at a fraction of that
 * cost.
 *
 * <p>Places in the version order count from 0; the initial version's is -1.
 */
final class MatchChanges {
  static final int INITIAL_PLACE = -1;
  static final int NO_CHANGE = -2;

  /** How many versions are passed by, about, in the time that one is evaluated. */
  private static final int EVALUATION = 8;

  /** How many versions are passed by before the cost is checked again. */
  private static final int STRIDE = 64;

  /** What a walk returns once it has cost too much. */
  private static final int GAVE_UP = Integer.MIN_VALUE;

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

  // The current predicate, and how questions about it are answered.
  private int number;
  private Predicate predicate;
  private RowIndex.Candidates candidates;
  private Way way;

  /** Step 1. */
  MatchChanges(
      History history,
      VersionCertificate.VersionOrders orders,
      ParsedRows rowsOf,
      Relations relations,
      int relation,
      Collection<Predicate> predicates) {
    this.relations = relations;
    this.objects = relations.objects(relation);
    this.begins = new int[objects.length + 1];
    for (int o = 0; o < objects.length; o++) {
      begins[o + 1] = begins[o] + 1 + orders.size(objects[o]);
    }
    this.rows = new Row[begins[objects.length]];
    this.known = new int[rows.length];
    for (int o = 0; o < objects.length; o++) {
      int key = objects[o];
      setRow(begins[o], history.initialValue(key), rowsOf);
      for (int place = 0; place < orders.size(key); place++) {
        setRow(begins[o] + 1 + place, history.valueOf(orders.version(key, place)), rowsOf);
      }
    }
    this.index = new RowIndex(rows, predicates);
  }

  /** The initial version's value is NIL where nothing was, which is DEAD, too. */
  private void setRow(int slot, long value, ParsedRows rowsOf) {
    if (value != Atoms.DEAD) {
      rows[slot] = rowsOf.row(value);
    }
  }

  /**
   * Step 2: takes another predicate.
   *
   * @param reads how many reads will ask for it
   */
  void find(Predicate next, int reads) {
    predicate = next;
    number++;
    candidates = index.candidates(predicate);
    int inRange = candidates.count();
    long costOfRange = (long) EVALUATION * inRange;
    // Each read walks both ways in each object.
    long walks = 2L * objects.length * reads;
    way =
        costOfRange > walks * (1 + rows.length / Math.max(1, inRange))
            ? new Walk(costOfRange)
            : new VisitedRange();
  }

  /** Objects that may have a version that matches. */
  int[] objects() {
    return way.objects();
  }

  /** Whether any version of an object matches. */
  boolean hasMatch(int key) {
    int object = relations.placeOf(key);
    int found = way.firstMatch(begins[object], begins[object + 1]);
    return (found == GAVE_UP ? visitRange().firstMatch(begins[object], begins[object + 1]) : found)
        < begins[object + 1];
  }

  boolean matches(int key, int place) {
    return way.matches(begins[relations.placeOf(key)] + 1 + place);
  }

  /** The place of the nearest change at or before a place, or {@link #NO_CHANGE}. */
  int lastChange(int key, int place) {
    int begin = begins[relations.placeOf(key)];
    int slot = begin + 1 + place;
    int found = way.lastChange(slot, begin);
    int change = found == GAVE_UP ? visitRange().lastChange(slot, begin) : found;
    return change <= begin ? NO_CHANGE : change - 1 - begin;
  }

  /** The place of the nearest change after a place, or {@link #NO_CHANGE}. */
  int nextChange(int key, int place) {
    int begin = begins[relations.placeOf(key)];
    int end = begins[relations.placeOf(key) + 1];
    int slot = begin + 2 + place;
    int found = way.nextChange(slot, end);
    int change = found == GAVE_UP ? visitRange().nextChange(slot, end) : found;
    return change >= end ? NO_CHANGE : change - 1 - begin;
  }

  /** Step 3, after a walk has given up. */
  private Way visitRange() {
    way = new VisitedRange();
    return way;
  }

  private boolean evaluate(int slot) {
    if (!isKnown(slot)) {
      boolean matches = rows[slot] != null && predicate.matches(rows[slot]);
      known[slot] = 2 * number + (matches ? 1 : 0);
    }
    return isKnownMatch(slot);
  }

  private boolean isKnown(int slot) {
    return known[slot] >>> 1 == number;
  }

  private boolean isKnownMatch(int slot) {
    return known[slot] == 2 * number + 1;
  }

  /**
   * Whether an aggregate sees a difference between a version and its predecessor, which both match.
   */
  private boolean isComputedAnew(int slot) {
    return predicate.aggregate().isPresent()
        && predicate.aggregate().get().tellsApart(rows[slot - 1], rows[slot]);
  }

  /** A way to answer, all in slots. */
  private interface Way {
    int[] objects();

    boolean matches(int slot);

    /** A match at or after an object's first slot, or the object's end. */
    int firstMatch(int slot, int end);

    /** The nearest change at or before a slot, or at most the object's begin. */
    int lastChange(int slot, int begin);

    /** The nearest change at or after a slot, or at least the object's end. */
    int nextChange(int slot, int end);
  }

  /** All matches of the current predicate are known. */
  private final class VisitedRange implements Way {
    /** Slots that match, slots that change the matches, and objects with a match, ascending. */
    private final int[] matches;

    private final int[] changes;
    private final int[] matching;

    VisitedRange() {
      IntArrayList found = new IntArrayList();
      candidates.forEach(
          slot -> {
            if (evaluate(slot)) {
              found.add(slot);
            }
          });
      matches = found.toIntArray();
      Arrays.sort(matches);
      IntArrayList changing = new IntArrayList();
      IntArrayList withMatch = new IntArrayList();
      int object = -1;
      for (int slot : matches) {
        if (object < 0 || slot >= begins[object + 1]) {
          object = objectOf(slot, object + 1);
          withMatch.add(objects[object]);
        }
        if (slot > begins[object] && (!isKnownMatch(slot - 1) || isComputedAnew(slot))) {
          changing.add(slot);
        }
        if (slot + 1 < begins[object + 1] && !isKnownMatch(slot + 1)) {
          changing.add(slot + 1);
        }
      }
      changes = changing.toIntArray();
      matching = withMatch.toIntArray();
    }

    private int objectOf(int slot, int from) {
      int at = Arrays.binarySearch(begins, from, begins.length, slot);
      return at >= 0 ? at : -2 - at;
    }

    @Override
    public int[] objects() {
      return matching;
    }

    @Override
    public boolean matches(int slot) {
      return isKnownMatch(slot);
    }

    @Override
    public int firstMatch(int slot, int end) {
      return atOrAfter(matches, slot, end);
    }

    @Override
    public int lastChange(int slot, int begin) {
      int at = Arrays.binarySearch(changes, slot);
      int last = at >= 0 ? at : -2 - at;
      return last < 0 ? begin : changes[last];
    }

    @Override
    public int nextChange(int slot, int end) {
      return atOrAfter(changes, slot, end);
    }

    private static int atOrAfter(int[] slots, int slot, int end) {
      int at = Arrays.binarySearch(slots, slot);
      int next = at >= 0 ? at : -1 - at;
      return next == slots.length ? end : slots[next];
    }
  }

  /** Goes from version to version until it has cost too much. */
  private final class Walk implements Way {
    /** How many versions may still be passed by. */
    private long stepsLeft;

    Walk(long steps) {
      stepsLeft = steps;
    }

    @Override
    public int[] objects() {
      return objects;
    }

    @Override
    public boolean matches(int slot) {
      return candidates.contains(slot) && evaluateAtCost(slot);
    }

    private boolean evaluateAtCost(int slot) {
      stepsLeft -= isKnown(slot) ? 0 : EVALUATION;
      return evaluate(slot);
    }

    @Override
    public int lastChange(int slot, int begin) {
      if (!matches(slot)) {
        int match = lastMatch(slot - 1, begin);
        return match == GAVE_UP ? GAVE_UP : match + 1;
      }
      int at = slot;
      while (at > begin && matches(at - 1) && !isComputedAnew(at)) {
        if (--stepsLeft < 0) {
          return GAVE_UP;
        }
        at--;
      }
      return at;
    }

    /** The nearest match at or before a slot, or one below the object's begin. */
    private int lastMatch(int slot, int begin) {
      int at = slot;
      while (at >= begin) {
        int stop = Math.max(begin, at - STRIDE);
        int found = candidates.last(at, stop);
        stepsLeft -= at - found;
        if (stepsLeft < 0) {
          return GAVE_UP;
        }
        if (found >= stop && evaluateAtCost(found)) {
          return found;
        }
        at = found < stop ? found : found - 1;
      }
      return begin - 1;
    }

    @Override
    public int nextChange(int slot, int end) {
      if (!matches(slot - 1)) {
        return firstMatch(slot, end);
      }
      int at = slot;
      while (at < end && matches(at) && !isComputedAnew(at)) {
        if (--stepsLeft < 0) {
          return GAVE_UP;
        }
        at++;
      }
      return at;
    }

    @Override
    public int firstMatch(int slot, int end) {
      int at = slot;
      while (at < end) {
        int stop = Math.min(end, at + STRIDE);
        int found = candidates.first(at, stop);
        stepsLeft -= found - at;
        if (stepsLeft < 0) {
          return GAVE_UP;
        }
        if (found < stop && evaluateAtCost(found)) {
          return found;
        }
        at = found < stop ? found + 1 : stop;
      }
      return end;
    }
  }
}
