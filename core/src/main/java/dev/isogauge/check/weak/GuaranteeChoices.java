package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.checker.Budget;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * What a session guarantee makes visible to the observations of a transaction where reads are given
 * to one of several possible writers; see {@link VisibleBySession} for the rules.
 */
final class GuaranteeChoices {
  /** Takes an observation, a visible writer of its key, and the observations that make it so. */
  interface Sink {
    void accept(int observation, int writer, int[] by);
  }

  private final PossibleReads possible;
  private final Rule rule;
  private final IntUnaryOperator source;
  private final Budget budget;

  /**
   * Begins with a choice.
   *
   * @param source by observation: the transaction that it is given to, {@code INITIAL}, or {@code
   *     NONE} if it is not given to any yet
   */
  GuaranteeChoices(PossibleReads possible, Rule rule, IntUnaryOperator source, Budget budget) {
    this.possible = possible;
    this.rule = rule;
    this.source = source;
    this.budget = budget;
  }

  void forEach(int reader, Sink sink) {
    switch (rule) {
      case READ_YOUR_WRITES -> written(reader, reader, new int[0], sink);
      case MONOTONIC_READS -> {
        for (int earlier : before(reader)) {
          read(reader, earlier, NONE, sink);
        }
      }
      case MONOTONIC_WRITES -> {
        for (int by = possible.first(reader); by < possible.end(reader); by++) {
          if (isGiven(by)) {
            written(reader, source.applyAsInt(by), new int[] {by}, sink);
          }
        }
      }
      default -> {
        for (int by = possible.first(reader); by < possible.end(reader); by++) {
          if (isGiven(by)) {
            int seen = source.applyAsInt(by);
            read(reader, seen, by, sink);
            for (int earlier : before(seen)) {
              read(reader, earlier, by, sink);
            }
          }
        }
      }
    }
  }

  private boolean isGiven(int observation) {
    int writer = source.applyAsInt(observation);
    return writer != INITIAL && writer != NONE;
  }

  /** The transactions that precede one in its session. */
  private int[] before(int transaction) {
    IntArrayList before = new IntArrayList();
    int first = possible.history.firstTransaction(possible.history.sessionOf(transaction));
    for (int t = first; t < transaction; t++) {
      if (possible.isBefore(t, transaction)) {
        before.add(t);
      }
    }
    budget.checkTime();
    return before.toIntArray();
  }

  /** Writers that precede a transaction in its session. */
  private void written(int reader, int follower, int[] by, Sink sink) {
    int session = possible.history.sessionOf(follower);
    for (int o = possible.first(reader); o < possible.end(reader); o++) {
      for (int writer : possible.writersInSession(session, possible.key(o))) {
        if (possible.isBefore(writer, follower)) {
          sink.accept(o, writer, by);
        }
      }
    }
  }

  /** Writers that a transaction reads from. */
  private void read(int reader, int seeing, int by, Sink sink) {
    budget.checkTime();
    for (int other = possible.first(seeing); other < possible.end(seeing); other++) {
      for (int o = possible.first(reader); isGiven(other) && o < possible.end(reader); o++) {
        if (possible.writes(source.applyAsInt(other), possible.key(o))) {
          sink.accept(
              o, source.applyAsInt(other), by == NONE ? new int[] {other} : new int[] {other, by});
        }
      }
    }
  }

  /** The way from a visible writer to an observation's reader. */
  List<Edge> path(int observation, int writer, int[] by) {
    List<Edge> path = new ArrayList<>();
    int at = writer;
    for (int read : by) {
      at = follow(path, at, source.applyAsInt(read));
      path.add(
          new Edge(at, possible.reader(read), new Justification.ReadsFrom(possible.read(read))));
      at = possible.reader(read);
    }
    follow(path, at, possible.reader(observation));
    return path;
  }

  private static int follow(List<Edge> path, int from, int to) {
    if (from != to) {
      path.add(new Edge(from, to, new Justification.SessionOrder()));
    }
    return to;
  }
}
