package dev.isogauge.check.linear;

import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Searches for a linearization of any register: the search of Wing and Gong with the list of events
 * and the memory of situations of Lowe.
 *
 * <ol>
 *   <li>Place every read of the current value that has begun. A read changes nothing, so if there
 *       is a linearization from here, there is one with the read here.
 *   <li>The candidates for the next place are the writes that have begun before anything unplaced
 *       ended, and fit the current value. Of those that do the same, only the one that ends first:
 *       if a linearization has another one here, the two can change places.
 *   <li>Try them, the first to end first. A situation that was met before leads nowhere.
 *   <li>Done when all operations are placed that must be; others need not be.
 * </ol>
 *
 * <p>Exponential in the operations that overlap, with and without end, in the worst case; so under
 * a budget. The search also says how far it got: the prefix of the history up to the end of {@link
 * #obstacle} is the shortest that has no linearization, because a dead end is met exactly at the
 * end of an operation that cannot be placed, and steps 1 to 3 hold for prefixes too.
 */
final class LinearizationSearch {
  /** The start value that stands for any; the first operation that reads says which it was. */
  static final int ANY = -2;

  private static final int STEPS_BETWEEN_LOOKS = 256;

  private final Register register;
  private final Budget budget;
  private final boolean[] used;
  private final EventList events;
  private final PlacedSet placed;
  private final SeenStates seen;
  private final int mustPlace;

  /**
   * By operation: operations of one class read and write the same. Those that need not be placed,
   * but if so, before an end of theirs, are classes of their own.
   */
  private final int[] classOf;

  /** By class: the candidate that ends first, and in which step that was found out. */
  private final int[] candidate;

  private final int[] candidateStep;

  private int value;
  private final IntArrayList order = new IntArrayList();

  /** By place in the order: the latest begin up to there. */
  private final LongArrayList latestBegins = new LongArrayList();

  /** Candidates not tried yet, of all situations on the path, the best last. */
  private final IntArrayList choices = new IntArrayList();

  /** Three ints a situation on the path: its first choice, length of the order and value before. */
  private final IntArrayList path = new IntArrayList();

  private int steps;

  /** How many operations ended before the obstacle. */
  private int furthest = -1;

  private int obstacle = NONE;

  /** The order that came furthest; its first {@code furthestShared} places are still the same. */
  private final IntArrayList furthestOrder = new IntArrayList();

  private int furthestShared;
  private int mostPlaced;

  LinearizationSearch(Register register, int start, Budget budget) {
    this.register = register;
    this.budget = budget;
    this.used = used(register);
    this.events = new EventList(register, used);
    this.placed = new PlacedSet(register);
    this.seen = new SeenStates(budget);
    this.value = start;
    this.classOf = new int[register.size()];
    Long2IntOpenHashMap classes = new Long2IntOpenHashMap();
    int certain = 0;
    for (int i = 0; i < register.size(); i++) {
      long read = 2L * (register.readOf(i) + 1) + (hasDeadline(i) ? 1 : 0);
      long effect = read << 32 | (register.writeOf(i) & 0xFFFFFFFFL);
      classes.putIfAbsent(effect, classes.size());
      classOf[i] = classes.get(effect);
      certain += register.isOptional(i) ? 0 : 1;
    }
    this.mustPlace = certain;
    this.candidate = new int[classes.size()];
    this.candidateStep = new int[classes.size()];
  }

  private boolean hasDeadline(int operation) {
    return register.isOptional(operation) && register.end(operation) < Long.MAX_VALUE;
  }

  /** A write that need not have happened, of a value that none reads, is not needed. */
  private static boolean[] used(Register register) {
    boolean[] read = register.valuesRead();
    boolean[] used = new boolean[register.size()];
    for (int i = 0; i < used.length; i++) {
      used[i] = !register.isOptional(i) || read[register.writeOf(i)];
    }
    return used;
  }

  /** Whether there is a linearization; {@link #order} is it then. To be called once. */
  boolean run() {
    try {
      return search();
    } finally {
      seen.close();
    }
  }

  private boolean search() {
    enter(0, value);
    while (furthest < Integer.MAX_VALUE) {
      int situation = path.size() - 3;
      if (choices.size() == path.getInt(situation)) {
        value = leave();
        if (path.isEmpty()) {
          return false;
        }
        continue;
      }
      int before = order.size();
      int valueBefore = value;
      int next = choices.popInt();
      place(next);
      value = register.isPureRead(next) ? register.readOf(next) : register.writeOf(next);
      int length = placed.describe(value);
      if (seen.add(placed.description(), length)) {
        enter(before, valueBefore);
      } else {
        takeBack(before);
        value = valueBefore;
      }
    }
    return true;
  }

  /** Steps 1 and 2, in a new situation. */
  private void enter(int orderBefore, int valueBefore) {
    path.add(choices.size());
    path.add(orderBefore);
    path.add(valueBefore);
    steps++;
    if (steps % STEPS_BETWEEN_LOOKS == 0) {
      budget.checkTime();
    }
    int firstChoice = choices.size();
    int event = events.first();
    for (; events.isBegin(event); event = events.after(event)) {
      if (register.isPureRead(event) && register.readOf(event) == value) {
        place(event);
      } else if (fits(event)) {
        propose(event);
      }
    }
    arrange(firstChoice);
    mostPlaced = Math.max(mostPlaced, placed.size());
    if (placed.certainPlaced() == mustPlace) {
      furthest = Integer.MAX_VALUE; // Step 4.
    } else if (events.endRank(events.endedBy(event)) > furthest) {
      obstacle = events.endedBy(event);
      furthest = events.endRank(obstacle);
      furthestOrder.size(order.size());
      furthestShared = order.size();
    }
  }

  private boolean fits(int operation) {
    int read = register.readOf(operation);
    return (read == NONE || read == value || value == ANY)
        && register.end(operation) >= latestBegin();
  }

  private long latestBegin() {
    return latestBegins.isEmpty() ? Long.MIN_VALUE : latestBegins.topLong();
  }

  private void propose(int operation) {
    int effect = classOf[operation];
    if (candidateStep[effect] != steps) {
      candidateStep[effect] = steps;
      candidate[effect] = operation;
      choices.add(effect);
    } else if (compareEnds(operation, candidate[effect]) < 0) {
      candidate[effect] = operation;
    }
  }

  /** Replaces classes by their candidates and sorts these, what ends first last. */
  private void arrange(int from) {
    int[] proposed = choices.elements();
    for (int c = from; c < choices.size(); c++) {
      proposed[c] = candidate[proposed[c]];
    }
    IntArrays.mergeSort(proposed, from, choices.size(), (i, j) -> compareEnds(j, i));
  }

  /** By end; an operation that must be placed ends before one that need not be. */
  private int compareEnds(int i, int j) {
    int byTime = Long.compare(register.end(i), register.end(j));
    return byTime != 0 ? byTime : Boolean.compare(register.isOptional(i), register.isOptional(j));
  }

  /** Goes back to before the latest situation; returns the value there. */
  private int leave() {
    int before = path.popInt();
    takeBack(path.popInt());
    path.popInt();
    return before;
  }

  private void place(int operation) {
    events.lift(operation);
    placed.add(operation);
    order.add(operation);
    latestBegins.add(Math.max(latestBegin(), register.begin(operation)));
  }

  private void takeBack(int size) {
    while (order.size() > size) {
      int operation = order.popInt();
      if (order.size() < furthestShared) {
        furthestShared = order.size();
        furthestOrder.set(furthestShared, operation);
      }
      latestBegins.popLong();
      placed.remove(operation);
      events.putBack(operation);
    }
  }

  /** Whether the operation could matter. */
  boolean isUsed(int operation) {
    return used[operation];
  }

  /** The operations placed, in order. */
  int[] order() {
    return order.toIntArray();
  }

  /** After a search without success: the operations that could be placed before the obstacle. */
  int[] furthestOrder() {
    return furthestOrder.toIntArray();
  }

  /** The operation at whose end no order fits any more, after a search without success. */
  int obstacle() {
    return obstacle;
  }

  /** How many operations could be placed at once. */
  int mostPlaced() {
    return mostPlaced;
  }

  int situations() {
    return seen.size();
  }
}
