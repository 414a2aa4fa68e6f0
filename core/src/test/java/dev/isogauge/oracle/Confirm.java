package dev.isogauge.oracle;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says whether what an anomaly claims is true of a history: every edge, every premise and every
 * number in it. Answers with the first false claim, or nothing.
 */
public final class Confirm {
  private final Oracle oracle;
  private final Facts facts;
  private final History history;
  private final EdgeClaims edges;

  /** The history in both forms; keys are numbered in the second. */
  public Confirm(Oracle oracle, History history) {
    this.oracle = oracle;
    this.facts = oracle.facts();
    this.history = history;
    this.edges = new EdgeClaims(oracle);
  }

  /** The first false claim of a finding that was reported for the level. */
  public Optional<String> falseClaim(Anomaly anomaly, IsolationLevel level) {
    Shapes.Shape shape = Shapes.of(anomaly);
    if (shape instanceof Shapes.FaultyRead fault) {
      return faultyRead(fault);
    } else if (shape instanceof Shapes.StaleRead stale) {
      return staleRead(stale);
    } else if (shape instanceof Shapes.NonRepeatableRead read) {
      return nonRepeatableRead(read);
    } else if (shape instanceof Shapes.Cycle cycle) {
      return cycle.level().isPresent() && cycle.level().get() != level
          ? Optional.of("a cycle of another level: " + cycle.level())
          : edges.cycle(cycle.cycle(), cycle.level());
    } else if (shape instanceof Shapes.DuplicateWrite duplicate) {
      return duplicateWrite(duplicate);
    }
    return overlappingSession((Shapes.OverlappingSession) shape);
  }

  /** The finding in the terms of the oracle; empty for what has no letter. */
  public Optional<Finding> finding(Anomaly anomaly) {
    Shapes.Shape shape = Shapes.of(anomaly);
    if (shape instanceof Shapes.StaleRead stale && guarantee(stale.kind()).isPresent()) {
      return Optional.of(
          Finding.byGuarantee(
              guarantee(stale.kind()).get(),
              stale.t1(),
              stale.t3(),
              history.keyName(stale.key()),
              stale.read()));
    }
    if (anomaly.kind().letter().isEmpty()) {
      return Optional.empty();
    }
    char letter = anomaly.kind().letter().charAt("TAP-".length());
    if (shape instanceof Shapes.FaultyRead fault) {
      return Optional.of(
          Finding.faultyRead(
              letter,
              fault.transaction(),
              history.keyName(history.keyOf(fault.read())),
              fault.read()));
    } else if (shape instanceof Shapes.StaleRead stale) {
      return Optional.of(
          Finding.stale(
              letter,
              stale.t1(),
              stale.t2(),
              stale.t3(),
              history.keyName(stale.key()),
              stale.read()));
    } else if (shape instanceof Shapes.NonRepeatableRead read) {
      return Optional.of(
          Finding.nonRepeatable(
              read.transaction(),
              history.keyName(read.key()),
              read.firstRead(),
              read.secondRead()));
    }
    int any = ((Shapes.Cycle) shape).cycle().get(0).from();
    return new Patterns(facts)
        .components().stream()
            .filter(component -> component.contains(any))
            .findFirst()
            .map(Finding::cycle);
  }

  /**
   * Every strongly connected component of the forced commit order, the initial transaction in it or
   * not, shows a cycle, and no two cycles through the same transactions are shown.
   */
  public Optional<String> missingCycle(List<Anomaly> anomalies, IsolationLevel level) {
    if (!WeakLevels.requiresReadConsistency(level)) {
      return Optional.empty();
    }
    Order order = oracle.axioms().commitOrder(level, (t2, t1) -> true);
    List<Set<Integer>> shown = new ArrayList<>();
    for (Anomaly anomaly : anomalies) {
      if (Shapes.of(anomaly) instanceof Shapes.Cycle cycle) {
        shown.add(cycle.cycle().stream().map(Edge::from).collect(Collectors.toSet()));
      }
    }
    for (int t = History.INITIAL; t < facts.count(); t++) {
      int member = t;
      if (order.has(t, t)
          && shown.stream()
              .noneMatch(
                  cycle ->
                      cycle.stream().allMatch(s -> order.has(s, member) && order.has(member, s)))) {
        return Optional.of("no cycle is shown in the component of " + t);
      }
    }
    boolean disjoint = new HashSet<>(shown).size() == shown.size();
    return check(disjoint, "one cycle is shown twice: " + shown);
  }

  private Optional<String> faultyRead(Shapes.FaultyRead fault) {
    Optional<Reading> reading =
        facts.faults().stream().filter(r -> r.operation() == fault.read()).findFirst();
    if (reading.isEmpty() || reading.get().reader() != fault.transaction()) {
      return Optional.of("no faulty read: " + fault);
    }
    String letter = "TAP-" + reading.get().sight().letter();
    boolean writeFits =
        reading.get().sight() == Sight.THIN_AIR
            ? fault.write() == History.THIN_AIR
            : reading.get().writes().contains(fault.write());
    return check(
        fault.kind().letter().equals(letter) && writeFits, "expected " + reading + ": " + fault);
  }

  private Optional<String> nonRepeatableRead(Shapes.NonRepeatableRead claim) {
    Optional<Facts.Seen> first = edges.seen(claim.firstRead());
    Optional<Facts.Seen> second = edges.seen(claim.secondRead());
    String key = history.keyName(claim.key());
    return check(
        first.isPresent()
            && second.isPresent()
            && first.get().reader() == claim.transaction()
            && second.get().reader() == claim.transaction()
            && first.get().key().equals(key)
            && second.get().key().equals(key)
            && first.get().writer() != second.get().writer()
            && first.get().operation() < second.get().operation(),
        "not two reads of one key from two others: " + claim);
  }

