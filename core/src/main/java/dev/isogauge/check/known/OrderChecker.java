package dev.isogauge.check.known;

import static dev.isogauge.anomaly.Relation.OVERWRITES;
import static dev.isogauge.anomaly.Relation.PREDICATE_OVERWRITTEN;
import static dev.isogauge.anomaly.Relation.PREDICATE_READS_FROM;
import static dev.isogauge.anomaly.Relation.READS_FROM;
import static dev.isogauge.anomaly.Relation.READ_OVERWRITTEN;
import static dev.isogauge.anomaly.Relation.REAL_TIME;
import static dev.isogauge.anomaly.Relation.SESSION_ORDER;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.checker.CycleNaming;
import dev.isogauge.graph.CycleSearch;
import dev.isogauge.graph.DependencyGraph;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.CanonicalOrder;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.order.SnapshotVisibility;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.CycleEvidence;
import dev.isogauge.versions.Dependencies;
import dev.isogauge.versions.KnownOrder;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.ListReads;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Checks strong levels of a history whose order of versions is known.
 *
 * <ol>
 *   <li>Let the source give the order of versions and what each read saw, with the reads that are
 *       wrong by themselves.
 *   <li>Make the dependency graph: session order, real time, wr, ww and rw edges.
 *   <li>The level holds if nothing that violates it was found in step 1 and the level's graph has
 *       no cycle: for serializability and PL-3 the graph of all edges, for PL-1 and PL-2 that of
 *       some; for snapshot isolation and PL-SI that of starts and commits, in which an rw edge is a
 *       start before a commit.
 *   <li>Else name a short cycle of each kind ({@link CycleNaming}).
 * </ol>
 *
 * <p>Adya's levels are about a full order. What step 1 found without violating the level (a faulty
 * read under PL-1, a lost update under PL-2) made the order partial, so that the verdict is
 * violated or unknown; but dirty reads of lists show enough for PL-1 ({@link DirtyLists}), and what
 * is open of registers may not matter ({@link OpenOrders}).
 *
 * <p>O(operations + list elements), with real time O(n log n).
 */
public final class OrderChecker extends Checker {
  private static final int DATA = READS_FROM.bit() | OVERWRITES.bit() | PREDICATE_READS_FROM.bit();

  private final IsolationLevel level;
  private final KnownOrder source;
  private final boolean sessions;
  private final Limits limits;
  private final boolean unobstructed;

  /**
   * A checker.
   *
   * @param sessions whether session order counts, for levels that know it
   */
  public OrderChecker(IsolationLevel level, KnownOrder source, boolean sessions, Limits limits) {
    this(level, source, sessions && level.usesSessionOrder(), limits, false);
  }

  private OrderChecker(
      IsolationLevel level,
      KnownOrder source,
      boolean sessions,
      Limits limits,
      boolean unobstructed) {
    if (level.isOfReplicas()) {
      throw new IllegalArgumentException(level.id() + " forbids fewer cycles than are looked for");
    }
    this.level = level;
    this.source = source;
    this.sessions = sessions;
    this.limits = limits;
    this.unobstructed = unobstructed;
  }

  /** The same for a history that is known to have no obstacle to the source. */
  public OrderChecker unobstructed() {
    return new OrderChecker(level, source, sessions, limits, true);
  }

  @Override
  protected boolean judgesPredicates() {
    return source.isCertificate();
  }

  @Override
  protected boolean needsRealTime() {
    return level.usesRealTime();
  }

  @Override
  protected Verdict decide(History history) {
    Budget budget = new Budget(limits.timeout(), limits.memoryBytes());
    List<Anomaly> notes =
        new ArrayList<>(sessions ? OverlappingSessions.notes(history) : List.of());
    try {
      Optional<String> obstacle = unobstructed ? Optional.empty() : source.obstacle(history);
      if (obstacle.isPresent()) {
        List<Anomaly> faults = faults(history, budget);
        if (!faults.isEmpty()) {
          return AnomalyTally.violated(faults, limits.maxAnomalies(), Optional.empty(), notes);
        }
        return new Verdict.Unknown(
            "the order of versions is not known, since " + obstacle.get() + "; " + source.hint(),
            notes);
      }
      return check(history, budget, notes);
    } catch (BudgetExceededException e) {
      return e.verdict(notes);
    }
  }

  /** What is wrong with single reads of lists and registers, whatever the order of versions. */
  private List<Anomaly> faults(History history, Budget budget) {
    List<Anomaly> faults =
        history.hasLists() ? ListReads.faults(history, budget::checkTime) : new ArrayList<>();
    faults.removeIf(fault -> !fault.kind().violates().contains(level));
    return faults;
  }

