package dev.isogauge.evidence;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What an anomaly consists of, for reports that show data rather than sentences. Its edges are
 * numbered from 1, with those that they rest on; equal ones alike.
 */
public final class Evidence {
  /** The parts whose reads show what comes before what. */
  private static final Set<Role> SEEING =
      EnumSet.of(Role.READER, Role.FIRST, Role.FIRST_READ, Role.SECOND, Role.SECOND_READ);

  private static final Optional<String> NONE = Optional.empty();

  private record Numbered(int number, Place source, Place target) {}

  private final History history;
  private final Anomaly anomaly;
  private final List<Integer> transactions;
  private final List<Integer> operations;
  private final List<Edge> edges;
  private final Map<Edge, Numbered> numbers = new LinkedHashMap<>();

  private Evidence(
      History history,
      Anomaly anomaly,
      Collection<Integer> transactions,
      Collection<Integer> operations,
      Collection<Edge> edges) {
    this.history = history;
    this.anomaly = anomaly;
    this.transactions = List.copyOf(transactions);
    this.operations = List.copyOf(operations);
    this.edges = List.copyOf(edges);
    edges.forEach(this::add);
    Deque<Edge> waiting = new ArrayDeque<>(edges);
    while (!waiting.isEmpty()) {
      for (Edge inner : waiting.pop().behind(history)) {
        if (add(inner)) {
          waiting.add(inner);
        }
      }
    }
  }

  private boolean add(Edge edge) {
    int number = numbers.size() + 1;
    return numbers.putIfAbsent(
            edge, new Numbered(number, edge.source(history), edge.target(history)))
        == null;
  }

  /** The evidence of an anomaly that was found in the history. */
  public static Evidence of(History history, Anomaly anomaly) {
    Set<Integer> transactions = new LinkedHashSet<>();
    Set<Integer> operations = new LinkedHashSet<>();
    for (Part part : anomaly.parts()) {
      transactions.add(part.transaction());
      if (part.operation() >= 0) {
        operations.add(part.operation());
      }
    }
    // What contradicts the rest comes last.
    Set<Edge> edges = new LinkedHashSet<>(anomaly.edges());
    Optional<Edge> closing = edges.stream().skip(Math.max(0, edges.size() - 1)).findFirst();
    closing.ifPresent(edges::remove);
    for (Part part : anomaly.parts()) {
      seen(history, part, transactions).ifPresent(edges::add);
    }
    closing.ifPresent(edges::add);
    anomaly.cases().ifPresent(cases -> edges.addAll(cases.edges()));
    if (transactions.isEmpty()) {
      edges.forEach(edge -> transactions.add(edge.from()));
    }
    return new Evidence(history, anomaly, transactions, operations, edges);
  }

  /** The transactions of its parts, or a cycle's in its order; perhaps {@code History.INITIAL}. */
  public List<Integer> transactions() {
    return transactions;
  }

  /** The operations of its parts. */
  public List<Integer> operations() {
    return operations;
  }

  /** Its own edges, those of all cases, and what its reads saw of its other parts. */
  public List<Edge> edges() {
    return edges;
  }

  /** The same edges and those that they rest on, in the order of their numbers. */
  public Collection<Edge> allEdges() {
    return Collections.unmodifiableSet(numbers.keySet());
  }

  /** The number of an edge; 0 if it is not among them. */
  public int number(Edge edge) {
    Numbered numbered = numbers.get(edge);
    return numbered == null ? 0 : numbered.number;
  }

  /** The place where an edge begins. */
  public Place source(Edge edge) {
    Numbered numbered = numbers.get(edge);
    return numbered == null ? edge.source(history) : numbered.source;
  }

  /** The place where an edge ends. */
  public Place target(Edge edge) {
    Numbered numbered = numbers.get(edge);
    return numbered == null ? edge.target(history) : numbered.target;
  }

  /** The edge that a part's read shows, if what it saw is among the transactions. */
  private static Optional<Edge> seen(History history, Part part, Set<Integer> transactions) {
    int read = part.operation();
    if (read < 0 || history.isWrite(read) || !SEEING.contains(part.role())) {
      return Optional.empty();
    }
    return Place.seenBy(history, read)
        .map(Place::transaction)
        .filter(from -> from != part.transaction() && transactions.contains(from))
        .map(from -> new Edge(from, part.transaction(), Justification.readsFrom(read)));
  }

  /** What should have been read or should hold, where that is one thing. */
  public Optional<String> expected() {
    return anomaly
        .expected()
        .or(() -> value(anomaly.find(Role.EXPECTED)))
        .or(() -> isRepeated() ? value(anomaly.find(Role.FIRST)) : NONE);
  }

  /** What was read or holds instead. */
  public Optional<String> actual() {
    return anomaly
        .actual()
        .or(() -> value(anomaly.find(Role.READER)))
        .or(() -> isRepeated() ? value(anomaly.find(Role.SECOND)) : NONE);
  }

  /** Whether it is about two reads of a key by one transaction. */
  private boolean isRepeated() {
    Optional<Part> first = anomaly.find(Role.FIRST);
    Optional<Part> second = anomaly.find(Role.SECOND);
    return first.isPresent()
        && second.isPresent()
        && first.get().transaction() == second.get().transaction()
        && !history.isWrite(first.get().operation());
  }

  private Optional<String> value(Optional<Part> part) {
    return part.map(Part::operation).filter(i -> i >= 0).map(history::valueName);
  }
}
