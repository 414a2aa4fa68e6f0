package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.SmallestPart;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.CanonicalOrder;
import dev.isogauge.search.Argument;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Visibility;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Shows why no choice of writers satisfies a weak level.
 *
 * <ol>
 *   <li>Find a smallest set of reads that contradict the level whatever they saw, and where commits
 *       make visible, of writes of registers too.
 *   <li>Argue by cases about the commit order that follows from what they saw ({@link
 *       CommitClaims}).
 * </ol>
 */
final class ChoiceRefutation {
  /** Of the time for evidence, what finding the smallest set may take. */
  private static final double SHARE_OF_SHRINKING = 0.8;

  /** More reads than this show nothing, unless each is known to be needed. */
  private static final int MOST_UNSHRUNK = 500;

  /** Of so many operations each order is argued about. */
  private static final int MOST_ARGUED = 40;

  /** Of more transactions than this, not all that write lists are tried. */
  private static final int MOST_WRITERS_OF_LISTS = 200;

  private final History history;
  private final IsolationLevel level;
  private final IntFunction<Visibility> visibility;
  private final Budget budget;
  private Optional<String> incomplete = Optional.empty();

  private Observations possible;

  /** Whether the order of commits matters to what a reader sees. */
  private boolean isByCommits;

  /** With a level for each reader. */
  ChoiceRefutation(
      History history, IsolationLevel level, IntFunction<Visibility> visibility, Budget budget) {
    this.history = history;
    this.level = level;
    this.visibility = visibility;
    this.budget = budget;
  }

  /** Why the finding is not all that could be said, or is missing. */
  Optional<String> incomplete() {
    return incomplete;
  }

  Optional<Anomaly> find() {
    // Step 1.
    IntOpenHashSet reads = all(i -> !history.isWrite(i));
    boolean isSmallest = reduce(reads, history::isWrite);
    isByCommits =
        reads
            .intStream()
            .anyMatch(read -> visibility.apply(history.transactionOf(read)).isByCommits());
    IntOpenHashSet writes = all(i -> history.isWrite(i) && !history.isAppend(i));
    if (isByCommits && isSmallest) {
      isSmallest = reduce(writes, i -> reads.contains(i) || history.isAppend(i));
    }
    if (!isSmallest) {
      incomplete = Optional.of("there was no time to leave out what a contradiction does not need");
      if (reads.size() > MOST_UNSHRUNK) {
        return Optional.empty();
      }
    }
    try {
      possible =
          ChoiceSearch.observe(
              history, i -> reads.contains(i) || writes.contains(i) || history.isAppend(i), budget);
    } catch (BudgetExceededException e) {
      incomplete = Optional.of("there was no time to show why");
      return Optional.empty();
    }
    // Step 2.
    if (isByCommits) {
      boolean isArgued = isSmallest && reads.size() + writes.size() <= MOST_ARGUED;
      Refutation refutation = isArgued ? refute() : new Refutation.TooManyCases();
      Refutation told = hasTooManyCases(refutation) ? new Refutation.TooManyCases() : refutation;
      Set<Integer> operations = operations();
      operations.addAll(isSmallest ? writes : Set.of());
      return Optional.of(Anomaly.ofOperations(history, level, List.copyOf(operations), told));
    }
    Refutation refutation = refute();
    return Optional.of(
        refutation instanceof Refutation.Contradiction contradiction
            ? Anomaly.ofCommitOrder(level, contradiction.cycle())
            : Anomaly.ofOperations(history, level, List.copyOf(operations()), refutation));
  }

  private IntOpenHashSet all(IntPredicate operations) {
    return IntOpenHashSet.toSet(IntStream.range(0, history.operationCount()).filter(operations));
  }

  /** Leaves a smallest part of operations that contradicts the level beside those that are kept. */
  private boolean reduce(IntOpenHashSet operations, IntPredicate kept) {
    SmallestPart part =
        new SmallestPart(
            (some, time) ->
                new ChoiceSearch(
                        ChoiceSearch.observe(history, i -> kept.test(i) || some.contains(i), time),
                        visibility,
                        time)
                    .run()
                    .isEmpty(),
            CanonicalOrder.of(history)::compareOperations,
            budget.share(SHARE_OF_SHRINKING));
    operations.retainAll(new IntOpenHashSet(part.of(operations)));
    return part.isSmallest();
  }

