package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.checker.SmallestPart;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.search.Choices;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.ListReads;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/**
 * Checks strong levels of a history whose order of versions is not known, or only in part. Values
 * may repeat.
 *
 * <ol>
 *   <li>Make a polygraph: what is known of the order of transactions, and what each read may have
 *       seen ({@link Construction}).
 *   <li>Make the choices for which only one option is left ({@link Pruning}).
 *   <li>Look for an order that gives every read what it saw, with a solver for the choices that a
 *       plain run gets wrong ({@link RunTheory}). An order is the proof that the level holds.
 *   <li>If there is none, trace the contradiction back to operations ({@link ContradictionTrace}),
 *       drop those that it does not need ({@link UnexplainedOperations}), and argue by cases
 *       ({@link RunClaims}).
 * </ol>
 *
 * <p>Steps 1 and 2 are polynomial; step 3 is not, since the question is NP-complete. The polygraph
 * is that of C. Tan et al., "Cobra: making transactional key-value stores verifiably serializable"
 * (2020); starts and commits for snapshot isolation follow K. Huang et al., "Efficient black-box
 * checking of snapshot isolation in databases" (2023).
 */
public final class BlackBoxChecker extends Checker {
  /** Of the time for evidence, what tracing a contradiction, and then shrinking it, may take. */
  private static final double SHARE_OF_TRACING = 0.3;

  private static final double SHARE_OF_SHRINKING = 0.8;

  /**
   * More operations than this show nothing, unless a contradiction was traced back to them or each
   * is known to be needed.
   */
  private static final int MOST_UNSHRUNK = 2_000;

  /** A trace with more operations is searched and traced again. */
  private static final int LONG_TRACE = 1_000;

  /** As long as that leaves no more of them than this share. */
  private static final double WORTH_A_TRACE = 0.9;

  /** Of so few operations those that no run explains are found without a trace. */
  private static final int FEW_OPERATIONS = 200;

  private final Constraints constraints;
  private final Limits limits;
  private final OptionalLong begin;

  /** What is known of the order of versions beside what the history says. */
  private final Optional<Versions> known;

  /** A checker that looks for an order within the limits. */
  public BlackBoxChecker(Constraints constraints, Limits limits) {
    this(constraints, limits, OptionalLong.empty(), Optional.empty());
  }

  private BlackBoxChecker(
      Constraints constraints, Limits limits, OptionalLong begin, Optional<Versions> known) {
    this.known = known;
    this.constraints = constraints;
    this.limits = limits;
    this.begin = begin;
  }

  /** The same where time counts from then on, by {@link System#nanoTime()}. */
  public BlackBoxChecker since(long newBegin) {
    return new BlackBoxChecker(constraints, limits, OptionalLong.of(newBegin), known);
  }

  /** The same for orders that also keep to pairs of versions; only {@link #witness} does. */
  public BlackBoxChecker along(Versions pairs) {
    return new BlackBoxChecker(constraints, limits, begin, Optional.of(pairs));
  }

  /** Whether it is a level for this checker. */
  public static boolean decides(IsolationLevel level) {
    return Constraints.LEVELS.contains(level);
  }

  /** The same, and whether the history has registers only. */
  public static boolean decides(IsolationLevel level, History history) {
    return decides(level) && !history.hasLists();
  }

  @Override
  protected boolean needsRealTime() {
    return constraints.level().usesRealTime();
  }

