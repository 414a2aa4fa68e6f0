package dev.isogauge.check.blackbox;

import dev.isogauge.check.Budget;
import dev.isogauge.check.BudgetExceededException;
import dev.isogauge.check.Limits;
import dev.isogauge.check.Verdict;
import dev.isogauge.check.Witness;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/**
 * Measures what knowing an order is worth: the same check with and without session order, and with
 * shares of the order of versions.
 *
 * <ol>
 *   <li>Take the order of versions that the history carries, else the one of a run that proves
 *       serializability.
 *   <li>For each share keep each version with that probability; those left stay in their order.
 *   <li>Make the polygraph, count the pairs of writers whose order is open, prune, count again, and
 *       search.
 * </ol>
 *
 * <p>The study is that of King Cobra, which measures how partial orders speed up Cobra.
 */
public final class OrderingStudy {

  /**
   * One measurement.
   *
   * @param sessions whether session order counted
   * @param kept the share of the order of versions that was kept
   * @param pairs pairs of writers of one key
   * @param openBefore those whose order was not known before pruning
   * @param openAfter those whose order was not known after pruning; empty if time was over
   * @param choices how many choices the solver was asked for; empty if it did not come to that
   * @param verdict satisfied, violated or unknown
   * @param pruning the time for the polygraph and pruning
   * @param search the time for the search
   */
  public record Row(
      boolean sessions,
      double kept,
      long pairs,
      OptionalLong openBefore,
      OptionalLong openAfter,
      OptionalInt choices,
      String verdict,
      Duration pruning,
      Duration search) {}

  private final IsolationLevel level;
  private final Limits limits;
  private final long seed;

  /** A study at a level of {@link Constraints}; each measurement has the limits for itself. */
  public OrderingStudy(IsolationLevel level, Limits limits, long seed) {
    this.level = level;
    this.limits = limits;
    this.seed = seed;
  }

  /** Step 1: the order to study; empty if none is recorded and no run was found. */
  public static Optional<List<VersionOrder>> versionOrder(History history, Limits limits) {
    if (!history.versionOrders().isEmpty()) {
      return Optional.of(history.versionOrders());
    }
    Constraints any = new Constraints(IsolationLevel.SERIALIZABILITY, true, false);
    return new BlackBoxChecker(any, limits).check(history) instanceof Verdict.Satisfied satisfied
            && satisfied.witness() instanceof Witness.SerialOrder order
        ? Optional.of(versionOrder(history, order))
        : Optional.empty();
  }

  private static List<VersionOrder> versionOrder(History history, Witness.SerialOrder order) {
    List<List<VersionOrder.Version>> versions = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      versions.add(new ArrayList<>());
    }
    for (int t : order.transactions()) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i) && history.isFinalWrite(i)) {
          versions
              .get(history.keyOf(i))
              .add(new VersionOrder.Version(history.valueOf(i), history.nameAtom(t)));
        }
      }
    }
    List<VersionOrder> orders = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      orders.add(new VersionOrder(history.keyAtom(key), versions.get(key)));
    }
    return orders;
  }

  /**
   * Steps 2 and 3, with and without session order. The easiest measurement comes first as well, and
   * does not count, so that loading and compiling classes is not charged to the first that does.
   */
  public List<Row> run(History history, List<VersionOrder> orders, double... shares) {
    measure(history, true, 1, orders);
    List<Row> rows = new ArrayList<>();
    for (boolean sessions : new boolean[] {false, true}) {
      for (double share : shares) {
        rows.add(measure(history, sessions, share, part(orders, share)));
      }
    }
    return rows;
  }

  private List<VersionOrder> part(List<VersionOrder> orders, double share) {
    Random random = new Random(seed);
    List<VersionOrder> part = new ArrayList<>();
    for (VersionOrder order : orders) {
      List<VersionOrder.Version> kept = new ArrayList<>(order.versions());
      kept.removeIf(version -> random.nextDouble() >= share);
      part.add(new VersionOrder(order.key(), kept));
    }
    return part;
  }

  private Row measure(History history, boolean sessions, double share, List<VersionOrder> orders) {
    Constraints constraints = new Constraints(level, sessions, true);
    Budget counting = new Budget(limits.timeout(), limits.memoryBytes());
    long begin = System.nanoTime();
    Polygraph graph = Construction.of(history, constraints, orders, operation -> true);
    long construction = System.nanoTime() - begin;
    long pairs = OpenPairs.all(graph);
    OptionalLong before = open(graph, counting);
    OptionalLong after = OptionalLong.empty();
    OptionalInt choices = OptionalInt.empty();
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    long pruned = 0;
    String verdict;
    begin = System.nanoTime();
    try {
      boolean open = new Pruning(graph, budget).run();
      pruned = System.nanoTime() - begin;
      after = open ? open(graph, counting) : OptionalLong.of(0);
      begin = System.nanoTime();
      boolean holds = false;
      if (open && Findings.faultyReads(history).isEmpty()) {
        Budget again = new Budget(limits.timeout(), limits.memoryBytes());
        Refinement refinement = new Refinement(graph, again);
        try {
          holds = refinement.order().isPresent();
        } finally {
          choices = OptionalInt.of(refinement.choices());
        }
      }
      verdict = holds ? "satisfied" : "violated";
    } catch (BudgetExceededException e) {
      verdict = "unknown";
      if (pruned == 0) {
        pruned = System.nanoTime() - begin;
        begin += pruned;
      }
    }
    long searched = System.nanoTime() - begin;
    return new Row(
        sessions,
        share,
        pairs,
        before,
        after,
        choices,
        verdict,
        Duration.ofNanos(construction + pruned),
        Duration.ofNanos(searched));
  }

  private static OptionalLong open(Polygraph graph, Budget budget) {
    try {
      return OptionalLong.of(OpenPairs.open(graph, budget));
    } catch (BudgetExceededException e) {
      return OptionalLong.empty();
    }
  }
}
