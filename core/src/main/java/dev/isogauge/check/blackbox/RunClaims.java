package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Refutation.Choice;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import dev.isogauge.search.Argument;
import dev.isogauge.search.Argument.Split;
import dev.isogauge.search.ClaimGraph;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What follows about the transactions of a polygraph: from sessions, real time and reads, and from
 * the order of two writers where a case assumes it.
 */
final class RunClaims implements Argument.Claims {
  private final History history;
  private final Polygraph graph;
  private final Constraints constraints;
  private final ClaimGraph claims;
  private final int[] transactions;
  private final Budget budget;

  /** By observation: the candidate that is taken, as an index; -1 while that is open. */
  private final int[] taken;

  /** Ordered pairs of transactions that are decided, because of a key they both write. */
  private final List<Decision> decided = new ArrayList<>();

  /** The same by the two transactions, of several the oldest. */
  private final Long2ObjectOpenHashMap<Decision> decisions = new Long2ObjectOpenHashMap<>();

  private RunClaims(Polygraph graph, Constraints constraints, Budget budget) {
    this.budget = budget;
    this.graph = graph;
    this.history = graph.history;
    this.constraints = constraints;
    IntOpenHashSet members = new IntOpenHashSet();
    IntStream.range(0, graph.versionCount()).map(graph::writer).forEach(members::add);
    IntStream.range(0, graph.count()).map(graph::reader).forEach(members::add);
    if (members.isEmpty()) {
      // Not what was read or written, but sessions and clocks contradict each other.
      members.addAll(new CyclicEdges(graph).transactions());
    }
    transactions = members.toIntArray();
    Arrays.sort(transactions);
    claims = new ClaimGraph(transactions, transaction -> graph.snapshots);
    taken = new int[graph.count()];
    Arrays.fill(taken, -1);
  }

  /** Why no run explains a polygraph. */
  static Refutation refute(Polygraph graph, Constraints constraints, Budget budget) {
    Optional<Refutation.Shortage> shortage = Shortages.find(graph);
    if (shortage.isPresent()) {
      return shortage.get();
    }
    try {
      RunClaims claims = new RunClaims(graph, constraints, budget);
      claims.addKnown();
      return Argument.refute(claims, budget);
    } catch (BudgetExceededException e) {
      return new Refutation.TooManyCases();
    }
  }

  @Override
  public ClaimGraph graph() {
    return claims;
  }

  private void addKnown() {
    boolean[][] follows = sessionOrder();
    for (int i = 0; i < transactions.length; i++) {
      budget.checkTime();
      for (int j = 0; j < transactions.length; j++) {
        int a = transactions[i];
        int b = transactions[j];
        if (follows[i][j]) {
          claims.addBefore(new Edge(a, b, new Justification.SessionOrder()));
        }
        if (RealTimeOrder.isBefore(history, constraints.realTime(), a, b)) {
          claims.addBefore(new Edge(a, b, new Justification.RealTime()));
        }
      }
    }
    for (int e = 0; e < graph.edges.size(); e++) {
      budget.checkTime();
      if (graph.edges.is(e, Relation.OVERWRITES)) {
        claims.addBefore(
            new Edge(
                graph.transactionOf(graph.edges.from(e)),
                graph.transactionOf(graph.edges.to(e)),
                new Justification.Overwrites(graph.edges.note(e))));
      }
    }
    for (int o = 0; o < graph.count(); o++) {
      budget.checkTime();
      if (graph.candidateCount(o) == 1 && !graph.isOptional(graph.reader(o))) {
        take(o, 0);
      }
    }
    // An order that follows from what is known may make others follow.
    for (int before = -1; before < decided.size(); ) {
      before = decided.size();
      for (int[] pair : openPairs()) {
        for (int k = 0; k < 2; k++) {
          Optional<Edge> known = claims.before(pair[k], pair[1 - k]);
          if (known.isPresent() && !isDecided(pair[0], pair[1])) {
            decide(new Decision(pair[k], pair[1 - k], known));
          }
        }
      }
    }
  }

  /** By indexes of transactions: whether session order leads from one to the other. */
  private boolean[][] sessionOrder() {
    boolean[][] follows = new boolean[transactions.length][transactions.length];
    EdgeList sessions = new EdgeList();
    for (int e = 0; e < graph.edges.size(); e++) {
      if (graph.edges.is(e, Relation.SESSION_ORDER)) {
        sessions.add(
            graph.transactionOf(graph.edges.from(e)), graph.transactionOf(graph.edges.to(e)));
      }
    }
    Digraph after = Digraph.of(graph.transactionCount(), List.of(sessions));
    for (int i = 0; i < transactions.length; i++) {
      boolean[] reached = after.behind(transactions[i]);
      for (int j = 0; j < transactions.length; j++) {
        follows[i][j] = j != i && reached[transactions[j]];
      }
    }
    return follows;
  }

  /** One transaction before another: for a reason, or because a case assumes it. */
  private record Decision(int first, int second, Optional<Edge> reason) {
    static Decision assumed(int first, int second) {
      return new Decision(first, second, Optional.empty());
    }

