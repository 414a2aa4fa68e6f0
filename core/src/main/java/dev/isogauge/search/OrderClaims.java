package dev.isogauge.search;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.search.Argument.Split;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The order of some transactions that follows from what is known, from what a case says that reads
 * saw, and where commits make visible from which of two that write a key it says was first.
 *
 * <p>A reader that sees all up to some commit has a snapshot, which is its commit where it sees all
 * that commits before it. The snapshot comes before the commit of a writer that overwrote what was
 * read.
 */
public abstract class OrderClaims implements Argument.Claims {
  protected final History history;
  protected final Observations possible;
  protected final IntFunction<Visibility> visibility;
  protected final int[] transactions;
  protected final ClaimGraph claims;

  private final Budget budget;

  /** By observation: which of its sources a case gives it, or {@code NONE} if that is open. */
  private final int[] chosen;

  /** The same, and what transactions that happen then can have read from one only. */
  private int[] taken;

  /** Pairs of versions of a key, of which a case assumes that the first was first. */
  private final IntArrayList assumed = new IntArrayList();

  /** How many edges are known whatever is chosen; {@code NONE} until they are added. */
  private int knownEdges = NONE;

  /** Whether the claims follow from what is chosen now. */
  private boolean isUpToDate;

  /**
   * Nothing is chosen.
   *
   * @param visibility by transaction: its level
   * @param transactions in ascending order; the initial one may be among them
   */
  protected OrderClaims(
      Observations possible,
      IntFunction<Visibility> visibility,
      int[] transactions,
      Budget budget) {
    this.history = possible.history;
    this.possible = possible;
    this.visibility = visibility;
    this.transactions = transactions;
    this.budget = budget;
    claims = new ClaimGraph(transactions, t -> t != INITIAL && visibility.apply(t).hasSnapshot());
    chosen = new int[possible.count()];
    Arrays.fill(chosen, NONE);
  }

  /** Adds edges that no choice brings. */
  protected abstract void addKnown();

  /** Adds what follows beside reads-from from what an observation saw. */
  protected void addSeen(int observation) {}

  /** Adds what a level forces where commits do not make visible. */
  protected void addForced() {}

  /** Whether an edge from one writer of a key to another decides what is visible. */
  protected boolean decides(Edge edge) {
    return true;
  }

  @Override
  public final Runnable mark() {
    int[] before = chosen.clone();
    int assumptions = assumed.size();
    return () -> {
      System.arraycopy(before, 0, chosen, 0, chosen.length);
      assumed.size(assumptions);
      isUpToDate = false;
    };
  }

  /**
   * Reads of transactions that happen, with several sources or none, and the order of two that
   * write a key.
   */
  @Override
  public final List<Split> open() {
    update();
    List<Split> splits = new ArrayList<>();
    for (int o = 0; o < chosen.length; o++) {
      if (taken[o] == NONE && happens(possible.reader(o))) {
        List<Integer> writes = new ArrayList<>();
        List<Runnable> options = new ArrayList<>();
        for (int i = 0; i < possible.candidateCount(o); i++) {
          int version = possible.candidate(o, i);
          writes.add(version == INITIAL ? INITIAL : possible.write(version));
          int observation = o;
          int index = i;
          options.add(() -> choose(observation, index));
        }
        splits.add(new Split(new Refutation.Source(possible.read(o), writes), options));
      }
    }
    for (int first = 0; isByCommits() && first < possible.versionCount(); first++) {
      int end = possible.endVersion(possible.keyOfVersion(first));
      for (int second = first + 1; second < end; second++) {
        if (isOpen(possible.writer(first), possible.writer(second))) {
          int one = first;
          int other = second;
          splits.add(
              new Split(
                  new Refutation.Order(possible.write(one), possible.write(other)),
                  List.of(() -> assume(one, other), () -> assume(other, one))));
        }
      }
    }
    return splits;
  }

  private void choose(int observation, int index) {
    chosen[observation] = index;
    isUpToDate = false;
  }

  private void assume(int earlier, int later) {
    assumed.add(earlier);
    assumed.add(later);
    isUpToDate = false;
  }

  private boolean isByCommits() {
    return Arrays.stream(transactions)
        .anyMatch(t -> t != INITIAL && visibility.apply(t).isByCommits());
  }

  /** Whether both happen and neither is known to be first, as a step of what is visible. */
  private boolean isOpen(int first, int second) {
    return claims.has(first)
        && claims.has(second)
        && happens(first)
        && happens(second)
        && !isFirst(first, second)
        && !isFirst(second, first);
  }

