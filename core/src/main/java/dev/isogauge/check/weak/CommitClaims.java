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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** The commit order of some transactions that follows from a choice of writers for their reads. */
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
    claims = new ClaimGraph(transactions, false);
    chosen = new int[possible.count()];
    Arrays.fill(chosen, NONE);
  }

  @Override
  public Runnable mark() {
    int[] before = chosen.clone();
    return () -> {
      System.arraycopy(before, 0, chosen, 0, chosen.length);
      isUpToDate = false;
    };
  }

  /** Reads of transactions that happen, with several sources or none. */
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
    return splits;
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
            claims.addBefore(new Edge(first, second, new Justification.Overwrites(later)));
          }
        });
    addForced();
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
      if (reader != INITIAL) {
        visible.forEach(
            reader,
            visibility.apply(reader),
            (o, writer, by, unused) -> {
              if (taken[o] != NONE && claims.has(writer)) {
                List<Edge> path = visible.path(o, writer, by);
                claims.addBefore(
                    new Edge(
                        writer,
                        source(o),
                        new Justification.Forced(
                            visibility.apply(reader).level(), reader, possible.read(o), path)));
              }
            });
      }
    }
  }

  private int source(int o) {
    return possible.source(o, taken[o]);
  }
}