  @Override
  protected Verdict decide(History history) {
    List<Anomaly> notes =
        constraints.sessions() ? OverlappingSessions.notes(history) : List.<Anomaly>of();
    List<Anomaly> faults = ListReads.faults(history, () -> {});
    Attempt attempt = new Attempt(history, constraints, limits, budget(), operation -> true);
    try {
      Optional<Witness> witness = attempt.witness();
      if (witness.isPresent() && faults.isEmpty()) {
        Optional<String> open = BlackBoxAnomalies.openLists(history);
        Optional<Witness> shown = open.isPresent() ? attempt.asShown() : witness;
        return shown.isPresent()
            ? new Verdict.Satisfied(shown.get(), notes)
            : new Verdict.Unknown(open.get(), notes);
      } else if (witness.isPresent()) {
        return violated(faults, Optional.empty(), notes);
      }
    } catch (BudgetExceededException e) {
      return faults.isEmpty()
          ? e.saying(attempt.reason(e.getMessage())).verdict(notes)
          : violated(faults, Optional.of("no search for more: " + e.getMessage()), notes);
    }
    // Step 4.
    List<Anomaly> anomalies = new ArrayList<>(faults);
    return violated(anomalies, attempt.explain(constraints.level(), anomalies), notes);
  }

  /** An order that explains every read; empty if there is none, or none was found in the time. */
  public Optional<Witness> witness(History history) {
    Attempt attempt = new Attempt(history, constraints, limits, budget(), operation -> true);
    attempt.known = known;
    try {
      return ListReads.faults(history, () -> {}).isEmpty()
              && BlackBoxAnomalies.openLists(history).isEmpty()
          ? attempt.witness()
          : Optional.empty();
    } catch (BudgetExceededException e) {
      return Optional.empty();
    }
  }

  /**
   * What violates parallel snapshot isolation in a part of the history, if some part does within
   * the time: of two writers of a key one sees the other, so what is read of that key and of others
   * that only its writers write must have a serial run. Parts in which every read has one source
   * are left to others.
   */
  public static Optional<Anomaly> withoutSerialPart(History history, Limits limits) {
    Constraints serial = new Constraints(IsolationLevel.SERIALIZABILITY, true, false);
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    try {
      for (IntOpenHashSet keys :
          SerialParts.of(Construction.of(history, serial, operation -> true, budget))) {
        budget.checkTime();
        Attempt attempt =
            new Attempt(
                history,
                serial,
                limits,
                budget,
                operation -> keys.contains(history.keyOf(operation)));
        if (attempt.witness().isEmpty()) {
          List<Anomaly> found = new ArrayList<>();
          attempt.explain(IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION, found);
          return found.stream().findFirst();
        }
      }
    } catch (BudgetExceededException e) {
      // Other ways may be shorter.
    }
    return Optional.empty();
  }

  private Verdict violated(
      List<Anomaly> anomalies, Optional<String> incomplete, List<Anomaly> notes) {
    return AnomalyTally.violated(anomalies, limits.maxAnomalies(), incomplete, notes);
  }

  private Budget budget() {
    return new Budget(limits.timeout(), limits.memoryBytes(), begin.orElseGet(System::nanoTime));
  }

  /** The search in one history, or in some operations of it. */
  private static final class Attempt {
    private final History history;
    private final Constraints constraints;
    private final Limits limits;
    private final Budget budget;
    private final IntPredicate kept;
    private Optional<Versions> known = Optional.empty();
    private Optional<OrderSearch> search = Optional.empty();

    Attempt(
        History history, Constraints constraints, Limits limits, Budget budget, IntPredicate kept) {
      this.history = history;
      this.constraints = constraints;
      this.limits = limits;
      this.budget = budget;
      this.kept = kept;
    }

    Optional<Witness> witness() {
      // Step 1.
      Polygraph graph = Construction.of(history, constraints, kept, budget);
      known.ifPresent(pairs -> Construction.addPairs(graph, pairs));
      OrderSearch wanted = new OrderSearch(graph, constraints, budget);
      search = Optional.of(wanted);
      budget.checkTime();
      // Steps 2 and 3.
      Optional<Witness> strict =
          ValueRuns.isNeeded(graph) ? guessInRealTime() : Optional.<Witness>empty();
      return strict.isPresent() ? strict : wanted.witness();
    }

    /** A run without what may not have happened and shows more of a list than all that counts. */
    Optional<Witness> asShown() {
      Polygraph graph = Construction.asShown(history, constraints, kept, budget);
      return graph.open().isPresent()
          ? Optional.empty()
          : new OrderSearch(graph, constraints, budget).witness();
    }

