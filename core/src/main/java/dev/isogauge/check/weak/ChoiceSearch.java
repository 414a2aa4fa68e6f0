package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.check.weak.VisibleWriters.CommitOrder;
import dev.isogauge.checker.Budget;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.search.Choices;
import dev.isogauge.search.Observations;
import dev.isogauge.search.Observations.Option;
import dev.isogauge.search.Theory;
import dev.isogauge.search.Visibility;
import dev.isogauge.solver.AcyclicSolver;
import dev.isogauge.verdict.Witness;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Decides a level of a history in which reads have several possible writers, or a level by which
 * commits make visible: whether some choice of writers gives a commit order without a cycle.
 *
 * <ol>
 *   <li>Ask for the source of each read that has several. Session order is always there, and so is
 *       the order of appends that lists show.
 *   <li>Put the transactions into an order along what is known and chosen: the candidate.
 *   <li>Where a writer is visible to a reader ({@link VisibleWriters}) and the order has it after
 *       the one that was read, learn from that counterexample: the choices that make the writer
 *       visible, the order of the commits that do, and the choice of what was read bring the edge
 *       that the level forces.
 *   <li>No counterexample: the order is a proof. No choice left: there is none.
 * </ol>
 *
 * <p>Each round learns something new. The question is NP-complete; a round takes O(operations), for
 * causal consistency O(transactions²).
 */
final class ChoiceSearch implements Theory {
  /** What was found: which writers reads are given to, and the order of what happens then. */
  record Run(Observations possible, int[] order, int[] chosen) {
    Witness witness() {
      Map<Integer, Integer> writers = new LinkedHashMap<>();
      for (int o = 0; o < chosen.length; o++) {
        if (possible.history.readFrom(possible.read(o)) == History.SEVERAL) {
          writers.put(possible.read(o), chosen[o]);
        }
      }
      return Witness.serial(order, writers);
    }

    /** Each transaction starts as soon as it may: behind the last that it follows or reads from. */
    Witness withStarts() {
      int[] place = new int[possible.history.transactionCount()];
      for (int i = 0; i < order.length; i++) {
        place[order[i]] = i;
      }
      // By place, and first those that start before all commits: which start behind it.
      IntArrayList[] starts = new IntArrayList[order.length + 1];
      Arrays.setAll(starts, unused -> new IntArrayList(0));
      for (int t : order) {
        int last = -1;
        for (int p : possible.sessions().predecessors(t)) {
          last = Math.max(last, place[p]);
        }
        for (int o = possible.first(t); o < possible.end(t); o++) {
          last = chosen[o] == INITIAL ? last : Math.max(last, place[chosen[o]]);
        }
        starts[last + 1].add(t);
      }
      IntArrayList events = new IntArrayList(starts[0]);
      for (int i = 0; i < order.length; i++) {
        events.add(~order[i]);
        events.addAll(starts[i + 1]);
      }
      return Witness.overlapping(events.toIntArray());
    }
  }

  private static final Set<Option> AS_SHOWN =
      EnumSet.of(Option.FICTION, Option.REPEATS, Option.AS_SHOWN);

  private final Observations possible;
  private final IntFunction<Visibility> visibility;
  private final Budget budget;
  private final int transactions;
  private final EdgeList known;

  private final Choices choices;

  /** By observation: the transaction that it is given to. */
  private final int[] chosen;

  /** By transaction: its place in the order. */
  private final int[] position;

  private final boolean[] isHappening;
  private int[] order;

  /** How many counterexamples a reader gave. */
  private int learned;

  ChoiceSearch(Observations possible, Visibility visibility, Budget budget) {
    this(possible, reader -> visibility, budget);
  }

  /** With a level for each reader. */
  ChoiceSearch(Observations possible, IntFunction<Visibility> visibility, Budget budget) {
    this.possible = possible;
    this.visibility = visibility;
    this.budget = budget;
    transactions = possible.history.transactionCount();
    known = knownOrder(possible);
    choices = new Choices(this, known, new int[transactions]);
    chosen = new int[possible.count()];
    position = choices.rank();
    isHappening = new boolean[transactions];
  }