  private Verdict check(History history, Budget budget, List<Anomaly> notes) {
    // Step 1.
    budget.reserve(Versions.bytes(history), "the order of versions");
    Versions versions = source.versions(history, budget::checkTime);
    List<Anomaly> anomalies = new ArrayList<>();
    for (Anomaly found : versions.findings()) {
      (found.kind().violates().contains(level) ? anomalies : notes).add(found);
    }
    budget.checkTime();
    // Step 2.
    budget.reserve(Dependencies.bytes(history), "the dependency graph");
    DependencyGraph graph = Dependencies.of(history, versions, sessions, realTime());
    budget.checkTime();
    // Step 3.
    budget.reserve(16L * graph.edgeCount() + 48L * graph.nodeCount(), "the search for cycles");
    Digraph ordering =
        hasSnapshots() ? graph.startsAndCommits(dependencies()) : graph.only(dependencies());
    StrongComponents components = StrongComponents.of(ordering);
    boolean cyclic = !components.isAcyclic();
    Optional<SnapshotVisibility> starts = starts(history);
    if (starts.isPresent()) {
      new SnapshotRule(history, graph, versions.predicateEdges(), starts.get())
          .forEachViolation(anomalies::add);
    }
    if (!cyclic && anomalies.isEmpty() && hasSnapshots()) {
      UnreadAppends unread = new UnreadAppends(history, versions, ordering);
      if (unread.isNeeded()) {
        unread
            .conflict(budget)
            .ifPresent(conflict -> anomalies.add(lostUpdate(history, versions, conflict)));
        components = unread.order();
      }
    }
    if (!cyclic && anomalies.isEmpty()) {
      Optional<String> open =
          starts
              .flatMap(SnapshotVisibility::contradiction)
              .or(() -> versions.open(level != IsolationLevel.PL_1));
      if (open.isPresent()) {
        return new Verdict.Unknown(open.get(), notes);
      }
      if (!isPartial(history, versions)) {
        return new Verdict.Satisfied(witness(history, graph, components), notes);
      }
      Optional<Witness> whichever = inEveryOrder(history, versions);
      if (whichever.isPresent()) {
        return new Verdict.Satisfied(whichever.get(), notes);
      }
      if (level == IsolationLevel.PL_1 && source.equals(ListAppends.ORDER)) {
        DirtyLists.cycle(history).ifPresent(anomalies::add);
      }
      return anomalies.isEmpty()
          ? new Verdict.Unknown(open(graph), notes)
          : AnomalyTally.violated(anomalies, limits.maxAnomalies(), Optional.empty(), notes);
    }
    // Step 4.
    LongOpenHashSet lost = lostUpdates(anomalies);
    Optional<String> incomplete =
        cyclic
            ? CycleNaming.add(
                graph,
                CanonicalOrder.of(history).places(),
                dependencies(),
                limits,
                cycle ->
                    isForbidden(cycle.kind(), starts.isPresent()) && !isOneOf(lost, history, cycle)
                        ? Optional.of(CycleEvidence.of(cycle, versions.predicateEdges()))
                        : Optional.empty(),
                anomalies)
            : Optional.empty();
    if (starts.isPresent() && anomalies.isEmpty()) {
      return new Verdict.Unknown("the recorded snapshots contradict one another", notes);
    }
    return AnomalyTally.violated(anomalies, limits.maxAnomalies(), incomplete, notes);
  }

  /** Proof that a level of Adya's holds, though the order is partial. */
  private Optional<Witness> inEveryOrder(History history, Versions versions) {
    if (level == IsolationLevel.PL_1 && source.equals(ListAppends.ORDER)) {
      return DirtyLists.order(history, versions.findings());
    }
    return !source.isCertificate() && OpenOrders.decides(level, history)
        ? OpenOrders.witness(history, level)
        : Optional.empty();
  }

  /** Key and version of each lost update. */
  private static LongOpenHashSet lostUpdates(List<Anomaly> anomalies) {
    LongOpenHashSet lost = new LongOpenHashSet();
    for (Anomaly anomaly : anomalies) {
      if (anomaly.kind() == AnomalyKind.LOST_UPDATE) {
        Part version = anomaly.find(Role.VERSION).orElseThrow();
        lost.add(version(version.place().key(), version.operation()));
      }
    }
    return lost;
  }

  private static long version(int key, int write) {
    return ((long) key << 32) | (write & 0xFFFFFFFFL);
  }