  private boolean isFirst(int first, int second) {
    return (visibility.apply(second).seesOverwritten()
            ? claims.before(first, second)
            : claims.commits(first, second))
        .filter(this::decides)
        .isPresent();
  }

  @Override
  public final ClaimGraph graph() {
    update();
    return claims;
  }

  private void update() {
    if (isUpToDate) {
      return;
    }
    isUpToDate = true;
    if (knownEdges == NONE) {
      addKnown();
      knownEdges = claims.mark();
    }
    claims.back(knownEdges);
    take();
    for (int o = 0; o < taken.length; o++) {
      if (isTaken(o) && source(o) != INITIAL) {
        Justification why = Justification.readsFrom(possible.read(o));
        claims.addBefore(new Edge(source(o), possible.reader(o), why));
        addSeen(o);
      }
    }
    for (int i = 0; i < assumed.size(); i += 2) {
      addAssumed(possible.writer(assumed.getInt(i)), possible.writer(assumed.getInt(i + 1)));
    }
    addForced();
    for (int before = NONE; before < claims.mark(); ) {
      before = claims.mark();
      addOverwritten();
    }
  }

  private void take() {
    taken = chosen.clone();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int o = 0; o < taken.length; o++) {
        if (taken[o] == NONE && possible.candidateCount(o) == 1 && happens(possible.reader(o))) {
          taken[o] = 0;
          changed = true;
        }
      }
    }
  }

  /** Whether a transaction happens by the last choice: optional ones do where they were seen. */
  protected final boolean happens(int t) {
    boolean happens = !possible.isOptional(t);
    for (int o = 0; !happens && o < taken.length; o++) {
      happens = taken[o] != NONE && possible.source(o, taken[o]) == t;
    }
    return happens;
  }

  /** Whether it is chosen or known what an observation saw. */
  protected final boolean isTaken(int observation) {
    return taken[observation] != NONE;
  }

  /** What it saw. */
  protected final int source(int observation) {
    return possible.source(observation, taken[observation]);
  }

  private void addAssumed(int first, int second) {
    for (int i = possible.firstWritten(first); i < possible.endWritten(first); i++) {
      int other = possible.versionOf(second, possible.writtenKey(i));
      if (other != NONE) {
        addWriters(new Edge(first, second, Justification.overwrites(possible.write(other))));
      }
    }
  }

  /** Of two that write a key the first is visible to the second, if its level says so. */
  protected final void addWriters(Edge edge) {
    if (edge.to() == INITIAL || visibility.apply(edge.to()).seesOverwritten()) {
      claims.addBefore(edge);
    } else {
      claims.addCommits(edge);
    }
  }

  /** A writer that overwrites what was read commits after the reader's snapshot. */
  private void addOverwritten() {
    for (int o = 0; o < taken.length; o++) {
      if (isTaken(o) && visibility.apply(possible.reader(o)).isPrefix()) {
        budget.checkTime();
        int end = possible.endVersion(possible.key(o));
        for (int v = possible.firstVersion(possible.key(o)); v < end; v++) {
          addOverwritten(o, possible.writer(v));
        }
      }
    }
  }

  private void addOverwritten(int o, int writer) {
    if (writer == source(o)
        || writer == possible.reader(o)
        || !claims.has(writer)
        || !happens(writer)) {
      return;
    }
    Optional<Edge> order =
        source(o) == INITIAL ? Optional.empty() : claims.commits(source(o), writer);
    if (source(o) == INITIAL || order.isPresent()) {
      Optional<Edge> told = order.filter(edge -> !isAssumed(edge) && !isReadOf(edge, o));
      Justification why = Justification.readOverwritten(possible.read(o), told);
      claims.addOverwritten(new Edge(possible.reader(o), writer, why));
    }
  }

  private boolean isAssumed(Edge edge) {
    for (int i = 0; i < assumed.size(); i += 2) {
      if (possible.writer(assumed.getInt(i)) == edge.from()
          && possible.writer(assumed.getInt(i + 1)) == edge.to()) {
        return true;
      }
    }
    return false;
  }

  /** Whether an edge is there because a transaction read the key of an observation. */
  private boolean isReadOf(Edge edge, int o) {
    return edge.relation() == Relation.READS_FROM
        && history.keyOf(edge.why().operation()) == possible.key(o);
  }
}