  /**
   * A run of a history. Where it is not known what some read of a list saw, one without what may
   * not have happened and shows more of it than all that counts.
   *
   * @return empty if there is none, with what keeps that from being a contradiction, if anything
   */
  static Found find(History history, IntFunction<Visibility> visibility, Budget budget) {
    Observations possible = observe(history, i -> true, budget);
    Optional<Run> run = new ChoiceSearch(possible, visibility, budget).run();
    if (run.isEmpty() || possible.open().isEmpty()) {
      return new Found(run, Optional.empty());
    }
    possible = new Observations(history, i -> true, AS_SHOWN, budget);
    Optional<Run> shown =
        possible.open().isEmpty()
            ? new ChoiceSearch(possible, visibility, budget).run()
            : Optional.empty();
    return new Found(shown, shown.isPresent() ? Optional.empty() : run.get().possible().open());
  }

  /** A run, or why there may be one. */
  record Found(Optional<Run> run, Optional<String> open) {}

  /**
   * What there is to choose: of the transactions that may have happened also those that cannot.
   *
   * @param kept operations that take part; other reads may have seen anything, and what saw other
   *     writes too
   */
  static Observations observe(History history, IntPredicate kept, Budget budget) {
    return new Observations(history, kept, EnumSet.of(Option.FICTION, Option.REPEATS), budget);
  }

  /** What comes before what, whatever was seen: session order, and the appends that lists order. */
  static EdgeList knownOrder(Observations possible) {
    EdgeList known = new EdgeList();
    possible.forEachAppend(
        (earlier, later) -> {
          int first = possible.history.transactionOf(earlier);
          int second = possible.history.transactionOf(later);
          if (first != second) {
            known.add(first, second);
          }
        });
    for (int t = 0; t < possible.transactionCount(); t++) {
      if (possible.isPresent(t)) {
        for (int earlier : possible.sessions().predecessors(t)) {
          known.add(earlier, t);
        }
      }
    }
    return known;
  }

  /** A choice with an order that proves the level; empty if there is none. */
  Optional<Run> run() {
    for (int o = 0; o < possible.count(); o++) {
      if (possible.isKnown(o) && possible.source(o, 0) != INITIAL) {
        known.add(possible.source(o, 0), possible.reader(o));
      }
    }
    StrongComponents components = StrongComponents.of(Digraph.of(transactions, List.of(known)));
    if (!components.isAcyclic()) {
      return Optional.empty();
    }
    // Step 1.
    choices.setOrder(components.topologicalOrder());
    for (int o = 0; o < possible.count(); o++) {
      budget.checkTime();
      if (!possible.isKnown(o)) {
        choices.ask(o);
      }
    }
    // Steps 2 to 4.
    return choices.search(budget)
        ? Optional.of(
            new Run(possible, Arrays.stream(order).filter(t -> isHappening[t]).toArray(), chosen))
        : Optional.empty();
  }

  @Override
  public Observations observations() {
    return possible;
  }

  @Override
  public boolean refutes(Choices unused) {
    order = StrongComponents.of(choices.edges(new EdgeList())).topologicalOrder();
    choices.setOrder(order);
    for (int t = 0; t < transactions; t++) {
      isHappening[t] = possible.isPresent(t) && choices.isHappening(t);
    }
    for (int o = 0; o < chosen.length; o++) {
      chosen[o] =
          possible.candidateCount(o) == 0 ? INITIAL : possible.source(o, choices.chosenSource(o));
    }
    return isRefuted();
  }

  /** Step 3: learns from each counterexample to the order; whether there is one. */
  private boolean isRefuted() {
    CommitOrder commits = new CommitOrder(possible, isHappening, position, order);
    VisibleWriters visible = new VisibleWriters(possible, o -> chosen[o], commits, budget);
    Optional<BitSet[]> pasts = pasts(commits);
    boolean isRefuted = false;
    for (int reader : order) {
      budget.checkTime();
      Visibility level = visibility.apply(reader);
      if (isHappening[reader]
          && (pasts.isEmpty()
              || !level.isTransitive()
              || isStale(reader, pasts.get()[reader], commits))) {
        learned = 0;
        BitSet past = pasts.map(all -> all[reader]).orElse(null);
        visible.forEach(reader, level, past, this::learn);
        isRefuted |= learned > 0;
      }
    }
    pasts.ifPresent(unused -> budget.release(bytesOfPasts()));
    return isRefuted;
  }

