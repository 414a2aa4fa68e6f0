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
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Shows why no run explains some operations, as cases that a reader can follow.
 *
 * <ol>
 *   <li>Add all that is known between the transactions of the claims.
 *   <li>If there is a cycle, that is the contradiction.
 *   <li>Else take the open choice with the fewest options that are not refuted at once, and argue
 *       for each of its options in the same way.
 * </ol>
 */
final class Argument {
  /** No reader follows cases deeper than this; what needs more is shown without them. */
  private static final int DEEPEST = 8;

  private final History history;
  private final Polygraph graph;
  private final Constraints constraints;
  private final ArgumentGraph claims;
  private final int[] transactions;
  private final Budget budget;

  /** By observation: the candidate that is taken, as an index; -1 while that is open. */
  private final int[] taken;

  /** Ordered pairs of transactions that are decided, because of a key they both write. */
  private final List<Decision> decided = new ArrayList<>();

  /** The same by the two transactions, of several the oldest. */
  private final Long2ObjectOpenHashMap<Decision> decisions = new Long2ObjectOpenHashMap<>();

  Argument(Polygraph graph, Constraints constraints, Budget budget) {
    this.budget = budget;
    this.graph = graph;
    this.history = graph.history;
    this.constraints = constraints;
    IntOpenHashSet members = new IntOpenHashSet(graph.versionWriter);
    members.addAll(graph.observationReader);
    if (members.isEmpty()) {
      // Not what was read or written, but sessions and clocks contradict each other.
      members.addAll(new CyclicEdges(graph).transactions());
    }
    transactions = members.toIntArray();
    Arrays.sort(transactions);
    claims = new ArgumentGraph(graph, transactions);
    taken = new int[graph.observationCount()];
    Arrays.fill(taken, -1);
  }

  /** The argument; {@link Refutation.TooManyCases} if it needs too many cases or too much time. */
  Refutation refute() {
    Optional<Refutation.Shortage> shortage = Shortages.find(graph);
    if (shortage.isPresent()) {
      return shortage.get();
    }
    try {
      addKnown();
      return argue(0);
    } catch (BudgetExceededException e) {
      return new Refutation.TooManyCases();
    }
  }

