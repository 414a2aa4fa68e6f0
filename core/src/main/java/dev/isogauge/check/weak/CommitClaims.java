package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.checker.Budget;
import dev.isogauge.search.Observations;
import dev.isogauge.search.OrderClaims;
import dev.isogauge.search.Visibility;
import java.util.List;
import java.util.function.IntFunction;

/** The commit order of some transactions, with what their levels force. */
final class CommitClaims extends OrderClaims {
  private final Budget budget;

  /** Transactions are ascending, and the initial one comes first. */
  CommitClaims(
      Observations possible,
      IntFunction<Visibility> visibility,
      Budget budget,
      int[] transactions) {
    super(possible, visibility, transactions, budget);
    this.budget = budget;
  }

  @Override
  protected void addKnown() {
    for (int i = 1; i < transactions.length; i++) {
      claims.addBefore(new Edge(INITIAL, transactions[i], Justification.initialFirst()));
      for (int j = i + 1; j < transactions.length; j++) {
        if (possible.sessions().isBefore(transactions[i], transactions[j])) {
          claims.addBefore(
              new Edge(transactions[i], transactions[j], Justification.sessionOrder()));
        }
      }
    }
  }

  /** Where visibility is transitive, all appenders that a read of a list shows are seen. */
  @Override
  protected void addSeen(int o) {
    int reader = possible.reader(o);
    if (visibility.apply(reader).isTransitive()) {
      for (int appender : possible.alsoShown(o)) {
        if (claims.has(appender)) {
          claims.addBefore(new Edge(appender, reader, Justification.readsFrom(possible.read(o))));
        }
      }
    }
  }

  @Override
  protected void addForced() {
    possible.forEachAppend(
        (earlier, later) -> {
          int first = history.transactionOf(earlier);
          int second = history.transactionOf(later);
          if (first != second && claims.has(first) && claims.has(second)) {
            addWriters(new Edge(first, second, Justification.overwrites(later)));
          }
        });
    VisibleWriters visible =
        new VisibleWriters(possible, o -> isTaken(o) ? source(o) : NONE, null, budget);
    for (int reader : transactions) {
      if (reader != INITIAL && !visibility.apply(reader).isByCommits()) {
        visible.forEach(
            reader,
            visibility.apply(reader),
            (o, writer, by, unused) -> {
              if (isTaken(o) && claims.has(writer)) {
                addForced(o, writer, visible.path(o, writer, by));
              }
            });
      }
    }
    for (int o = 0; o < possible.count(); o++) {
      if (isTaken(o) && visibility.apply(possible.reader(o)) == Visibility.PARALLEL) {
        addVisibleByVersions(o);
      }
    }
  }

  /** Session order, reads-from and the order of versions lead from the writers to the reader. */
  private void addVisibleByVersions(int o) {
    int end = possible.endVersion(possible.key(o));
    for (int v = possible.firstVersion(possible.key(o)); v < end; v++) {
      int writer = possible.writer(v);
      if (writer != source(o) && writer != possible.reader(o) && claims.has(writer)) {
        claims.given(writer, possible.reader(o)).ifPresent(path -> addForced(o, writer, path));
      }
    }
  }

  private void addForced(int o, int writer, List<Edge> path) {
    int reader = possible.reader(o);
    addWriters(
        new Edge(
            writer,
            source(o),
            Justification.forced(visibility.apply(reader).level(), possible.read(o), path)));
  }

  /** What versions make visible is what is read and overwritten, not what is forced by that. */
  @Override
  protected boolean decides(Edge edge) {
    return !edge.isInferred() || visibility.apply(edge.from()) != Visibility.PARALLEL;
  }
}
