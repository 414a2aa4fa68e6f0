package dev.isogauge.check.weak;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.SmallestPart;
import dev.isogauge.graph.Digraph;
import dev.isogauge.graph.ShortestPath;
import dev.isogauge.graph.StrongComponents;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.CanonicalOrder;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Shows why no choice of writers satisfies a weak level.
 *
 * <ol>
 *   <li>Find a smallest set of reads that contradict the level whatever they saw.
 *   <li>If what is known of them has a cycle in the commit order, that is the contradiction.
 *   <li>Else take a read with several possible writers, and argue for each of them in the same way.
 * </ol>
 */
final class ChoiceRefutation {
  /** No reader follows cases deeper than this. */
  private static final int DEEPEST = 8;

  /** Of the time for evidence, what finding the smallest set may take. */
  private static final double SHARE_OF_SHRINKING = 0.8;

  /** More reads than this show nothing, unless each is known to be needed. */
  private static final int MOST_UNSHRUNK = 500;

  /** Of more transactions than this, not all that write lists are looked at. */
  private static final int MOST_WRITERS_OF_LISTS = 200;

  private final History history;
  private final IsolationLevel level;
  private final Rule rule;
  private final Budget budget;
  private Optional<String> incomplete = Optional.empty();

  private PossibleReads possible;
  private int[] transactions;
  private int[] chosen;
  private int[] taken;
  private Edge[][] edges;

  ChoiceRefutation(History history, IsolationLevel level, Budget budget) {
    this.history = history;
    this.level = level;
    this.rule = Rule.of(level);
    this.budget = budget;
  }

  /** Why the finding is not all that could be said, or is missing. */
  Optional<String> incomplete() {
    return incomplete;
  }

