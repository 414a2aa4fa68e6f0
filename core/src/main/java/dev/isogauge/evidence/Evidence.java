package dev.isogauge.evidence;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.History;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an anomaly consists of, for reports that show data rather than sentences.
 *
 * @param transactions those of its parts, or a cycle's in its order; {@code History.INITIAL} may be
 *     among them
 * @param operations those of its parts
 * @param edges its own, those of all cases, and what its reads saw of its other parts
 */
public record Evidence(List<Integer> transactions, List<Integer> operations, List<Edge> edges) {
  /** The parts whose reads show what comes before what. */
  private static final Set<Role> SEEING =
      EnumSet.of(Role.READER, Role.FIRST, Role.FIRST_READ, Role.SECOND, Role.SECOND_READ);

  private static final Optional<String> NONE = Optional.empty();

  public Evidence {
    transactions = List.copyOf(transactions);
    operations = List.copyOf(operations);
    edges = List.copyOf(edges);
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
    return new Evidence(List.copyOf(transactions), List.copyOf(operations), List.copyOf(edges));
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
        .map(from -> new Edge(from, part.transaction(), new Justification.ReadsFrom(read)));
  }

  /** What should have been read or should hold, where that is one thing. */
  public Optional<String> expected(History history, Anomaly anomaly) {
    return anomaly
        .expected()
        .or(() -> value(history, anomaly.find(Role.EXPECTED)))
        .or(() -> isRepeated(history, anomaly) ? value(history, anomaly.find(Role.FIRST)) : NONE);
  }

  /** What was read or holds instead. */
  public Optional<String> actual(History history, Anomaly anomaly) {
    return anomaly
        .actual()
        .or(() -> value(history, anomaly.find(Role.READER)))
        .or(() -> isRepeated(history, anomaly) ? value(history, anomaly.find(Role.SECOND)) : NONE);
  }

  /** Whether it is about two reads of a key by one transaction. */
  private static boolean isRepeated(History history, Anomaly anomaly) {
    Optional<Part> first = anomaly.find(Role.FIRST);
    Optional<Part> second = anomaly.find(Role.SECOND);
    return first.isPresent()
        && second.isPresent()
        && first.get().transaction() == second.get().transaction()
        && !history.isWrite(first.get().operation());
  }

  private static Optional<String> value(History history, Optional<Part> part) {
    return part.map(Part::operation).filter(i -> i >= 0).map(history::valueName);
  }
}
