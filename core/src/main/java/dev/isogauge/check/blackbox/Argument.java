package dev.isogauge.check.blackbox;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.anomaly.Refutation.Choice;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.EdgeList;
import dev.isogauge.history.History;
import dev.isogauge.order.RealTimeOrder;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tells why a core has no run, as cases that a reader can follow.
 *
 * <ol>
 *   <li>Add all that is known between the transactions of the core.
 *   <li>If there is a cycle, that is the contradiction.
 *   <li>Else take the open choice of which fewest options are not refuted at once, and argue for
 *       each of its options in the same way.
 * </ol>
 */
final class Argument {
  /** Deeper than this nobody follows; a core that needs more cases is shown without them. */
  private static final int DEEPEST = 8;

  private final History history;
  private final Polygraph graph;
  private final Constraints constraints;
  private final CoreGraph core;
  private final int[] transactions;

  /** By fact: the candidate that is taken, as an index; -1 while that is open. */
  private final int[] taken;

  /** Ordered pairs of transactions that are decided, because of a key they both write. */
  private final List<Decision> decided = new ArrayList<>();

  Argument(Polygraph graph, Constraints constraints) {
    this.graph = graph;
    this.history = graph.history;
    this.constraints = constraints;
    IntOpenHashSet members = new IntOpenHashSet(graph.slotWriter);
    members.addAll(graph.factReader);
    if (members.isEmpty()) {
      // Not what was read or written, but sessions and clocks contradict each other.
      members.addAll(new CyclicEdges(graph).transactions());
    }
    transactions = members.toIntArray();
    Arrays.sort(transactions);
    core = new CoreGraph(graph, transactions);
    taken = new int[graph.factCount()];
    Arrays.fill(taken, -1);
  }

  Refutation tell() {
    addKnown();
    return argue(0);
  }

