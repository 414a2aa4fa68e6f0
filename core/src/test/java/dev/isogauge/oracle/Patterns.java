package dev.isogauge.oracle;

import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All named anomalies of a history, found by trying every triple against the table of names. */
final class Patterns {
  private final Facts facts;
  private final Order committedOrder;
  private final Order atomicOrder;
  private final Order causalOrder;

  Patterns(Facts facts) {
    this.facts = facts;
    Axioms axioms = new Axioms(facts);
    committedOrder = axioms.commitOrder(IsolationLevel.READ_COMMITTED, this::unrelated);
    atomicOrder = axioms.commitOrder(IsolationLevel.READ_ATOMIC, this::unrelated);
    causalOrder = axioms.commitOrder(IsolationLevel.CAUSAL, this::unrelated);
  }

  Set<Finding> all() {
    Set<Finding> findings = new HashSet<>();
    for (Reading fault : facts.faults()) {
      findings.add(
          Finding.faultyRead(
              fault.sight().letter(), fault.reader(), fault.key(), fault.operation()));
    }
    components().forEach(component -> findings.add(Finding.cycle(component)));
    findings.addAll(nonRepeatableReads());
    findings.addAll(staleReads());
    return findings;
  }

  /** The strongly connected components of so and wr that have a cycle. */
  List<List<Integer>> components() {
    List<List<Integer>> components = new ArrayList<>();
    for (int t : facts.counting()) {
      List<Integer> component =
          facts.counting().stream()
              .filter(s -> facts.happensBefore().has(t, s) && facts.happensBefore().has(s, t))
              .toList();
      if (!component.isEmpty() && component.get(0) == t) {
        components.add(component);
      }
    }
    return components;
  }

  private Set<Finding> nonRepeatableReads() {
    Set<Finding> findings = new HashSet<>();
    for (Facts.Seen first : facts.seen()) {
      List<Facts.Seen> same =
          facts.seen().stream()
              .filter(s -> s.reader() == first.reader() && s.key().equals(first.key()))
              .toList();
      Optional<Facts.Seen> second =
          same.stream().filter(s -> s.writer() != first.writer()).findFirst();
      if (same.get(0).equals(first) && second.isPresent()) {
        findings.add(
            Finding.nonRepeatable(
                first.reader(), first.key(), first.operation(), second.get().operation()));
      }
    }
    return findings;
  }

  /** One finding per (t3, x, t1, letter), with the smallest t2, at the first read it fits. */
  private Set<Finding> staleReads() {
    TreeMap<String, Finding> findings = new TreeMap<>();
    for (int t2 : facts.counting()) {
      for (Facts.Seen read : facts.seen()) {
        Optional<Character> letter = letterAt(read, t2);
        if (letter.isPresent()) {
          findings.putIfAbsent(
              letter.get() + "/" + read.reader() + "/" + read.key() + "/" + read.writer(),
              Finding.stale(
                  letter.get(), read.writer(), t2, read.reader(), read.key(), read.operation()));
        }
      }
    }
    return Set.copyOf(findings.values());
  }

  /** Reads of what a writer that a session guarantee makes visible is known to have overwritten. */
  Set<Finding> byGuarantee(IsolationLevel level, Axioms axioms) {
    TreeMap<String, Finding> findings = new TreeMap<>();
    for (Facts.Seen read : facts.seen()) {
      boolean isStale =
          facts.counting().stream()
              .anyMatch(
                  t2 ->
                      axioms.premise(level, t2, read)
                          && facts.happensBefore().has(read.writer(), t2)
                          && !inCycle(read.writer())
                          && !inCycle(t2)
                          && !inCycle(read.reader()));
      if (isStale) {
        findings.putIfAbsent(
            read.reader() + "/" + read.key() + "/" + read.writer(),
            Finding.byGuarantee(level, read.writer(), read.reader(), read.key(), read.operation()));
      }
    }
    return Set.copyOf(findings.values());
  }

  /** The letter of the triple, if it may be shown at this read. */
  private Optional<Character> letterAt(Facts.Seen read, int t2) {
    int t1 = read.writer();
    int t3 = read.reader();
    if (t2 == t1 || t2 == t3 || !facts.writes(t2, read.key())) {
      return Optional.empty();
    }
    if (inCycle(t1) || inCycle(t2) || inCycle(t3)) {
      return Optional.empty();
    }
    char letter = letterOfTriple(read, t2);
    boolean monotonic = letter == 'h' || letter == 'i';
    if (letter == ' ' || (monotonic && !seesBefore(t3, t2, read.operation()))) {
      return Optional.empty();
    }
    return Optional.of(letter);
  }

  /** The first row of the table that fits the triple; a blank if none does. */
  private char letterOfTriple(Facts.Seen read, int t2) {
    int t1 = read.writer();
    int t3 = read.reader();
    String x = read.key();
    boolean before = facts.happensBefore().has(t1, t2);
    boolean open = unrelated(t1, t2);
    int lastReadOfX =
        facts.seen().stream()
            .filter(s -> s.reader() == t3 && s.key().equals(x) && s.writer() == t1)
            .mapToInt(Facts.Seen::operation)
            .max()
            .orElseThrow();
    if (seesBefore(t3, t2, lastReadOfX)) {
      if (before) {
        return 'h';
      }
      if (open && committedOrder.has(t1, t2)) {
        return 'i';
      }
    }
    boolean readsOtherKey =
        facts.seen().stream()
            .anyMatch(s -> s.reader() == t3 && s.writer() == t2 && !s.key().equals(x));
    if (facts.sessionOrder().has(t2, t3) || readsOtherKey) {
      if (before) {
        return 'k';
      }
      if (open && atomicOrder.has(t1, t2)) {
        return 'l';
      }
    }
    boolean readsX =
        facts.seen().stream()
            .anyMatch(s -> s.reader() == t3 && s.writer() == t2 && s.key().equals(x));
    if (facts.happensBefore().has(t2, t3) && !readsX) {
      if (before) {
        return 'm';
      }
      if (open && causalOrder.has(t1, t2)) {
        return 'n';
      }
    }
    return ' ';
  }

  /** Whether t3 reads anything from t2 before the operation. */
  private boolean seesBefore(int t3, int t2, int operation) {
    return facts.seen().stream()
        .anyMatch(s -> s.reader() == t3 && s.writer() == t2 && s.operation() < operation);
  }

  private boolean inCycle(int transaction) {
    return transaction != History.INITIAL && facts.happensBefore().has(transaction, transaction);
  }

  private boolean unrelated(int a, int b) {
    return !facts.happensBefore().has(a, b) && !facts.happensBefore().has(b, a);
  }
}