  /** The reads and what they may have seen. */
  private Set<Integer> operations() {
    Set<Integer> operations = new TreeSet<>();
    for (int o = 0; o < possible.count(); o++) {
      operations.add(possible.read(o));
      for (int i = 0; i < possible.candidateCount(o); i++) {
        if (possible.source(o, i) != INITIAL) {
          operations.add(possible.write(possible.candidate(o, i)));
        }
      }
    }
    return operations;
  }

  private void addWriters(int key, Set<Integer> writers) {
    for (int v = possible.firstVersion(key); v < possible.endVersion(key); v++) {
      writers.add(possible.writer(v));
    }
  }

  private Refutation refute() {
    Set<Integer> members = inKnownCycle();
    for (int o = 0; o < possible.count(); o++) {
      members.add(possible.reader(o));
      for (int i = 0; i < possible.candidateCount(o); i++) {
        members.add(possible.source(o, i));
      }
    }
    members.addAll(overwriters(members));
    for (int v = 0; isByCommits && v < possible.versionCount(); v++) {
      if (!history.isAppend(possible.write(v))) {
        members.add(possible.writer(v));
      }
    }
    Refutation refutation = argueAbout(members);
    if (possible.hasLists() && hasTooManyCases(refutation)) {
      // The order of lists may lead through others that write them.
      possible.forEachAppend(
          (earlier, later) -> {
            members.add(history.transactionOf(earlier));
            members.add(history.transactionOf(later));
          });
      return members.size() > MOST_WRITERS_OF_LISTS ? refutation : argueAbout(members);
    }
    return refutation;
  }

  /** The transactions of a cycle that is there whatever was read; none if there is none. */
  private Set<Integer> inKnownCycle() {
    Set<Integer> members = new TreeSet<>();
    Digraph known =
        Digraph.of(history.transactionCount(), List.of(ChoiceSearch.knownOrder(possible)));
    int[][] components = StrongComponents.of(known).cyclic();
    if (components.length > 0) {
      int member = Arrays.stream(components).min(Comparator.comparing(c -> c.length)).get()[0];
      int[] path = new ShortestPath(known.nodeCount()).find(member, member, known).orElseThrow();
      Arrays.stream(path).map(known::target).forEach(members::add);
    }
    return members;
  }

  private static boolean hasTooManyCases(Refutation refutation) {
    return refutation instanceof Refutation.TooManyCases
        || (refutation instanceof Refutation.Cases cases
            && cases.options().stream().anyMatch(ChoiceRefutation::hasTooManyCases));
  }

  /** Members come in ascending order. */
  private Refutation argueAbout(Set<Integer> members) {
    // The initial transaction is -1 and so comes first.
    members.add(INITIAL);
    int[] transactions = members.stream().mapToInt(Integer::intValue).toArray();
    return Argument.refute(new CommitClaims(possible, visibility, budget, transactions), budget);
  }

  /** Further writers of what was read: of lists all, else in the sessions of those at hand. */
  private Set<Integer> overwriters(Set<Integer> members) {
    Set<Integer> found = new TreeSet<>();
    for (int o = 0; o < possible.count(); o++) {
      if (history.isListRead(possible.read(o))) {
        addWriters(possible.key(o), found);
      }
    }
    for (int t : members) {
      for (int o = 0; t != INITIAL && o < possible.count(); o++) {
        int session = history.sessionOf(t);
        int end = possible.endVersion(possible.key(o));
        for (int v = possible.firstVersionInSession(session, possible.key(o));
            v < end && possible.writer(v) < history.endTransaction(session);
            v++) {
          found.add(possible.writer(v));
        }
      }
    }
    found.removeIf(t -> possible.isOptional(t));
    return found;
  }
}