    /** A run in the order of real time, which the level need not ask for, is easier to guess. */
    private Optional<Witness> guessInRealTime() {
      if (!history.hasRealTime() || constraints.realTime() == RealTimeOrder.Pairs.ALL) {
        return Optional.empty();
      }
      Constraints strict =
          new Constraints(
              IsolationLevel.STRICT_SERIALIZABILITY,
              constraints.sessions(),
              constraints.versionOrders());
      Polygraph graph = Construction.of(history, strict, kept, budget);
      known.ifPresent(pairs -> Construction.addPairs(graph, pairs));
      Optional<int[]> order = new OrderSearch(graph, strict, budget).guess();
      graph.release();
      return order.map(Witness::serial);
    }

    /** What ended the check, and how far it had come. */
    String reason(String message) {
      return String.format(
          "%s (%s)",
          message,
          search
              .map(OrderSearch::progress)
              .orElse("writers and readers were still being gathered; " + Choices.NOT_BEGUN));
    }

    /** Adds what shows that no order exists; says what is missing of it, if time ran out. */
    Optional<String> explain(IsolationLevel level, List<Anomaly> anomalies) {
      Budget time = new Budget(limits.evidence(), limits.memoryBytes());
      SmallestPart unexplained =
          UnexplainedOperations.of(history, constraints, time.share(SHARE_OF_SHRINKING));
      IntOpenHashSet traced = traced(unexplained, time.share(SHARE_OF_TRACING));
      boolean isTraced = traced.size() < history.operationCount();
      int[] shrunk = unexplained.of(traced);
      if (!unexplained.isSmallest() && !isTraced && shrunk.length > MOST_UNSHRUNK) {
        return Optional.of("no order exists, and there was no time to find out why");
      }
      try {
        IntOpenHashSet needed = new IntOpenHashSet(shrunk);
        Polygraph part = Construction.withFiction(history, constraints, needed::contains, time);
        anomalies.add(BlackBoxAnomalies.of(part, constraints, level, shrunk, time));
        return unexplained.isSmallest()
            ? Optional.empty()
            : Optional.of("there was no time to leave out what a contradiction does not need");
      } catch (BudgetExceededException e) {
        return Optional.of("no order exists, and there was no time to show why");
      }
    }

    /**
     * Operations that violate the level; all of them, if time is too short to find fewer. What the
     * search came upon first depends on the order of the input, so it is not asked where it is not
     * needed.
     */
    private IntOpenHashSet traced(SmallestPart unexplained, Budget time) {
      if (history.operationCount() <= FEW_OPERATIONS) {
        return allOperations();
      }
      try {
        IntOpenHashSet operations = search.orElseThrow().trace(time);
        return operations.size() > LONG_TRACE
            ? tracedAgain(operations, time)
            : unexplained.isViolated(operations) ? operations : allOperations();
      } catch (BudgetExceededException e) {
        return allOperations();
      }
    }

    /** A search among fewer operations meets fewer contradictions, so its trace is shorter. */
    private IntOpenHashSet tracedAgain(IntOpenHashSet first, Budget time) {
      IntOpenHashSet violating = allOperations();
      IntOpenHashSet next = first;
      long free = time.freeBytes();
      try {
        while (next.size() <= WORTH_A_TRACE * violating.size()) {
          Polygraph part = Construction.part(history, constraints, next::contains, time);
          OrderSearch again = new OrderSearch(part, constraints, time);
          if (!again.isViolated()) {
            break;
          }
          violating = next;
          next = again.trace(time);
        }
      } catch (BudgetExceededException e) {
        // What was found so far counts.
      } finally {
        time.release(free - time.freeBytes());
      }
      return violating;
    }

    private IntOpenHashSet allOperations() {
      IntOpenHashSet all = new IntOpenHashSet(history.operationCount());
      for (int i = 0; i < history.operationCount(); i++) {
        if (kept.test(i)) {
          all.add(i);
        }
      }
      return all;
    }
  }
}
