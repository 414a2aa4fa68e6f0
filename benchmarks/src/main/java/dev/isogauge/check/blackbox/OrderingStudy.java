package dev.isogauge.check.blackbox;

import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.history.History;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.ListReads;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
   * @param pairs pairs of writers of one key; empty if time was over before the polygraph was made
   * @param openBefore those whose order was not known before pruning; empty if time was over
   * @param openAfter those whose order was not known after pruning; empty if time was over
   * @param choices how many choices the solver was asked for; empty if it did not come to that
   * @param verdict satisfied, violated or unknown
   * @param pruning the time for the polygraph and pruning
   * @param search the time for the search
   */
  public record Row(
      boolean sessions,
      double kept,
      OptionalLong pairs,
      OptionalLong openBefore,
      OptionalLong openAfter,
      OptionalInt choices,
      String verdict,
      Duration pruning,
      Duration search) {}

  private static final Constraints ANY_ORDER =
      new Constraints(IsolationLevel.SERIALIZABILITY, true, false);

  private final IsolationLevel level;
  private final Limits limits;
  private final long seed;

  /** A study at a level of {@link Constraints}; each measurement has the limits for itself. */
  public OrderingStudy(IsolationLevel level, Limits limits, long seed) {
    this.level = level;
    this.limits = limits;
    this.seed = seed;
  }

  /** Orders of versions: by key, the transactions that wrote them, whatever they are called. */
  public static final class Versions {
    private final int[][] writers;

    /** The keys as they are recorded; in this order versions are drawn. */
    private final int[] keys;

    private Versions(int[][] writers, int[] keys) {
      this.writers = writers;
      this.keys = keys;
    }

    static Versions none() {
      return new Versions(new int[0][], new int[0]);
    }

    static Versions recorded(History history, Budget budget) {
      Long2IntOpenHashMap keys = new Long2IntOpenHashMap();
      for (int key = 0; key < history.keyCount(); key++) {
        keys.put(history.keyAtom(key), key);
      }
      return new Versions(
          RecordedOrders.writers(
              Construction.of(history, ANY_ORDER, operation -> true, budget),
              history.versionOrders()),
          history.versionOrders().stream()
              .mapToLong(VersionOrder::key)
              .filter(keys::containsKey)
              .mapToInt(keys::get)
              .toArray());
    }

    private int[][] part(double share, Random random) {
      int[][] part = new int[writers.length][0];
      for (int key : keys) {
        part[key] =
            Arrays.stream(writers[key]).filter(writer -> random.nextDouble() < share).toArray();
      }
      return part;
    }
  }

  /** Step 1: the order to study; empty if none is recorded and no run was found. */
  public static Optional<Versions> versionOrder(History history, Limits limits) {
    if (!history.versionOrders().isEmpty()) {
      Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
      return Optional.of(Versions.recorded(history, budget));
    }
    return new BlackBoxChecker(ANY_ORDER, limits).check(history)
            instanceof Verdict.Satisfied satisfied
        ? Optional.of(versionOrder(history, satisfied.witness()))
        : Optional.empty();
  }

  private static Versions versionOrder(History history, Witness run) {
    IntArrayList[] writers = new IntArrayList[history.keyCount()];
    Arrays.setAll(writers, key -> new IntArrayList());
    for (int t : run.commitOrder()) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isFinalWrite(i)) {
          writers[history.keyOf(i)].add(t);
        }
      }
    }
    return new Versions(
        Arrays.stream(writers).map(IntArrayList::toIntArray).toArray(int[][]::new),
        IntStream.range(0, writers.length).toArray());
  }

  /**
   * Steps 2 and 3, without and with session order; each row is measured when it is asked for. The
   * easiest measurement comes first as well, and does not count, so that loading and compiling
   * classes is not charged to the first that does.
   */
  public Stream<Row> rows(History history, Versions versions, double... shares) {
    measure(history, true, 1, versions);
    return IntStream.range(0, 2 * shares.length)
        .mapToObj(
            i -> {
              double share = shares[i % shares.length];
              return measure(history, i >= shares.length, share, versions);
            });
  }

  private Row measure(History history, boolean sessions, double share, Versions versions) {
    Constraints constraints = new Constraints(level, sessions, false);
    int[][] writers = versions.part(share, new Random(seed));
    Budget counting = rest(0);
    Clock pruning = new Clock();
    Clock search = new Clock();
    OptionalLong pairs = OptionalLong.empty();
    OptionalLong before = OptionalLong.empty();
    OptionalLong after = OptionalLong.empty();
    OptionalInt choices = OptionalInt.empty();
    String verdict;
    try {
      Polygraph graph =
          pruning.time(
              () -> {
                Polygraph made = Construction.of(history, constraints, operation -> true, rest(0));
                Construction.addVersionOrders(made, writers);
                return made;
              });
      pairs = OptionalLong.of(graph.pairsOfWriters());
      before = open(graph, counting);
      boolean open = pruning.time(() -> new Pruning(graph, rest(pruning.nanos)).run());
      after = open ? open(graph, counting) : OptionalLong.of(0);
      boolean holds = false;
      if (open && ListReads.faults(history, () -> {}).isEmpty()) {
        RunTheory theory = new RunTheory(graph, rest(pruning.nanos));
        try {
          holds = search.time(() -> theory.order().isPresent());
        } finally {
          choices = OptionalInt.of(theory.choices().count());
        }
      }
      verdict = holds ? "satisfied" : "violated";
    } catch (BudgetExceededException e) {
      verdict = "unknown";
    }
    return new Row(
        sessions,
        share,
        pairs,
        before,
        after,
        choices,
        verdict,
        Duration.ofNanos(pruning.nanos),
        Duration.ofNanos(search.nanos));
  }

  /** What is left to a measurement; counting pairs, which a check does not do, costs it nothing. */
  private Budget rest(long spentNanos) {
    return new Budget(limits.timeout(), limits.memoryBytes(), System.nanoTime() - spentNanos);
  }

  private static final class Clock {
    private long nanos;

    <T> T time(Supplier<T> work) {
      long begin = System.nanoTime();
      try {
        return work.get();
      } finally {
        nanos += System.nanoTime() - begin;
      }
    }
  }

  private static OptionalLong open(Polygraph graph, Budget budget) {
    try {
      return OptionalLong.of(OpenPairs.open(graph, budget));
    } catch (BudgetExceededException e) {
      return OptionalLong.empty();
    }
  }
}
