package dev.isogauge.check.linear;

import static dev.isogauge.check.linear.Register.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Limits;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides a register whose values repeat, by {@link LinearizationSearch}, and where there is no
 * linearization looks for the smallest part of the history that shows it:
 *
 * <ol>
 *   <li>The shortest prefix without linearization, which the search itself finds.
 *   <li>The latest time from which on, whatever the value was then, that prefix still has none. The
 *       later the time, the less is known, so it is found by halving.
 *   <li>The longest order that fits there.
 * </ol>
 */
final class GeneralRegister {
  private final Register register;
  private final Limits limits;

  GeneralRegister(Register register, Limits limits) {
    this.register = register;
    this.limits = limits;
  }

  KeyVerdict judge(Budget budget) {
    int unwritten = firstUnwritten();
    if (unwritten != NONE) {
      return KeyVerdict.faulty(
          LinearFault.NEVER_WRITTEN, register, List.of(register.transaction(unwritten)), List.of());
    }
    LinearizationSearch search = new LinearizationSearch(register, INITIAL, budget);
    try {
      if (search.run()) {
        return new KeyVerdict.Linearizable(register.transactions(search.order()));
      }
    } catch (BudgetExceededException e) {
      throw e.saying(
          String.format(
              "%s; placed at most %d of %d operations in %d situations",
              e.getMessage(), search.mostPlaced(), register.size(), search.situations()));
    }
    return explain(search, new Budget(limits.evidence(), budget.freeBytes()));
  }

  /** An operation that must have read what none wrote, or NONE. */
  private int firstUnwritten() {
    boolean[] written = new boolean[register.valueCount()];
    written[INITIAL] = true;
    for (int i = 0; i < register.size(); i++) {
      if (!register.isPureRead(i)) {
        written[register.writeOf(i)] = true;
      }
    }
    for (int i = 0; i < register.size(); i++) {
      int read = register.readOf(i);
      if (!register.isOptional(i) && read != NONE && !written[read]) {
        return i;
      }
    }
    return NONE;
  }

  private KeyVerdict explain(LinearizationSearch failed, Budget budget) {
    // Step 1.
    long until = register.end(failed.obstacle());
    Register prefix = register.between(Long.MIN_VALUE, until);
    // Step 2.
    long[] times =
        IntStream.range(0, prefix.size())
            .mapToLong(prefix::begin)
            .filter(time -> time > Long.MIN_VALUE)
            .distinct()
            .toArray();
    Register smallest = register;
    LinearizationSearch search = failed;
    int start = INITIAL;
    try {
      LinearizationSearch whole = new LinearizationSearch(prefix, INITIAL, budget);
      whole.run();
      smallest = prefix;
      search = whole;
      int low = 0;
      int high = times.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        Register part = register.between(times[middle], until);
        LinearizationSearch partly = new LinearizationSearch(part, LinearizationSearch.ANY, budget);
        if (partly.run()) {
          high = middle;
        } else {
          low = middle + 1;
          smallest = part;
          search = partly;
          start = LinearizationSearch.ANY;
        }
      }
    } catch (BudgetExceededException e) {
      // The evidence found so far is valid, only longer.
    }
    return evidence(smallest, search, start, until);
  }

  /** Step 3. The part has no linearization, as the search found. */
  private KeyVerdict evidence(Register part, LinearizationSearch search, int start, long until) {
    int[] order = search.furthestOrder();
    List<Integer> placed = new ArrayList<>();
    if (start == INITIAL) {
      placed.add(History.INITIAL);
    }
    IntOpenHashSet done = new IntOpenHashSet(order);
    for (int i : order) {
      placed.add(part.transaction(i));
    }
    List<Integer> others = new ArrayList<>();
    others.add(part.transaction(search.obstacle()));
    for (int i = 0; i < part.size(); i++) {
      if (!done.contains(i)
          && i != search.obstacle()
          && search.isUsed(i)
          && part.begin(i) <= until) {
        others.add(part.transaction(i));
      }
    }
    return KeyVerdict.faulty(LinearFault.NO_ORDER, part, placed, others);
  }
}
