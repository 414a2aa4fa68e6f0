package dev.isogauge.evidence;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The evidence of any anomaly in one shape, for reports that show data rather than sentences.
 *
 * @param transactions those that play a part: writers first and the reader last, or a cycle's in
 *     its order; {@code History.INITIAL} may be among them
 * @param operations one operation per value that matters: what was read first, then what should
 *     have been read instead; all of one key. Empty for cycles and overlapping sessions, one
 *     operation of the transaction at fault where a claimed order is contradicted, and the
 *     operations at the ends of what contradicts itself where a key has no linearization.
 * @param edges what comes before what, with justifications
 */
public record Evidence(List<Integer> transactions, List<Integer> operations, List<Edge> edges) {
  public Evidence {
    transactions = List.copyOf(transactions);
    operations = List.copyOf(operations);
    edges = List.copyOf(edges);
  }

  private Evidence(List<Integer> transactions, List<Integer> operations) {
    this(transactions, operations, List.of());
  }

  /** The evidence of an anomaly that was found in the history. */
  public static Evidence of(History history, Anomaly anomaly) {
    if (anomaly instanceof Anomaly.FaultyRead faulty) {
      return faultyRead(history, faulty);
    } else if (anomaly instanceof Anomaly.StaleRead stale) {
      return staleRead(stale);
    } else if (anomaly instanceof Anomaly.NonRepeatableRead unrepeated) {
      return nonRepeatableRead(history, unrepeated);
    } else if (anomaly instanceof Anomaly.CausalCycle cycle) {
      return cycle(cycle.cycle());
    } else if (anomaly instanceof Anomaly.CommitOrderCycle cycle) {
      return cycle(cycle.cycle());
    } else if (anomaly instanceof Anomaly.DuplicateWrite duplicate) {
      return new Evidence(
          List.of(
              writer(history, duplicate.firstWrite()), writer(history, duplicate.secondWrite())),
          List.of(duplicate.secondWrite()));
    } else if (anomaly instanceof Anomaly.OverlappingSession overlapping) {
      return new Evidence(List.of(overlapping.earlier(), overlapping.later()), List.of());
    } else if (anomaly instanceof Anomaly.DependencyCycle cycle) {
      return cycle(cycle.cycle());
    } else if (anomaly instanceof Anomaly.LostUpdate lost) {
      return new Evidence(
          List.of(writer(history, lost.firstWrite()), writer(history, lost.secondWrite())),
          List.of(lost.firstWrite(), lost.secondWrite()));
    } else if (anomaly instanceof Anomaly.FaultyListRead faulty) {
      return new Evidence(List.of(faulty.transaction()), List.of(faulty.read()));
    } else if (anomaly instanceof Anomaly.CyclicVersions cyclic) {
      return new Evidence(
          cyclic.writes().stream().map(write -> writer(history, write)).toList(),
          cyclic.writes().stream().filter(write -> write != History.INITIAL).toList());
    } else if (anomaly instanceof Anomaly.IncompatibleOrder incompatible) {
      return new Evidence(
          List.of(
              history.transactionOf(incompatible.firstRead()),
              history.transactionOf(incompatible.secondRead())),
          List.of(incompatible.firstRead(), incompatible.secondRead()));
    } else if (anomaly instanceof Anomaly.TimestampViolation violation) {
      return timestampViolation(violation);
    } else if (anomaly instanceof Anomaly.FaultyMember faulty) {
      return faulty.write() < 0
          ? new Evidence(List.of(faulty.transaction()), List.of())
          : new Evidence(
              List.of(writer(history, faulty.write()), faulty.transaction()),
              List.of(faulty.write()));
    } else if (anomaly instanceof Anomaly.ResultSetMismatch mismatch) {
      return new Evidence(List.of(mismatch.transaction()), List.of());
    } else if (anomaly instanceof Anomaly.DirtyUpdate dirty) {
      return new Evidence(
          List.of(writer(history, dirty.abortedWrite()), writer(history, dirty.laterWrite())),
          List.of(dirty.abortedWrite(), dirty.laterWrite()));
    } else if (anomaly instanceof Anomaly.UnseenDependency unseen) {
      return new Evidence(
          List.of(unseen.edge().from(), unseen.edge().to()), List.of(), List.of(unseen.edge()));
    } else if (anomaly instanceof Anomaly.SnapshotCycle cycle) {
      return cycle(cycle.cycle());
    } else if (anomaly instanceof Anomaly.MissingVersion missing) {
      return new Evidence(List.of(writer(history, missing.write())), List.of(missing.write()));
    } else if (anomaly instanceof Anomaly.UnknownVersion) {
      return new Evidence(List.of(), List.of());
    } else if (anomaly instanceof Anomaly.NonLinearizable unordered) {
      return LinearEvidence.of(history, unordered);
    } else if (anomaly instanceof Anomaly.OrderViolation violation) {
      return orderViolation(violation);
    } else if (anomaly instanceof Anomaly.ReplayMismatch mismatch) {
      return replayMismatch(history, mismatch);
    } else if (anomaly instanceof Anomaly.NoVersionOrder unordered) {
      return new Evidence(
          unordered.operations().stream().map(history::transactionOf).distinct().toList(),
          List.of(),
          edges(unordered.refutation()));
    }
    throw new IllegalArgumentException("no evidence for " + anomaly.kind());
  }