  /**
   * Two transactions that overwrite one version form a cycle, which has a better name already. It
   * is that one whichever of their reads it names: which of several is a matter of arrangement.
   */
  private static boolean isOneOf(LongOpenHashSet lost, History history, CycleSearch.Cycle cycle) {
    if (lost.isEmpty()
        || history.hasLists()
        || cycle.steps().size() != 2
        || !cycle.steps().stream().allMatch(step -> step.kind() == READ_OVERWRITTEN)) {
      return false;
    }
    LongOpenHashSet first = updated(history, history.transactionOf(cycle.steps().get(0).via()));
    first.retainAll(lost);
    first.retainAll(updated(history, history.transactionOf(cycle.steps().get(1).via())));
    return !first.isEmpty();
  }

  /** Key and version of what a transaction read and overwrote. */
  private static LongOpenHashSet updated(History history, int transaction) {
    IntOpenHashSet written = new IntOpenHashSet();
    LongOpenHashSet updated = new LongOpenHashSet();
    for (int i = history.endOperation(transaction) - 1;
        i >= history.firstOperation(transaction);
        i--) {
      if (history.isWrite(i)) {
        written.add(history.keyOf(i));
      } else if (written.contains(history.keyOf(i))) {
        updated.add(version(history.keyOf(i), history.readFrom(i)));
      }
    }
    return updated;
  }

  private static Anomaly lostUpdate(
      History history, Versions versions, UnreadAppends.Conflict conflict) {
    return Anomaly.ofLostUpdate(
        history,
        conflict.key(),
        versions.tail(conflict.key()),
        conflict.first(),
        conflict.second());
  }

  /** The dependencies that the level's cycles are made of. */
  private int dependencies() {
    return switch (level) {
      case PL_1 -> OVERWRITES.bit();
      case PL_2 -> DATA;
      case PL_2_99 -> DATA | READ_OVERWRITTEN.bit();
      default ->
          DATA
              | READ_OVERWRITTEN.bit()
              | PREDICATE_OVERWRITTEN.bit()
              | (sessions ? SESSION_ORDER.bit() : 0)
              | (level.usesRealTime() ? REAL_TIME.bit() : 0);
    };
  }

  private RealTimeOrder.Pairs realTime() {
    if (level == IsolationLevel.KEY_STRICT_SERIALIZABILITY) {
      return RealTimeOrder.Pairs.WITH_A_COMMON_KEY;
    }
    return level.usesRealTime() ? RealTimeOrder.Pairs.ALL : RealTimeOrder.Pairs.NONE;
  }

  private boolean hasSnapshots() {
    return level == IsolationLevel.SNAPSHOT_ISOLATION
        || level == IsolationLevel.STRONG_SNAPSHOT_ISOLATION
        || level == IsolationLevel.PL_SI;
  }

  /**
   * Snapshots allow cycles with two read-write edges in a row. Known starts forbid more, and then
   * that is what is searched instead of cycles with several read-write edges.
   */
  private boolean isForbidden(AnomalyKind cycle, boolean startsKnown) {
    boolean isNamedByStarts =
        cycle == AnomalyKind.G_NONADJACENT || cycle == AnomalyKind.G_NONADJACENT_ITEM;
    return !hasSnapshots()
        || (cycle.violates().contains(level) && !(startsKnown && isNamedByStarts));
  }

  /** The snapshots that PL-SI is about, where the database recorded them. */
  private Optional<SnapshotVisibility> starts(History history) {
    return level == IsolationLevel.PL_SI && source.isCertificate()
        ? SnapshotVisibility.of(history)
        : Optional.empty();
  }

  private static String open(DependencyGraph graph) {
    return graph.edgeCount() == 0
        ? "nothing relates these transactions, so their order is open; read what others write"
        : "the order of some versions is open, so a cycle may be hidden; read every key before"
            + " writing it, or append to lists";
  }

  /** Whether the order is not the full one that Adya's levels are about. */
  private boolean isPartial(History history, Versions versions) {
    return versions.isPartial()
        || (IsolationLevel.adya().contains(level)
            && !source.isCertificate()
            && (!versions.findings().isEmpty()
                || (versions.followReads() && !versions.isComplete(history))));
  }

  private Witness witness(History history, DependencyGraph graph, StrongComponents components) {
    boolean snapshots = hasSnapshots();
    int[] order = new int[(snapshots ? 2 : 1) * history.transactionCount()];
    int size = 0;
    for (int v : components.topologicalOrder()) {
      int t = v % graph.nodeCount();
      if (t < history.transactionCount() && history.counts(t)) {
        order[size++] = snapshots && v >= graph.nodeCount() ? ~t : t;
      }
    }
    int[] trimmed = Arrays.copyOf(order, size);
    return snapshots ? Witness.overlapping(trimmed) : Witness.serial(trimmed);
  }
}