  Optional<Anomaly> find() {
    // Step 1.
    IntOpenHashSet all = new IntOpenHashSet();
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i)) {
        all.add(i);
      }
    }
    SmallestPart part =
        new SmallestPart(
            (reads, time) ->
                new ChoiceSearch(new PossibleReads(history, reads::contains, time), rule, time)
                    .run()
                    .isEmpty(),
            CanonicalOrder.of(history)::compareOperations,
            budget.share(SHARE_OF_SHRINKING));
    int[] reads = part.of(all);
    if (!part.isSmallest()) {
      incomplete = Optional.of("there was no time to leave out what a contradiction does not need");
      if (reads.length > MOST_UNSHRUNK) {
        return Optional.empty();
      }
    }
    IntOpenHashSet kept = new IntOpenHashSet(reads);
    try {
      possible = new PossibleReads(history, kept::contains, budget);
    } catch (BudgetExceededException e) {
      incomplete = Optional.of("there was no time to show why");
      return Optional.empty();
    }
    Refutation refutation = refute();
    return Optional.of(
        refutation instanceof Refutation.Contradiction contradiction
            ? new Anomaly.CommitOrderCycle(level, contradiction.cycle())
            : new Anomaly.NoVersionOrder(level, operations(), refutation));
  }

  /** The reads and what they may have seen. */
  private List<Integer> operations() {
    TreeSet<Integer> operations = new TreeSet<>();
    for (int o = 0; o < possible.count(); o++) {
      operations.add(possible.read(o));
      for (int i = 0; i < possible.sourceCount(o); i++) {
        if (possible.source(o, i) != INITIAL) {
          operations.add(write(possible.source(o, i), possible.key(o)));
        }
      }
    }
    return List.copyOf(operations);
  }

  private int write(int transaction, int key) {
    int i = history.endOperation(transaction) - 1;
    while (!(history.isFinalWrite(i) || history.isAppend(i)) || history.keyOf(i) != key) {
      i--;
    }
    return i;
  }

  private Refutation refute() {
    Set<Integer> members = inKnownCycle();
    for (int o = 0; o < possible.count(); o++) {
      members.add(possible.reader(o));
      for (int i = 0; i < possible.sourceCount(o); i++) {
        members.add(possible.source(o, i));
      }
    }
    members.addAll(overwriters(members));
    Refutation refutation = argueAbout(members);
    if (possible.lists.isPresent() && isUntold(refutation)) {
      // The order of lists may lead through others that write them.
      possible.forEachListOrder(
          (earlier, later) -> {
            members.add(history.transactionOf(earlier));
            members.add(history.transactionOf(later));
          });
      return members.size() > MOST_WRITERS_OF_LISTS ? refutation : argueAbout(members);
    }
    return refutation;
  }

  /** The transactions of a cycle that is there whatever was read; none if there is none. */
  private Set<Integer> inKnownCycle() {
    Set<Integer> members = new TreeSet<>();
    Digraph known = Digraph.of(history.transactionCount(), List.of(possible.knownOrder()));
    int[][] components = StrongComponents.of(known).cyclic();
    if (components.length > 0) {
      int member = Arrays.stream(components).min(Comparator.comparing(c -> c.length)).get()[0];
      int[] path = new ShortestPath(known.nodeCount()).find(member, member, known).orElseThrow();
      Arrays.stream(path).map(known::target).forEach(members::add);
    }
    return members;
  }

  private static boolean isUntold(Refutation refutation) {
    return refutation instanceof Refutation.Untold
        || (refutation instanceof Refutation.Cases cases
            && cases.options().stream().anyMatch(ChoiceRefutation::isUntold));
  }

  /** Members come in ascending order. */
  private Refutation argueAbout(Set<Integer> members) {
    // The initial transaction is -1 and so comes first.
    members.add(INITIAL);
    transactions = members.stream().mapToInt(Integer::intValue).toArray();
    chosen = new int[possible.count()];
    Arrays.fill(chosen, NONE);
    try {
      return argue(0);
    } catch (BudgetExceededException e) {
      return new Refutation.Untold();
    }
  }

  /** Further writers of what was read: of lists all, else in the sessions of those at hand. */
  private Set<Integer> overwriters(Set<Integer> members) {
    Set<Integer> found = new TreeSet<>();
    for (int o = 0; o < possible.count(); o++) {
      if (history.isListRead(possible.read(o))) {
        found.addAll(possible.writers(possible.key(o)));
      }
    }
    for (int t : members) {
      for (int o = 0; t != INITIAL && o < possible.count(); o++) {
        found.addAll(possible.writersInSession(history.sessionOf(t), possible.key(o)));
      }
    }
    found.removeIf(t -> possible.optional[t]);
    return found;
  }

  /** Steps 2 and 3; as deep as a constant allows. */
  private Refutation argue(int depth) {
    budget.checkTime();
    Optional<List<Edge>> cycle = shortestCycle();
    if (cycle.isPresent()) {
      return new Refutation.Contradiction(cycle.get());
    }
    int next = nextToChoose(taken.clone());
    if (next == NONE || depth == DEEPEST) {
      return new Refutation.Untold();
    }
    List<Integer> writes = new ArrayList<>();
    List<Refutation> cases = new ArrayList<>();
    for (int i = 0; i < possible.sourceCount(next); i++) {
      int source = possible.source(next, i);
      writes.add(source == INITIAL ? INITIAL : write(source, possible.key(next)));
      chosen[next] = i;
      cases.add(argue(depth + 1));
    }
    chosen[next] = NONE;
    return new Refutation.Cases(new Refutation.Source(possible.read(next), writes), cases);
  }

  /** An open read of a transaction that happens: the one that contradicts itself most often. */
  private int nextToChoose(int[] now) {
    int best = NONE;
    int least = Integer.MAX_VALUE;
    for (int o = 0; o < chosen.length; o++) {
      taken = now;
      if (chosen[o] == NONE && possible.sourceCount(o) != 1 && happens(possible.reader(o))) {
        int left = 0;
        for (int i = 0; i < possible.sourceCount(o); i++) {
          budget.checkTime();
          chosen[o] = i;
          left += shortestCycle().isPresent() ? 0 : 1;
        }
        chosen[o] = NONE;
        if (left < least) {
          least = left;
          best = o;
        }
      }
    }
    return best;
  }

  private boolean happens(int t) {
    boolean happens = !possible.optional[t];
    for (int o = 0; !happens && o < taken.length; o++) {
      happens = taken[o] != NONE && possible.source(o, taken[o]) == t;
    }
    return happens;
  }

  /** What is chosen, and what transactions that happen then can have read from one only. */
  private void findTaken() {
    taken = chosen.clone();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int o = 0; o < taken.length; o++) {
        if (taken[o] == NONE && possible.sourceCount(o) == 1 && happens(possible.reader(o))) {
          taken[o] = 0;
          changed = true;
        }
      }
    }
  }

  /** The commit order that follows from what is chosen, and a shortest cycle in it. */
  private Optional<List<Edge>> shortestCycle() {
    findTaken();
    List<Edge> ordered = new ArrayList<>();
    int n = transactions.length;
    edges = new Edge[n][n];
    for (int i = 1; i < n; i++) {
      edges[0][i] = new Edge(INITIAL, transactions[i], new Justification.InitialFirst());
      for (int j = i + 1; j < n; j++) {
        if (possible.isBefore(transactions[i], transactions[j])) {
          edges[i][j] =
              new Edge(transactions[i], transactions[j], new Justification.SessionOrder());
        }
      }
    }
    for (int o = 0; o < taken.length; o++) {
      if (taken[o] != NONE && possible.source(o, taken[o]) != INITIAL) {
        add(source(o), possible.reader(o), new Justification.ReadsFrom(possible.read(o)));
      }
    }
    possible.forEachListOrder(
        (earlier, later) -> {
          int first = history.transactionOf(earlier);
          int second = history.transactionOf(later);
          if (first != second && isMember(first) && isMember(second)) {
            ordered.add(new Edge(first, second, new Justification.Overwrites(later)));
          }
        });
    Edge[][] observed = new Edge[n][];
    for (int i = 0; i < n; i++) {
      observed[i] = edges[i].clone();
    }
    ordered.forEach(edge -> add(edge.from(), edge.to(), edge.why()));
    if (rule.isSessionGuarantee()) {
      addForced();
      return cycle();
    }
    for (int o = 0; o < taken.length; o++) {
      for (int t2 = 1; taken[o] != NONE && t2 < n; t2++) {
        int writer = transactions[t2];
        if (writer != source(o)
            && writer != possible.reader(o)
            && possible.writes(writer, possible.key(o))) {
          List<Edge> visible = visible(observed, writer, o);
          if (!visible.isEmpty()) {
            add(
                writer,
                source(o),
                new Justification.Forced(level, possible.reader(o), possible.read(o), visible));
          }
        }
      }
    }
    return cycle();
  }

  /** What a session guarantee forces. */
  private void addForced() {
    GuaranteeChoices visible =
        new GuaranteeChoices(possible, rule, o -> taken[o] == NONE ? NONE : source(o), budget);
    for (int reader : transactions) {
      if (reader == INITIAL) {
        continue;
      }
      visible.forEach(
          reader,
          (o, writer, by) -> {
            if (taken[o] != NONE && writer != source(o) && writer != reader && isMember(writer)) {
              add(
                  writer,
                  source(o),
                  new Justification.Forced(
                      level, reader, possible.read(o), visible.path(o, writer, by)));
            }
          });
    }
  }

  private boolean isMember(int transaction) {
    return Arrays.binarySearch(transactions, transaction) >= 0;
  }

  private int source(int o) {
    return possible.source(o, taken[o]);
  }

  private void add(int from, int to, Justification why) {
    int i = Arrays.binarySearch(transactions, from);
    int j = Arrays.binarySearch(transactions, to);
    if (edges[i][j] == null) {
      edges[i][j] = new Edge(from, to, why);
    }
  }

  /** Why a transaction is visible to an observation; empty if it is not. */
  private List<Edge> visible(Edge[][] observed, int writer, int o) {
    int reader = possible.reader(o);
    if (rule == Rule.CAUSAL) {
      int n = transactions.length;
      return new ShortestPath(n)
          .find(
              Arrays.binarySearch(transactions, writer),
              Arrays.binarySearch(transactions, reader),
              (v, search) -> leave(observed, v, search))
          .map(path -> Arrays.stream(path).mapToObj(e -> observed[e / n][e % n]).toList())
          .orElse(List.of());
    }
    if (rule == Rule.READ_ATOMIC && possible.isBefore(writer, reader)) {
      return List.of(new Edge(writer, reader, new Justification.SessionOrder()));
    }
    int end = rule == Rule.READ_COMMITTED ? o : possible.end(reader);
    for (int other = possible.first(reader); other < end; other++) {
      if (taken[other] != NONE && source(other) == writer) {
        Justification why = new Justification.ReadsFrom(possible.read(other));
        return List.of(new Edge(writer, reader, why));
      }
    }
    return List.of();
  }

  private static void leave(Edge[][] graph, int v, ShortestPath search) {
    for (int w = 0; w < graph.length; w++) {
      if (graph[v][w] != null) {
        search.reach(w, v * graph.length + w);
      }
    }
  }

  private Optional<List<Edge>> cycle() {
    int n = transactions.length;
    ShortestPath paths = new ShortestPath(n);
    Optional<int[]> best = Optional.empty();
    for (int v = 0; v < n; v++) {
      Optional<int[]> found = paths.find(v, v, (u, search) -> leave(edges, u, search));
      if (found.isPresent() && (best.isEmpty() || found.get().length < best.get().length)) {
        best = found;
      }
    }
    return best.map(path -> Arrays.stream(path).mapToObj(e -> edges[e / n][e % n]).toList());
  }
}