  /** Step 1. */
  private void addKnown() {
    boolean[][] follows = sessionOrder();
    for (int i = 0; i < transactions.length; i++) {
      for (int j = 0; j < transactions.length; j++) {
        int a = transactions[i];
        int b = transactions[j];
        if (follows[i][j]) {
          core.addBefore(new Edge(a, b, new Justification.SessionOrder()));
        }
        if (constraints.realTime() && RealTimeOrder.isBefore(history, a, b)) {
          core.addBefore(new Edge(a, b, new Justification.RealTime()));
        }
      }
    }
    for (int e = 0; e < graph.edges.size(); e++) {
      if (graph.edges.is(e, Relation.OVERWRITES)) {
        core.addBefore(
            new Edge(
                graph.transactionOf(graph.edges.from(e)),
                graph.transactionOf(graph.edges.to(e)),
                new Justification.Overwrites(graph.edges.note(e))));
      }
    }
    for (int f = 0; f < graph.factCount(); f++) {
      if (graph.candidateCount(f) == 1 && !graph.optional[graph.factReader.getInt(f)]) {
        take(f, 0);
      }
    }
    for (int[] pair : openPairs()) {
      for (int k = 0; k < 2; k++) {
        Optional<Edge> known = core.before(pair[k], pair[1 - k]);
        if (known.isPresent() && !isDecided(pair[0], pair[1])) {
          decide(new Decision(pair[k], pair[1 - k], known));
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
    Optional<List<Edge>> cycle = core.shortestCycle();
    if (cycle.isPresent()) {
      return new Refutation.Contradiction(cycle.get());
    }
    Option[] best = depth < DEEPEST ? bestChoice() : null;
    if (best == null) {
      return new Refutation.Untold();
    }
    List<Refutation> cases = new ArrayList<>();
    for (Option option : best) {
      State before = state();
      option.take().run();
      cases.add(argue(depth + 1));
      restore(before);
    }
    return new Refutation.Cases(best[0].choice(), cases);
  }

  /** The choice with the fewest options that are not refuted at once, or soon; null if none. */
  private Option[] bestChoice() {
    List<Option[]> choices = choices();
    Option[] best = null;
    int least = Integer.MAX_VALUE;
    for (int lookAhead = 0; lookAhead < 2 && least > 2; lookAhead++) {
      for (Option[] options : choices) {
        int left = 0;
        for (Option option : options) {
          State before = state();
          option.take().run();
          left += core.hasCycle() || (lookAhead > 0 && isHopeless()) ? 0 : 2;
          restore(before);
        }
        // A choice that refutes nothing says most if it is about a read.
        left +=
            left == 2 * options.length && options[0].choice() instanceof Refutation.Order ? 3 : 0;
        if (left < least) {
          least = left;
          best = options;
        }
      }
    }
    return best;
  }

  /** Whether some choice is refuted at once in all its options. */
  private boolean isHopeless() {
    for (Option[] options : choices()) {
      boolean hopeless = true;
      for (int i = 0; hopeless && i < options.length; i++) {
        State before = state();
        options[i].take().run();
        hopeless = core.hasCycle();
        restore(before);
      }
      if (hopeless) {
        return true;
      }
    }
    return false;
  }

  private record Option(Choice choice, Runnable take) {}

  /** One transaction before another: for a reason, or because a case assumes it. */
  private record Decision(int first, int second, Optional<Edge> reason) {
    static Decision assumed(int first, int second) {
      return new Decision(first, second, Optional.empty());
    }

    boolean isOf(int a, int b) {
      return first == a && second == b;
    }
  }

  private record State(int edges, int decided, int[] taken) {}

  private State state() {
    return new State(core.mark(), decided.size(), taken.clone());
  }

  private void restore(State state) {
    core.back(state.edges());
    while (decided.size() > state.decided()) {
      decided.remove(decided.size() - 1);
    }
    System.arraycopy(state.taken(), 0, taken, 0, taken.length);
  }

  private List<Option[]> choices() {
    List<Option[]> choices = new ArrayList<>();
    for (int f = 0; f < graph.factCount(); f++) {
      if (taken[f] < 0 && happens(graph.factReader.getInt(f))) {
        List<Integer> writes = new ArrayList<>();
        for (int i = 0; i < graph.candidateCount(f); i++) {
          int slot = graph.candidate(f, i);
          writes.add(slot == Polygraph.INITIAL ? History.INITIAL : graph.slotOperation[slot]);
        }
        Choice choice = new Refutation.Source(graph.factOperation.getInt(f), writes);
        int fact = f;
        Option[] options = new Option[writes.size()];
        for (int i = 0; i < options.length; i++) {
          int index = i;
          options[i] = new Option(choice, () -> take(fact, index));
        }
        choices.add(options);
      }
    }
    for (int[] pair : openPairs()) {
      if (happens(pair[0]) && happens(pair[1]) && !isDecided(pair[0], pair[1])) {
        int key = pair[2];
        Choice choice =
            new Refutation.Order(
                graph.slotOperation[graph.slotOf(pair[0], key)],
                graph.slotOperation[graph.slotOf(pair[1], key)]);
        choices.add(
            new Option[] {
              new Option(choice, () -> decide(Decision.assumed(pair[0], pair[1]))),
              new Option(choice, () -> decide(Decision.assumed(pair[1], pair[0])))
            });
      }
    }
    return choices;
  }

  /** Whether the transaction is in every run, or in those of the options taken. */
  private boolean happens(int t) {
    boolean happens = !graph.optional[t];
    for (int f = 0; !happens && f < taken.length; f++) {
      int slot = taken[f] < 0 ? Polygraph.INITIAL : graph.candidate(f, taken[f]);
      happens = slot != Polygraph.INITIAL && graph.slotWriter[slot] == t;
    }
    return happens;
  }

  /** Two transactions that write a key, and the key. */
  private List<int[]> openPairs() {
    List<int[]> pairs = new ArrayList<>();
    for (int key = 0; key < history.keyCount(); key++) {
      for (int i = graph.keyFirstSlot[key]; i < graph.keyFirstSlot[key + 1]; i++) {
        for (int j = i + 1; j < graph.keyFirstSlot[key + 1]; j++) {
          pairs.add(new int[] {graph.slotWriter[i], graph.slotWriter[j], key});
        }
      }
    }
    return pairs;
  }

  private boolean isDecided(int a, int b) {
    return decision(a, b).isPresent() || decision(b, a).isPresent();
  }

  private void take(int fact, int index) {
    taken[fact] = index;
    int slot = graph.candidate(fact, index);
    if (slot != Polygraph.INITIAL) {
      core.addBefore(
          new Edge(
              graph.slotWriter[slot],
              graph.factReader.getInt(fact),
              new Justification.ReadsFrom(graph.factOperation.getInt(fact))));
    }
    addOverwritten();
  }

  private void decide(Decision decision) {
    int first = decision.first();
    int second = decision.second();
    decided.add(decision);
    for (int i = graph.writerFirst[first]; i < graph.writerFirst[first + 1]; i++) {
      int other = graph.slotOf(second, graph.keyOfSlot(graph.writerSlots[i]));
      if (other >= 0) {
        core.addBefore(
            new Edge(first, second, new Justification.Overwrites(graph.slotOperation[other])));
      }
    }
    addOverwritten();
  }

  /** Whoever overwrites what a transaction read comes after it. */
  private void addOverwritten() {
    for (int f = 0; f < taken.length; f++) {
      int key = graph.factKey.getInt(f);
      for (int i = graph.keyFirstSlot[key]; taken[f] >= 0 && i < graph.keyFirstSlot[key + 1]; i++) {
        int writer = graph.slotWriter[i];
        int slot = graph.candidate(f, taken[f]);
        Optional<Decision> order =
            slot == Polygraph.INITIAL ? Optional.empty() : decision(graph.slotWriter[slot], writer);
        if (slot == Polygraph.INITIAL ? happens(writer) : order.isPresent()) {
          Optional<Edge> reason =
              order.flatMap(Decision::reason).filter(edge -> !isReadOf(edge, key));
          core.addOverwritten(
              new Edge(
                  graph.factReader.getInt(f),
                  writer,
                  new Justification.ReadOverwritten(graph.factOperation.getInt(f), reason)));
        }
      }
    }
  }

  private Optional<Decision> decision(int first, int second) {
    return decided.stream().filter(decision -> decision.isOf(first, second)).findFirst();
  }

  /** Whether an edge is there because a transaction read the key that it overwrites. */
  private boolean isReadOf(Edge edge, int key) {
    return edge.why() instanceof Justification.ReadsFrom reads
        && history.keyOf(reads.read()) == key;
  }
}