  private long bytesOfPasts() {
    return (long) transactions * transactions / 8;
  }

  /**
   * By transaction what is visible to it where that is transitive, which saves most readers a walk;
   * empty where nothing is, or where it takes much memory.
   */
  private Optional<BitSet[]> pasts(CommitOrder commits) {
    boolean isTransitive = false;
    boolean byVersions = false;
    for (int t : order) {
      isTransitive |= visibility.apply(t).isTransitive();
      byVersions |= visibility.apply(t).isTransitive() && visibility.apply(t).isByCommits();
    }
    if (!isTransitive || bytesOfPasts() > budget.freeBytes() / 2) {
      return Optional.empty();
    }
    budget.reserve(bytesOfPasts(), "what happens before what");
    BitSet[] pasts = new BitSet[transactions];
    for (int t : order) {
      if (!isHappening[t]) {
        continue;
      }
      budget.checkTime();
      pasts[t] = new BitSet();
      for (int earlier : possible.sessions().predecessors(t)) {
        see(pasts, t, earlier);
      }
      for (int o = possible.first(t); o < possible.end(t); o++) {
        if (chosen[o] != INITIAL) {
          see(pasts, t, chosen[o]);
          for (int appender : possible.alsoShown(o)) {
            see(pasts, t, appender);
          }
        }
      }
      for (int earlier : byVersions ? commits.overwritten(t) : new int[0]) {
        see(pasts, t, earlier);
      }
    }
    return Optional.of(pasts);
  }

  private static void see(BitSet[] pasts, int t, int earlier) {
    pasts[t].or(pasts[earlier]);
    pasts[t].set(earlier);
  }

  private boolean isStale(int reader, BitSet past, CommitOrder commits) {
    for (int o = possible.first(reader); o < possible.end(reader); o++) {
      if (visibility.apply(reader).isByCommits()) {
        int writer = commits.overwriting(possible.key(o), chosen[o], reader);
        if (writer != NONE && past.get(writer)) {
          return true;
        }
        continue;
      }
      int end = possible.endVersion(possible.key(o));
      for (int v = possible.firstVersion(possible.key(o)); v < end; v++) {
        int writer = possible.writer(v);
        if (past.get(writer) && isAgainstOrder(o, writer)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a writer comes after the source of an observation, to whose reader it is visible. */
  private boolean isAgainstOrder(int o, int writer) {
    return writer != chosen[o]
        && writer != possible.reader(o)
        && (chosen[o] == INITIAL || position[writer] > position[chosen[o]]);
  }

  /** If all that makes a writer visible holds, it comes before what was read. */
  private void learn(int o, int writer, IntArrayList by, IntArrayList ordered) {
    if (!isAgainstOrder(o, writer)) {
      return;
    }
    learned++;
    IntOpenHashSet clause = new IntOpenHashSet();
    if (possible.isOptional(possible.reader(o))) {
      clause.add(AcyclicSolver.not(choices.happens(possible.reader(o))));
    }
    addPremise(clause, o);
    by.forEach(each -> addPremise(clause, each));
    for (int i = 0; i < ordered.size(); i += 2) {
      clause.add(choices.before(ordered.getInt(i + 1), ordered.getInt(i)));
    }
    // Before the initial transaction there is no place.
    if (chosen[o] != INITIAL) {
      clause.add(choices.before(writer, chosen[o]));
    }
    choices.addClause(clause.toIntArray());
  }

  /** That an observation was given to another source. */
  private void addPremise(IntOpenHashSet clause, int o) {
    if (choices.isAsked(o)) {
      clause.add(AcyclicSolver.not(choices.source(o, choices.chosenSource(o))));
    }
  }
}
