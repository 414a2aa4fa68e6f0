package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides the weak levels for histories of a few transactions, from the axioms alone and as naively
 * as they are written. Shares no code with the checkers.
 */
public final class Oracle {
  /** The three answers. */
  public enum Answer {
    SATISFIED,
    VIOLATED,
    UNKNOWN
  }

  private final Facts facts;
  private final Axioms axioms;
  private final CommitOrders commitOrders;
  private final Set<Finding> findings;

  public Oracle(TinyHistory history) {
    facts = new Facts(history);
    axioms = new Axioms(facts);
    commitOrders = new CommitOrders(facts);
    findings = new Patterns(facts).all();
  }

  /** The verdict by saturation: is the order that the axiom forces free of cycles? */
  public Answer bySaturation(IsolationLevel level) {
    return level == IsolationLevel.CUT_ISOLATION
        ? cutIsolation()
        : answer(axioms.commitOrder(level, (t2, t1) -> true).hasCycle());
  }

  /** The verdict by search: does any of all total commit orders satisfy the axiom? */
  public Answer bySearch(IsolationLevel level) {
    return level == IsolationLevel.CUT_ISOLATION
        ? cutIsolation()
        : answer(!commitOrders.anyAccepted(level));
  }

  private Answer answer(boolean broken) {
    if (broken || !facts.faults().isEmpty()) {
      return Answer.VIOLATED;
    }
    return facts.leavesOut() ? Answer.UNKNOWN : Answer.SATISFIED;
  }

  private Answer cutIsolation() {
    if (findings.stream().anyMatch(finding -> finding.letter() == 'j')) {
      return Answer.VIOLATED;
    }
    return facts.leavesOut() ? Answer.UNKNOWN : Answer.SATISFIED;
  }

  /** All named anomalies of the history. */
  public Set<Finding> findings() {
    return findings;
  }

  /** The named anomalies that the level forbids. */
  public Set<Finding> findings(IsolationLevel level) {
    if (IsolationLevel.sessionGuarantees().contains(level)) {
      Set<Finding> named =
          findings.stream().filter(f -> f.letter() <= 'g').collect(Collectors.toSet());
      named.addAll(new Patterns(facts).byGuarantee(level, axioms));
      return named;
    }
    String forbidden =
        switch (level) {
          case CUT_ISOLATION -> "j";
          case READ_COMMITTED -> "abcdefghi";
          case READ_ATOMIC -> "abcdefghijkl";
          default -> "abcdefghijklmn";
        };
    return findings.stream()
        .filter(finding -> forbidden.indexOf(finding.letter()) >= 0)
        .collect(Collectors.toSet());
  }

  /** Whether the order proves that the level holds. */
  public boolean accepts(IsolationLevel level, List<Integer> order) {
    return facts.faults().isEmpty() && commitOrders.accepts(level, order);
  }

  /** The transactions that count. */
  public List<Integer> counting() {
    return facts.counting();
  }

  /** Where the history differs from the oracle on what counts and what reads saw. */
  public Optional<String> misread(History history) {
    for (int t = 0; t < facts.count(); t++) {
      if (history.counts(t) != facts.counts(t)) {
        return Optional.of("transaction " + t + " must count: " + facts.counts(t));
      }
    }
    return facts.readings().stream()
        .filter(reading -> !reading.agrees(history))
        .findFirst()
        .map(
            reading ->
                "expected %s but was %s of %d"
                    .formatted(
                        reading,
                        history.readStatus(reading.operation()),
                        history.readFrom(reading.operation())));
  }

  Facts facts() {
    return facts;
  }

  Axioms axioms() {
    return axioms;
  }
}