  /**
   * The edges that form a cycle, in the order in which they are explained, the one that contradicts
   * the rest last. Empty where there is none, and where each case of an argument has its own.
   */
  public static List<Edge> cycle(Anomaly anomaly) {
    if (anomaly instanceof Anomaly.CausalCycle causal) {
      return causal.cycle();
    } else if (anomaly instanceof Anomaly.CommitOrderCycle forced) {
      return inferredLast(forced.cycle());
    } else if (anomaly instanceof Anomaly.DependencyCycle dependencies) {
      return dependencies.cycle();
    } else if (anomaly instanceof Anomaly.SnapshotCycle snapshots) {
      return snapshots.cycle();
    } else if (anomaly instanceof Anomaly.NoVersionOrder unordered
        && unordered.refutation() instanceof Refutation.Contradiction contradiction) {
      return contradiction.cycle();
    } else if (anomaly instanceof Anomaly.StaleRead stale) {
      List<Edge> edges = new ArrayList<>(stale.firstBeforeSecond());
      edges.add(closing(stale));
      return edges;
    }
    return List.of();
  }

  /** The levels that forbid the anomaly, weakest first; none if it contradicts a claim only. */
  public static Set<IsolationLevel> forbiddenBy(Anomaly anomaly) {
    if (anomaly instanceof Anomaly.CommitOrderCycle cycle) {
      return forbiddenFrom(cycle.level());
    } else if (anomaly instanceof Anomaly.NoVersionOrder unordered) {
      return forbiddenFrom(weakest(unordered));
    }
    Set<IsolationLevel> levels = shown(anomaly.kind().violates());
    if (anomaly instanceof Anomaly.DependencyCycle cycle && isFork(cycle)) {
      levels.add(IsolationLevel.PREFIX_CONSISTENCY);
    }
    return levels;
  }

  /** Whether a cycle is one like a long fork, which is what replicas that lag show. */
  private static boolean isFork(Anomaly.DependencyCycle cycle) {
    return cycle.breaksPrefixes()
        && cycle.cycle().stream().filter(edge -> edge.relation().isReadWrite()).count() > 1;
  }

  /**
   * Levels as reports list them: without those that replicas promise, unless the first is a session
   * guarantee, and without those in between. A list would be twice as long, and say no more.
   */
  public static Set<IsolationLevel> shown(Set<IsolationLevel> levels) {
    boolean ofReplicas =
        !levels.isEmpty() && IsolationLevel.sessionGuarantees().contains(levels.iterator().next());
    Set<IsolationLevel> shown = EnumSet.noneOf(IsolationLevel.class);
    for (IsolationLevel level : levels) {
      if ((ofReplicas || !level.isOfReplicas()) && !level.isInBetween()) {
        shown.add(level);
      }
    }
    return shown;
  }

  /** A level and those that imply it, as reports list them. */
  public static Set<IsolationLevel> forbiddenFrom(IsolationLevel weakest) {
    Set<IsolationLevel> levels = IsolationLevel.allThatImply(weakest);
    return weakest.isOfReplicas() || weakest.isInBetween() ? levels : shown(levels);
  }

  /** The cycle turned so that it ends with an inferred edge, which is what contradicts the rest. */
  public static List<Edge> inferredLast(List<Edge> cycle) {
    int last = cycle.size() - 1;
    while (last > 0 && !cycle.get(last).isInferred()) {
      last--;
    }
    List<Edge> turned = new ArrayList<>(cycle);
    Collections.rotate(turned, cycle.size() - 1 - last);
    return turned;
  }

  private static Evidence faultyRead(History history, Anomaly.FaultyRead anomaly) {
    int reader = anomaly.transaction();
    int writer = writer(history, anomaly.write());
    if (anomaly.write() == History.THIN_AIR || writer == reader) {
      return new Evidence(List.of(reader), List.of(anomaly.read()));
    }
    return new Evidence(
        List.of(writer, reader),
        List.of(anomaly.read()),
        List.of(readsFrom(writer, reader, anomaly.read())));
  }

  private static Evidence staleRead(Anomaly.StaleRead anomaly) {
    List<Edge> edges = new ArrayList<>(anomaly.firstBeforeSecond());
    edges.add(readsFrom(anomaly.t1(), anomaly.t3(), anomaly.read()));
    edges.add(closing(anomaly));
    return new Evidence(
        List.of(anomaly.t1(), anomaly.t2(), anomaly.t3()),
        List.of(anomaly.read(), anomaly.overwrites()),
        edges);
  }

