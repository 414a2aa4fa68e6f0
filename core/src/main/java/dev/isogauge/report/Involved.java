package dev.isogauge.report;

import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.evidence.Evidence;
import dev.isogauge.explain.Explanation;
import dev.isogauge.explain.Sentence;
import dev.isogauge.explain.Subject;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The transactions, operations and predicate reads that an anomaly's evidence is about. */
final class Involved {
  private final Set<Integer> transactions = new LinkedHashSet<>();
  private final Set<Integer> operations = new LinkedHashSet<>();
  private final Set<Integer> predicates = new LinkedHashSet<>();

  Involved(Evidence evidence, List<Part> parts, Explanation explanation) {
    transactions.addAll(evidence.transactions());
    for (Edge edge : evidence.allEdges()) {
      add(evidence.source(edge));
      add(evidence.target(edge));
    }
    for (Part part : parts) {
      add(part.place());
    }
    for (Sentence sentence : explanation.argument()) {
      for (Sentence.Mark mark : sentence.marks()) {
        if (mark.subject() instanceof Subject.OfPlace of) {
          add(of.place());
        }
      }
    }
  }

  private void add(Place place) {
    transactions.add(place.transaction());
    if (place.operation() >= 0) {
      operations.add(place.operation());
    }
    if (place.predicate() >= 0) {
      predicates.add(place.predicate());
    }
  }

  /** The transactions, {@code History.INITIAL} perhaps among them, in the order of the evidence. */
  Collection<Integer> transactions() {
    return transactions;
  }

  /** The operations that matter, in the order of the evidence. */
  Collection<Integer> operations() {
    return operations;
  }

  boolean hasOperation(int operation) {
    return operations.contains(operation);
  }

  boolean hasPredicate(int predicate) {
    return predicates.contains(predicate);
  }
}