    long pair() {
      return RunClaims.pair(first, second);
    }
  }

  private static long pair(int first, int second) {
    return (long) first << 32 | second;
  }

  @Override
  public Runnable mark() {
    int edges = claims.mark();
    int decisionCount = decided.size();
    int[] takenBefore = taken.clone();
    return () -> {
      claims.back(edges);
      while (decided.size() > decisionCount) {
        Decision last = decided.remove(decided.size() - 1);
        decisions.remove(last.pair(), last);
      }
      System.arraycopy(takenBefore, 0, taken, 0, taken.length);
    };
  }

  @Override
  public List<Split> open() {
    List<Split> splits = new ArrayList<>();
    for (int o = 0; o < graph.count(); o++) {
      if (taken[o] < 0 && happens(graph.reader(o))) {
        List<Integer> writes = new ArrayList<>();
        for (int i = 0; i < graph.candidateCount(o); i++) {
          int version = graph.candidate(o, i);
          writes.add(version == History.INITIAL ? History.INITIAL : graph.write(version));
        }
        Choice choice = new Refutation.Source(graph.read(o), writes);
        int observation = o;
        List<Runnable> options = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
          int index = i;
          options.add(() -> take(observation, index));
        }
        splits.add(new Split(choice, options));
      }
    }
    for (int[] pair : openPairs()) {
      if (happens(pair[0]) && happens(pair[1]) && !isDecided(pair[0], pair[1])) {
        int key = pair[2];
        Choice choice =
            new Refutation.Order(
                graph.write(graph.versionOf(pair[0], key)),
                graph.write(graph.versionOf(pair[1], key)));
        splits.add(
            new Split(
                choice,
                List.of(
                    () -> decide(Decision.assumed(pair[0], pair[1])),
                    () -> decide(Decision.assumed(pair[1], pair[0])))));
      }
    }
    return splits;
  }

  /** Whether the transaction is in every run, or in those of the options taken. */
  private boolean happens(int t) {
    boolean happens = !graph.isOptional(t);
    for (int o = 0; !happens && o < taken.length; o++) {
      int version = taken[o] < 0 ? History.INITIAL : graph.candidate(o, taken[o]);
      happens = version != History.INITIAL && graph.writer(version) == t;
    }
    return happens;
  }

  /** Two transactions that write a key, and the key. */
  private List<int[]> openPairs() {
    List<int[]> pairs = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      for (int i = graph.firstVersion(key); i < graph.endVersion(key); i++) {
        for (int j = i + 1; j < graph.endVersion(key); j++) {
          pairs.add(new int[] {graph.writer(i), graph.writer(j), key});
        }
      }
    }
    return pairs;
  }

  private boolean isDecided(int a, int b) {
    return decision(a, b).isPresent() || decision(b, a).isPresent();
  }

  private void take(int observation, int index) {
    taken[observation] = index;
    int version = graph.candidate(observation, index);
    if (version != History.INITIAL) {
      claims.addBefore(
          new Edge(
              graph.writer(version),
              graph.reader(observation),
              new Justification.ReadsFrom(graph.read(observation))));
    }
    addOverwritten();
  }

  private void decide(Decision decision) {
    int first = decision.first();
    int second = decision.second();
    decided.add(decision);
    decisions.putIfAbsent(decision.pair(), decision);
    for (int i = graph.firstWritten(first); i < graph.endWritten(first); i++) {
      int other = graph.versionOf(second, graph.keyOfVersion(graph.written(i)));
      if (other >= 0) {
        claims.addBefore(new Edge(first, second, new Justification.Overwrites(graph.write(other))));
      }
    }
    addOverwritten();
  }

  /** A writer that overwrites what a transaction read comes after it. */
  private void addOverwritten() {
    for (int o = 0; o < taken.length; o++) {
      int key = graph.key(o);
      for (int i = graph.firstVersion(key); taken[o] >= 0 && i < graph.endVersion(key); i++) {
        int writer = graph.writer(i);
        int version = graph.candidate(o, taken[o]);
        Optional<Decision> order =
            version == History.INITIAL ? Optional.empty() : decision(graph.writer(version), writer);
        if (version == History.INITIAL ? happens(writer) : order.isPresent()) {
          Optional<Edge> reason =
              order.flatMap(Decision::reason).filter(edge -> !isReadOf(edge, key));
          claims.addOverwritten(
              new Edge(
                  graph.reader(o),
                  writer,
                  new Justification.ReadOverwritten(graph.read(o), reason)));
        }
      }
    }
  }

  private Optional<Decision> decision(int first, int second) {
    return Optional.ofNullable(decisions.get(pair(first, second)));
  }

  /** Whether an edge is there because a transaction read the key that it overwrites. */
  private boolean isReadOf(Edge edge, int key) {
    return edge.why() instanceof Justification.ReadsFrom reads
        && history.keyOf(reads.read()) == key;
  }
}