  /** That t2 comes before t1, which closes the cycle of a stale read. */
  public static Edge closing(Anomaly.StaleRead anomaly) {
    return new Edge(
        anomaly.t2(),
        anomaly.t1(),
        new Justification.Forced(
            levelOf(anomaly.kind()), anomaly.t3(), anomaly.read(), anomaly.secondVisibleToThird()));
  }

  /** The weakest level whose rule the stale read breaks: levels come weakest first. */
  private static IsolationLevel levelOf(AnomalyKind kind) {
    return kind.violates().iterator().next();
  }

  private static Evidence nonRepeatableRead(History history, Anomaly.NonRepeatableRead anomaly) {
    int first = ListSources.writer(history, anomaly.firstRead());
    int second = ListSources.writer(history, anomaly.secondRead());
    return new Evidence(
        List.of(first, second, anomaly.transaction()),
        List.of(anomaly.firstRead(), anomaly.secondRead()),
        List.of(
            readsFrom(first, anomaly.transaction(), anomaly.firstRead()),
            readsFrom(second, anomaly.transaction(), anomaly.secondRead())));
  }

  private static Evidence timestampViolation(Anomaly.TimestampViolation anomaly) {
    List<Integer> transactions = new ArrayList<>();
    if (anomaly.other() != History.INITIAL || anomaly.kind() == AnomalyKind.EXTERNAL) {
      transactions.add(anomaly.other());
    }
    transactions.add(anomaly.transaction());
    return new Evidence(
        transactions, anomaly.operation() < 0 ? List.of() : List.of(anomaly.operation()));
  }

  private static Evidence orderViolation(Anomaly.OrderViolation anomaly) {
    Justification why =
        anomaly.relation() == Relation.SESSION_ORDER
            ? new Justification.SessionOrder()
            : new Justification.RealTime();
    return new Evidence(
        List.of(anomaly.earlier(), anomaly.later()),
        List.of(),
        List.of(new Edge(anomaly.earlier(), anomaly.later(), why)));
  }

  /** The writers of what should have been seen, and the reader. */
  private static Evidence replayMismatch(History history, Anomaly.ReplayMismatch anomaly) {
    Set<Integer> transactions = new LinkedHashSet<>();
    anomaly.rows().forEach(row -> transactions.add(writer(history, row.write())));
    transactions.remove(anomaly.transaction());
    transactions.add(anomaly.transaction());
    return new Evidence(
        List.copyOf(transactions), anomaly.read() < 0 ? List.of() : List.of(anomaly.read()));
  }

  /** The edges of all contradictions, each once; those of a case hold in that case only. */
  private static List<Edge> edges(Refutation refutation) {
    Set<Edge> edges = new LinkedHashSet<>();
    Deque<Refutation> open = new ArrayDeque<>(List.of(refutation));
    while (!open.isEmpty()) {
      Refutation next = open.pop();
      if (next instanceof Refutation.Contradiction contradiction) {
        edges.addAll(contradiction.cycle());
      } else if (next instanceof Refutation.Cases cases) {
        cases.options().forEach(open::add);
      }
    }
    return List.copyOf(edges);
  }

  private static Evidence cycle(List<Edge> cycle) {
    return new Evidence(cycle.stream().map(Edge::from).toList(), List.of(), cycle);
  }

  private static Edge readsFrom(int writer, int reader, int read) {
    return new Edge(writer, reader, new Justification.ReadsFrom(read));
  }

  private static int writer(History history, int write) {
    return write >= 0 ? history.transactionOf(write) : History.INITIAL;
  }

  /** The weakest of the levels that each contradiction of the argument is one of. */
  public static IsolationLevel weakest(Anomaly.NoVersionOrder anomaly) {
    if (anomaly.level().isWeak() || anomaly.level().isOfReplicas()) {
      return anomaly.level();
    }
    boolean byTime = false;
    boolean byAdjacent = false;
    Deque<Refutation> waiting = new ArrayDeque<>(List.of(anomaly.refutation()));
    while (!waiting.isEmpty()) {
      Refutation next = waiting.pop();
      if (next instanceof Refutation.Contradiction contradiction) {
        byTime |= contradiction.has(Relation.REAL_TIME);
        byAdjacent |= contradiction.hasAdjacent(Relation.READ_OVERWRITTEN);
      } else if (next instanceof Refutation.Cases cases) {
        cases.options().forEach(waiting::push);
      } else if (next instanceof Refutation.TooManyCases) {
        return anomaly.level();
      }
    }
    if (byTime) {
      return anomaly.level();
    }
    return byAdjacent ? IsolationLevel.SERIALIZABILITY : IsolationLevel.SNAPSHOT_ISOLATION;
  }
}
