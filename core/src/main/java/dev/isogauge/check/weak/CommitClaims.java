package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.search.Argument;
import dev.isogauge.search.Argument.Split;
import dev.isogauge.search.ClaimGraph;
import dev.isogauge.search.Observations;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The commit order of some transactions that follows from a choice of writers for their reads and,
 * where commits make visible, from an order of some that write a key.
 *
 * <p>Such a reader sees all that commits before its snapshot, so its snapshot comes before the
 * commit of a writer that overwrote what it read.
 */
final class CommitClaims implements Argument.Claims {
  private final History history;
  private final Observations possible;
  private final IntFunction<Visibility> visibility;
  private final Budget budget;
  private final int[] transactions;
  private final ClaimGraph claims;

  /** By read: which of its sources a case gives it, or {@code NONE} if that is open. */
  private final int[] chosen;

  /** The same, and what transactions that happen then can have read from one only. */
  private int[] taken;

  /** Pairs of versions of a key, of which a case assumes that the first was first. */
  private final IntArrayList assumed = new IntArrayList();

  /** Whether the claims follow from what is chosen now. */
  private boolean isUpToDate;

  /** Transactions are ascending, and the initial one comes first. */
  CommitClaims(
      Observations possible,
      IntFunction<Visibility> visibility,
      Budget budget,
      int[] transactions) {
    this.history = possible.history;
    this.possible = possible;
    this.visibility = visibility;
    this.budget = budget;
    this.transactions = transactions;
    claims = new ClaimGraph(transactions, t -> t != INITIAL && visibility.apply(t).hasSnapshot());
    chosen = new int[possible.count()];
    Arrays.fill(chosen, NONE);
  }

  @Override
  public Runnable mark() {
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
  public List<Split> open() {
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
          options.add(
              () -> {
                chosen[observation] = index;
                isUpToDate = false;
              });
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
    Visibility level = visibility.apply(second);
    return (level.seesOverwritten() ? claims.before(first, second) : claims.commits(first, second))
        .filter(edge -> !edge.isInferred() || level != Visibility.PARALLEL)
        .isPresent();
  }

  private void assume(int earlier, int later) {
    assumed.add(earlier);
    assumed.add(later);
    isUpToDate = false;
  }

  @Override
  public ClaimGraph graph() {
    update();
    return claims;
  }

  private void update() {
    if (isUpToDate) {
      return;
    }
    isUpToDate = true;
    take();
    claims.back(0);
    for (int i = 1; i < transactions.length; i++) {
      claims.addBefore(new Edge(INITIAL, transactions[i], new Justification.InitialFirst()));
      for (int j = i + 1; j < transactions.length; j++) {
        if (possible.sessions().isBefore(transactions[i], transactions[j])) {
          claims.addBefore(
              new Edge(transactions[i], transactions[j], new Justification.SessionOrder()));
        }
      }
    }
    for (int o = 0; o < taken.length; o++) {
      if (taken[o] != NONE && source(o) != INITIAL) {
        Justification why = new Justification.ReadsFrom(possible.read(o));
        claims.addBefore(new Edge(source(o), possible.reader(o), why));
        boolean isTransitive = visibility.apply(possible.reader(o)).isTransitive();
        for (int appender : isTransitive ? possible.alsoShown(o) : new int[0]) {
          if (claims.has(appender)) {
            claims.addBefore(new Edge(appender, possible.reader(o), why));
          }
        }
      }
    }
    possible.forEachAppend(
        (earlier, later) -> {
          int first = history.transactionOf(earlier);
          int second = history.transactionOf(later);
          if (first != second && claims.has(first) && claims.has(second)) {
            addWriters(new Edge(first, second, new Justification.Overwrites(later)));
          }
        });
    for (int i = 0; i < assumed.size(); i += 2) {
      int later = assumed.getInt(i + 1);
      Justification why = new Justification.Overwrites(possible.write(later));
      addWriters(new Edge(possible.writer(assumed.getInt(i)), possible.writer(later), why));
    }
    addForced();
    for (int before = -1; before < claims.mark(); ) {
      before = claims.mark();
      addByCommits();
    }
  }

  /** Of two that write a key the first is visible to the second, if its level says so. */
  private void addWriters(Edge edge) {
    if (edge.to() == INITIAL || visibility.apply(edge.to()).seesOverwritten()) {
      claims.addBefore(edge);
    } else {
      claims.addCommits(edge);
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
  private boolean happens(int t) {
    boolean happens = !possible.isOptional(t);
    for (int o = 0; !happens && o < taken.length; o++) {
      happens = taken[o] != NONE && possible.source(o, taken[o]) == t;
    }
    return happens;
  }

  private void addForced() {
    VisibleWriters visible =
        new VisibleWriters(possible, o -> taken[o] == NONE ? NONE : source(o), null, budget);
    for (int reader : transactions) {
      if (reader != INITIAL && !visibility.apply(reader).isByCommits()) {
        visible.forEach(
            reader,
            visibility.apply(reader),
            (o, writer, by, unused) -> {
              if (taken[o] != NONE && claims.has(writer)) {
                List<Edge> path = visible.path(o, writer, by);
                addForced(o, writer, path);
              }
            });
      }
    }
  }

  private void addForced(int o, int writer, List<Edge> path) {
    int reader = possible.reader(o);
    addWriters(
        new Edge(
            writer,
            source(o),
            new Justification.Forced(
                visibility.apply(reader).level(), reader, possible.read(o), path)));
  }

  /** What follows for readers to which commits make visible. */
  private void addByCommits() {
    for (int o = 0; o < taken.length; o++) {
      if (taken[o] != NONE && visibility.apply(possible.reader(o)).isByCommits()) {
        int end = possible.endVersion(possible.key(o));
        for (int v = possible.firstVersion(possible.key(o)); v < end; v++) {
          int writer = possible.writer(v);
          if (writer != source(o)
              && writer != possible.reader(o)
              && claims.has(writer)
              && happens(writer)) {
            addWriter(o, writer);
          }
        }
      }
    }
  }

  private void addWriter(int o, int writer) {
    int reader = possible.reader(o);
    if (!visibility.apply(reader).isPrefix()) {
      claims.given(writer, reader).ifPresent(path -> addForced(o, writer, path));
      return;
    }
    Optional<Edge> order =
        source(o) == INITIAL ? Optional.empty() : claims.commits(source(o), writer);
    if (source(o) == INITIAL || order.isPresent()) {
      Optional<Edge> told = order.filter(edge -> !isAssumed(edge) && !isReadOf(edge, o));
      claims.addOverwritten(
          new Edge(reader, writer, new Justification.ReadOverwritten(possible.read(o), told)));
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
    return edge.why() instanceof Justification.ReadsFrom reads
        && history.keyOf(reads.read()) == possible.key(o);
  }

  private int source(int o) {
    return possible.source(o, taken[o]);
  }
}