  /** Step 1. */
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
    for (int o = 0; o < graph.observationCount(); o++) {
      budget.checkTime();
      if (graph.candidateCount(o) == 1 && !graph.optional[graph.observationReader.getInt(o)]) {
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

  /** Steps 2 and 3; as deep as a constant allows. */
  private Refutation argue(int depth) {
    Optional<List<Edge>> cycle = claims.shortestCycle();
    if (cycle.isPresent()) {
      return new Refutation.Contradiction(cycle.get());
    }
    Split best = depth < DEEPEST ? bestSplit() : null;
    if (best == null) {
      return new Refutation.TooManyCases();
    }
    List<Refutation> cases = new ArrayList<>();
    for (Runnable option : best.options()) {
      State before = state();
      option.run();
      cases.add(argue(depth + 1));
      restore(before);
    }
    return new Refutation.Cases(best.choice(), cases);
  }

  /** The choice with the fewest options that are not refuted at once, or soon; null if none. */
  private Split bestSplit() {
    List<Split> splits = splits();
    Split best = null;
    int least = Integer.MAX_VALUE;
    for (int lookAhead = 0; lookAhead < 2 && least > 2; lookAhead++) {
      for (Split split : splits) {
        int left = 0;
        for (Runnable option : split.options()) {
          budget.checkTime();
          State before = state();
          option.run();
          left += claims.hasCycle() || (lookAhead > 0 && isHopeless()) ? 0 : 2;
          restore(before);
        }
        // A choice that refutes nothing says most if it is about a read.
        left +=
            left == 2 * split.options().size() && split.choice() instanceof Refutation.Order
                ? 3
                : 0;
        if (left < least) {
          least = left;
          best = split;
        }
      }
    }
    return best;
  }

  /** Whether some choice is refuted at once in all its options. */
  private boolean isHopeless() {
    for (Split split : splits()) {
      boolean hopeless = true;
      for (int i = 0; hopeless && i < split.options().size(); i++) {
        budget.checkTime();
        State before = state();
        split.options().get(i).run();
        hopeless = claims.hasCycle();
        restore(before);
      }
      if (hopeless) {
        return true;
      }
    }
    return false;
  }

  /** A choice and what takes each of its options: none, for a read that nothing explains. */
  private record Split(Choice choice, List<Runnable> options) {}

  /** One transaction before another: for a reason, or because a case assumes it. */
  private record Decision(int first, int second, Optional<Edge> reason) {
    static Decision assumed(int first, int second) {
      return new Decision(first, second, Optional.empty());
    }

    long pair() {
      return Argument.pair(first, second);
    }
  }

  private static long pair(int first, int second) {
    return (long) first << 32 | second;
  }

  private record State(int edges, int decided, int[] taken) {}

  private State state() {
    return new State(claims.mark(), decided.size(), taken.clone());
  }

  private void restore(State state) {
    claims.back(state.edges());
    while (decided.size() > state.decided()) {
      Decision last = decided.remove(decided.size() - 1);
      decisions.remove(last.pair(), last);
    }
    System.arraycopy(state.taken(), 0, taken, 0, taken.length);
  }

  private List<Split> splits() {
    List<Split> splits = new ArrayList<>();
    for (int o = 0; o < graph.observationCount(); o++) {
      if (taken[o] < 0 && happens(graph.observationReader.getInt(o))) {
        List<Integer> writes = new ArrayList<>();
        for (int i = 0; i < graph.candidateCount(o); i++) {
          int version = graph.candidate(o, i);
          writes.add(
              version == History.INITIAL ? History.INITIAL : graph.versionOperation[version]);
        }
        Choice choice = new Refutation.Source(graph.observationOperation.getInt(o), writes);
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
                graph.versionOperation[graph.versionOf(pair[0], key)],
                graph.versionOperation[graph.versionOf(pair[1], key)]);
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
    boolean happens = !graph.optional[t];
    for (int o = 0; !happens && o < taken.length; o++) {
      int version = taken[o] < 0 ? History.INITIAL : graph.candidate(o, taken[o]);
      happens = version != History.INITIAL && graph.versionWriter[version] == t;
    }
    return happens;
  }

  /** Two transactions that write a key, and the key. */
  private List<int[]> openPairs() {
    List<int[]> pairs = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      for (int i = graph.keyFirstVersion[key]; i < graph.keyFirstVersion[key + 1]; i++) {
        for (int j = i + 1; j < graph.keyFirstVersion[key + 1]; j++) {
          pairs.add(new int[] {graph.versionWriter[i], graph.versionWriter[j], key});
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
              graph.versionWriter[version],
              graph.observationReader.getInt(observation),
              new Justification.ReadsFrom(graph.observationOperation.getInt(observation))));
    }
    addOverwritten();
  }

  private void decide(Decision decision) {
    int first = decision.first();
    int second = decision.second();
    decided.add(decision);
    decisions.putIfAbsent(decision.pair(), decision);
    for (int i = graph.writerFirst[first]; i < graph.writerFirst[first + 1]; i++) {
      int other = graph.versionOf(second, graph.keyOfVersion(graph.writerVersions[i]));
      if (other >= 0) {
        claims.addBefore(
            new Edge(first, second, new Justification.Overwrites(graph.versionOperation[other])));
      }
    }
    addOverwritten();
  }

  /** A writer that overwrites what a transaction read comes after it. */
  private void addOverwritten() {
    for (int o = 0; o < taken.length; o++) {
      int key = graph.observationKey.getInt(o);
      for (int i = graph.keyFirstVersion[key];
          taken[o] >= 0 && i < graph.keyFirstVersion[key + 1];
          i++) {
        int writer = graph.versionWriter[i];
        int version = graph.candidate(o, taken[o]);
        Optional<Decision> order =
            version == History.INITIAL
                ? Optional.empty()
                : decision(graph.versionWriter[version], writer);
        if (version == History.INITIAL ? happens(writer) : order.isPresent()) {
          Optional<Edge> reason =
              order.flatMap(Decision::reason).filter(edge -> !isReadOf(edge, key));
          claims.addOverwritten(
              new Edge(
                  graph.observationReader.getInt(o),
                  writer,
                  new Justification.ReadOverwritten(graph.observationOperation.getInt(o), reason)));
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