  private Optional<String> staleRead(Shapes.StaleRead claim) {
    Optional<Facts.Seen> read = edges.seen(claim.read());
    String key = history.keyName(claim.key());
    if (read.isEmpty()
        || read.get().reader() != claim.t3()
        || read.get().writer() != claim.t1()
        || !read.get().key().equals(key)) {
      return Optional.of("t3 does not read the key from t1 there: " + claim);
    }
    boolean three =
        claim.t1() != claim.t2() && claim.t2() != claim.t3() && claim.t1() != claim.t3();
    if (!three
        || claim.t2() == History.INITIAL
        || !facts.counts(claim.t2())
        || facts.finalWrite(claim.t2(), key) != claim.overwrites()) {
      return Optional.of("t2 does not write the key there: " + claim);
    }
    Optional<IsolationLevel> orderOf = orderOf(claim.kind());
    boolean forced = claim.firstBeforeSecond().stream().anyMatch(Edge::isInferred);
    if (forced != orderOf.isPresent()) {
      return Optional.of("inferred edges do not fit the name: " + claim);
    }
    Optional<String> before =
        edges.path(claim.t1(), claim.t2(), claim.firstBeforeSecond(), orderOf);
    return before.isPresent() ? before : visible(claim, read.get());
  }

  /** Why t2 is visible must be of the sort that the row of the table asks for. */
  private Optional<String> visible(Shapes.StaleRead claim, Facts.Seen read) {
    List<Edge> path = claim.secondVisibleToThird();
    Optional<String> wrong = edges.path(claim.t2(), claim.t3(), path, Optional.empty());
    if (wrong.isPresent()) {
      return wrong;
    }
    return switch (claim.kind()) {
      case NON_MONOTONIC_READ, NON_MONOTONIC_READ_BY_COMMIT_ORDER ->
          check(
              path.size() == 1
                  && path.get(0).relation() == Relation.READS_FROM
                  && path.get(0).why().operation() < read.operation(),
              "t2 is not read before: " + claim);
      case FRACTURED_READ, FRACTURED_READ_BY_COMMIT_ORDER ->
          check(
              path.size() == 1
                  && (path.get(0).relation() == Relation.SESSION_ORDER
                      || (path.get(0).relation() == Relation.READS_FROM
                          && !facts
                              .operation(path.get(0).why().operation())
                              .key()
                              .equals(read.key()))),
              "t2 is neither before in the session nor read on another key: " + claim);
      case CAUSALITY_VIOLATION, CONFLICTING_ORDERS ->
          check(
              facts.seen().stream()
                  .noneMatch(
                      s ->
                          s.reader() == claim.t3()
                              && s.writer() == claim.t2()
                              && s.key().equals(read.key())),
              "t3 reads the key from t2: " + claim);
      default ->
          guarantee(claim.kind())
              .map(level -> edges.visible(level, claim.t2(), read, path))
              .orElse(Optional.of("not a stale read: " + claim));
    };
  }

  /** The session guarantee that a name speaks of. */
  private static Optional<IsolationLevel> guarantee(AnomalyKind kind) {
    return switch (kind) {
      case READ_YOUR_WRITES_VIOLATION -> Optional.of(IsolationLevel.READ_YOUR_WRITES);
      case MONOTONIC_READS_VIOLATION -> Optional.of(IsolationLevel.MONOTONIC_READS);
      case MONOTONIC_WRITES_VIOLATION -> Optional.of(IsolationLevel.MONOTONIC_WRITES);
      case WRITES_FOLLOW_READS_VIOLATION -> Optional.of(IsolationLevel.WRITES_FOLLOW_READS);
      default -> Optional.empty();
    };
  }

  /** The level whose commit order a name speaks of; empty where it speaks of happens-before. */
  private static Optional<IsolationLevel> orderOf(AnomalyKind kind) {
    return switch (kind) {
      case NON_MONOTONIC_READ_BY_COMMIT_ORDER -> Optional.of(IsolationLevel.READ_COMMITTED);
      case FRACTURED_READ_BY_COMMIT_ORDER -> Optional.of(IsolationLevel.READ_ATOMIC);
      case CONFLICTING_ORDERS -> Optional.of(IsolationLevel.CAUSAL);
      default -> Optional.empty();
    };
  }

  private Optional<String> duplicateWrite(Shapes.DuplicateWrite claim) {
    TinyHistory.Operation second = facts.operation(claim.secondWrite());
    boolean firstFits;
    if (claim.firstWrite() == History.INITIAL) {
      firstFits = second.value() == TinyHistory.NIL;
    } else {
      TinyHistory.Operation first = facts.operation(claim.firstWrite());
      firstFits =
          first.writes(second.key(), second.value())
              && notAborted(claim.firstWrite())
              && facts.transactionOf(claim.firstWrite())
                  != facts.transactionOf(claim.secondWrite());
    }
    return check(
        firstFits
            && second.isWrite()
            && second.key().equals(history.keyName(claim.key()))
            && notAborted(claim.secondWrite()),
        "no two writers of one value: " + claim);
  }

  private boolean notAborted(int write) {
    return facts.outcome(facts.transactionOf(write)) != Outcome.ABORTED;
  }

  private Optional<String> overlappingSession(Shapes.OverlappingSession claim) {
    return check(
        facts.overlap(claim.earlier(), claim.later())
            && history.sessionOf(claim.earlier()) == history.sessionOf(claim.later())
            && oracle.counting().containsAll(List.of(claim.earlier(), claim.later())),
        "the two do not overlap: " + claim);
  }

  static Optional<String> check(boolean holds, String message) {
    return holds ? Optional.empty() : Optional.of(message);
  }
}
