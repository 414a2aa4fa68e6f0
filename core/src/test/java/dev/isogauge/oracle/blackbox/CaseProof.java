package dev.isogauge.oracle.blackbox;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.check.blackbox.Constraints;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Checks an argument by cases as one checks a proof: the options of every choice are all there are,
 * and every edge of every contradiction holds where it is used. Works on histories of any size, by
 * operations and outcomes alone, and shares nothing with the checkers.
 */
final class CaseProof {
  /** What is assumed in a case: orders of two writers, and the sources of reads. */
  private record Case(Set<List<Integer>> orders, Map<Integer, Integer> sources) {
    Case withOrder(int first, int second) {
      Set<List<Integer>> more = new HashSet<>(orders);
      more.add(List.of(first, second));
      return new Case(more, sources);
    }

    Case withSource(int read, int write) {
      Map<Integer, Integer> more = new HashMap<>(sources);
      more.put(read, write);
      return new Case(orders, more);
    }
  }

  private static final Set<IsolationLevel> SNAPSHOTS =
      EnumSet.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.PREFIX_CONSISTENCY);

  private static final Case NOTHING_ASSUMED = new Case(Set.of(), Map.of());

  private final History history;
  private final Constraints constraints;
  private final IntFunction<IsolationLevel> levels;
  private final GivenOrders given;
  private final PossibleWrites possible;
  private int untold;

  CaseProof(History history, Constraints constraints) {
    this(history, constraints, transaction -> constraints.level());
  }

  /** With a level for each transaction. */
  CaseProof(History history, Constraints constraints, IntFunction<IsolationLevel> levels) {
    this.history = history;
    this.constraints = constraints;
    this.levels = levels;
    this.given = new GivenOrders(history, constraints);
    this.possible = new PossibleWrites(history);
  }

  /** How many cases are left without an argument. */
  int untold() {
    return untold;
  }

  /** What is wrong with the argument; empty if it shows that no run exists. */
  Optional<String> flaw(Refutation refutation) {
    return flaw(refutation, NOTHING_ASSUMED);
  }

  /** What is wrong with a contradiction that assumes nothing. */
  Optional<String> flaw(List<Edge> cycle) {
    return flaw(cycle, NOTHING_ASSUMED);
  }

  private Optional<String> flaw(Refutation refutation, Case assumed) {
    if (refutation instanceof Refutation.Contradiction contradiction) {
      return flaw(contradiction.cycle(), assumed);
    } else if (refutation instanceof Refutation.Cases cases) {
      return flaw(cases, assumed);
    } else if (refutation instanceof Refutation.Shortage shortage) {
      return flaw(shortage);
    }
    untold++;
    return Optional.empty();
  }

  /** Different transactions read one value and overwrite it, and too few writes made it. */
  private Optional<String> flaw(Refutation.Shortage shortage) {
    Set<Integer> readers = new HashSet<>();
    for (int read : shortage.reads()) {
      int t = history.transactionOf(read);
      boolean overwrites =
          IntStream.range(read, history.endOperation(t))
              .anyMatch(i -> history.isWrite(i) && history.keyOf(i) == history.keyOf(read));
      if (!overwrites
          || !history.counts(t)
          || !readers.add(t)
          || !shortage.writes().containsAll(possible.of(read))) {
        return Optional.of("not a read that needs a version of its own: " + read);
      }
    }
    return readers.size() > Set.copyOf(shortage.writes()).size()
        ? Optional.empty()
        : Optional.of("no shortage: " + shortage);
  }

  private Optional<String> flaw(Refutation.Cases cases, Case assumed) {
    List<Case> all = new ArrayList<>();
    if (cases.choice() instanceof Refutation.Order order) {
      int first = history.transactionOf(order.firstWrite());
      int second = history.transactionOf(order.secondWrite());
      if (first == second || !writeOneKey(order) || !happen(assumed, first, second)) {
        return Optional.of("no choice: " + order);
      }
      all.add(assumed.withOrder(first, second));
      all.add(assumed.withOrder(second, first));
    } else if (cases.choice() instanceof Refutation.Source source) {
      if (!happen(assumed, history.transactionOf(source.read()))
          || !source.writes().containsAll(possible.of(source.read()))) {
        return Optional.of("not all choices: " + source + " of " + possible.of(source.read()));
      }
      source.writes().forEach(write -> all.add(assumed.withSource(source.read(), write)));
    }
    if (all.size() != cases.options().size()) {
      return Optional.of("not an argument for each case: " + cases);
    }
    for (int i = 0; i < all.size(); i++) {
      Optional<String> flaw = flaw(cases.options().get(i), all.get(i));
      if (flaw.isPresent()) {
        return flaw;
      }
    }
    return Optional.empty();
  }

  private boolean writeOneKey(Refutation.Order order) {
    return history.isWrite(order.firstWrite())
        && history.isWrite(order.secondWrite())
        && history.keyOf(order.firstWrite()) == history.keyOf(order.secondWrite());
  }

  /** Whether all of them are in every run of the case. */
  private boolean happen(Case assumed, int... transactions) {
    return Arrays.stream(transactions).allMatch(t -> happening(assumed).get(t + 1));
  }

  /** Those that count, and those that others are known to have seen; all numbered from 1. */
  private BitSet happening(Case assumed) {
    BitSet happening = new BitSet();
    happening.set(History.INITIAL + 1);
    for (int t = 0; t < history.transactionCount(); t++) {
      happening.set(t + 1, history.counts(t));
    }
    assumed.sources().values().stream()
        .filter(write -> write != History.INITIAL)
        .forEach(write -> happening.set(history.transactionOf(write) + 1));
    for (int before = -1; before < happening.cardinality(); ) {
      before = happening.cardinality();
      for (int i = 0; i < history.operationCount(); i++) {
        if (!history.isWrite(i) && happening.get(history.transactionOf(i) + 1)) {
          source(i, assumed)
              .filter(write -> write != History.INITIAL)
              .ifPresent(write -> happening.set(history.transactionOf(write) + 1));
        }
      }
    }
    return happening;
  }

  private Optional<String> flaw(List<Edge> cycle, Case assumed) {
    boolean[][] before = before(assumed);
    for (int i = 0; i < cycle.size(); i++) {
      Edge edge = cycle.get(i);
      Edge next = cycle.get((i + 1) % cycle.size());
      if (edge.to() != next.from() || (reachesCommit(edge) && leavesSnapshot(next))) {
        return Optional.of("no contradiction: " + cycle);
      }
      if (!happen(assumed, edge.from()) || !holds(edge, before, assumed)) {
        return Optional.of("a false claim: " + edge + " when " + assumed + " in " + cycle);
      }
    }
    return cycle.isEmpty() ? Optional.of("an empty cycle") : Optional.empty();
  }

  /** Whether an edge leads to the commit of a transaction only, and not to its snapshot. */
  private boolean reachesCommit(Edge edge) {
    return switch (edge.relation()) {
      case READ_OVERWRITTEN -> true;
      case OVERWRITES, COMMIT_ORDER ->
          edge.to() != History.INITIAL
              && levels.apply(edge.to()) == IsolationLevel.PREFIX_CONSISTENCY;
      default -> false;
    };
  }

  /** Whether what comes later than the snapshot of a transaction may come before its commit. */
  private boolean leavesSnapshot(Edge edge) {
    return edge.relation() == Relation.READ_OVERWRITTEN
        && SNAPSHOTS.contains(levels.apply(edge.from()));
  }

  private boolean holds(Edge edge, boolean[][] before, Case assumed) {
    int from = edge.from();
    int to = edge.to();
    Justification why = edge.why();
    int key = why.operation() < 0 ? History.NONE : history.keyOf(why.operation());
    return switch (edge.relation()) {
      case SESSION_ORDER -> given.bySession(from, to);
      case REAL_TIME -> given.byTime(from, to);
      case READS_FROM -> {
        Optional<Integer> source = source(why.operation(), assumed);
        yield history.transactionOf(why.operation()) == to
            && source.isPresent()
            && source.get() != History.INITIAL
            && history.transactionOf(source.get()) == from;
      }
      case OVERWRITES -> before[from][to] && possible.writes(from, key) && possible.writes(to, key);
      case READ_OVERWRITTEN -> {
        Optional<Integer> source = source(why.operation(), assumed);
        yield history.transactionOf(why.operation()) == from
            && from != to
            && possible.writes(to, key)
            && source.isPresent()
            && (source.get() == History.INITIAL
                || ((before[history.transactionOf(source.get())][to]
                        || why.edges().stream().anyMatch(Edge::isInferred))
                    && isReasonTold(why, history.transactionOf(source.get()), to, assumed)
                    && why.edges().stream().allMatch(order -> holds(order, before, assumed))));
      }
      case COMMIT_ORDER -> isForced(edge, before, assumed);
      default -> edge.relation() == Relation.INITIAL_FIRST && from == History.INITIAL;
    };
  }

  /** Whether the edges lead from the earlier transaction, which writes the key, to the reader. */
  private boolean isForced(Edge edge, boolean[][] before, Case assumed) {
    int read = edge.why().operation();
    int reader = history.transactionOf(read);
    IsolationLevel level = edge.why().level().orElseThrow();
    Optional<Integer> source = source(read, assumed);
    int at = edge.from();
    for (Edge step : edge.why().edges()) {
      boolean isAllowed =
          switch (step.relation()) {
            case SESSION_ORDER, READS_FROM -> true;
            case OVERWRITES -> level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
            default -> false;
          };
      if (!isAllowed || step.from() != at || !holds(step, before, assumed)) {
        return false;
      }
      at = step.to();
    }
    return at == reader
        && level == levels.apply(reader)
        && possible.writes(edge.from(), history.keyOf(read))
        && source.isPresent()
        && edge.to()
            == (source.get() == History.INITIAL
                ? History.INITIAL
                : history.transactionOf(source.get()));
  }

  /** Whether a reader of the argument learns why a version comes before another. */
  private boolean isReasonTold(Justification overwritten, int writer, int to, Case assumed) {
    if (!overwritten.edges().isEmpty()) {
      Edge order = overwritten.edges().get(0);
      return order.from() == writer && order.to() == to;
    }
    boolean isRead = false;
    for (int i = history.firstOperation(to); !isRead && i < history.endOperation(to); i++) {
      isRead =
          !history.isWrite(i)
              && history.keyOf(i) == history.keyOf(overwritten.operation())
              && source(i, assumed)
                  .filter(write -> write >= 0 && history.transactionOf(write) == writer)
                  .isPresent();
    }
    return isRead || assumed.orders().contains(List.of(writer, to));
  }

  private Optional<Integer> source(int read, Case assumed) {
    Integer taken = assumed.sources().get(read);
    List<Integer> writes = possible.of(read);
    return taken != null
        ? Optional.of(taken)
        : writes.size() == 1 ? Optional.of(writes.get(0)) : Optional.empty();
  }

  /** By two transactions: whether the one commits before the other starts, in the case. */
  private boolean[][] before(Case assumed) {
    boolean[][] before = given.all();
    assumed.orders().forEach(pair -> before[pair.get(0)][pair.get(1)] = true);
    Map<Integer, Integer> sources = new HashMap<>();
    BitSet happening = happening(assumed);
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i) && happening.get(history.transactionOf(i) + 1)) {
        int read = i;
        source(i, assumed).ifPresent(write -> sources.put(read, write));
      }
    }
    sources.forEach(
        (read, write) -> {
          if (write != History.INITIAL) {
            before[history.transactionOf(write)][history.transactionOf(read)] = true;
          }
        });
    GivenOrders.close(before);
    while (constraints.level() != IsolationLevel.SNAPSHOT_ISOLATION
        && addOverwritten(before, sources, happening)) {
      GivenOrders.close(before);
    }
    return before;
  }

  /** Without snapshots a reader is wholly before whoever overwrites; false if that is no news. */
  private boolean addOverwritten(
      boolean[][] before, Map<Integer, Integer> sources, BitSet happening) {
    boolean added = false;
    for (Map.Entry<Integer, Integer> source : sources.entrySet()) {
      int reader = history.transactionOf(source.getKey());
      int write = source.getValue();
      for (int t = 0; t < before.length; t++) {
        if (t != reader
            && !before[reader][t]
            && happening.get(t + 1)
            && possible.writes(t, history.keyOf(source.getKey()))
            && (write == History.INITIAL || before[history.transactionOf(write)][t])) {
          before[reader][t] = true;
          added = true;
        }
      }
    }
    return added;
  }
}
