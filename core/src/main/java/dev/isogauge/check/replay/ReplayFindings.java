package dev.isogauge.check.replay;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Edge;
import dev.isogauge.anomaly.Justification;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Place;
import dev.isogauge.anomaly.Relation;
import dev.isogauge.anomaly.Role;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.RowTable;
import dev.isogauge.verdict.Verdict;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** Counts what contradicts the claimed order and shows the first of each kind in full. */
final class ReplayFindings {
  /** How many rows of one predicate read are shown. */
  private static final int MOST_ROWS = 20;

  private final History history;
  private final PredicateReads predicates;
  private final AnomalyTally tally;

  ReplayFindings(History history, int mostOfEachKind) {
    this.history = history;
    this.predicates = history.predicateReads();
    this.tally = new AnomalyTally(mostOfEachKind);
  }

  boolean isEmpty() {
    return tally.isEmpty();
  }

  Verdict verdict(Optional<String> incomplete, List<Anomaly> notes) {
    return tally.violated(incomplete, notes);
  }

  /** The claimed order has a transaction before one that it should follow. */
  void order(int earlier, int later, Relation relation) {
    tally.add(
        AnomalyKind.ORDER_VIOLATION,
        () ->
            Anomaly.of(
                    AnomalyKind.ORDER_VIOLATION,
                    List.of(
                        Part.ofTransaction(Role.EARLIER, earlier),
                        Part.ofTransaction(Role.LATER, later)),
                    List.of(
                        new Edge(
                            earlier,
                            later,
                            relation == Relation.SESSION_ORDER
                                ? Justification.sessionOrder()
                                : Justification.realTime())))
                .as(relation));
  }

  void item(int read, int lastWrite) {
    tally.add(
        AnomalyKind.REPLAY_MISMATCH,
        () -> readMismatch(read, lastWrite, stateOf(history.keyOf(read), lastWrite)));
  }

  void list(int read, IntArrayList appends) {
    tally.add(
        AnomalyKind.REPLAY_MISMATCH,
        () ->
            readMismatch(
                read,
                appends.isEmpty() ? History.INITIAL : appends.topInt(),
                appends
                    .intStream()
                    .mapToObj(append -> token(history.valueOf(append)))
                    .collect(Collectors.joining(",", "[", "]"))));
  }

  private Anomaly readMismatch(int read, int lastWrite, String expected) {
    List<Part> parts = new ArrayList<>();
    parts.add(Part.ofVersion(Role.EXPECTED, history, lastWrite, history.keyOf(read)));
    Place.seenBy(history, read).ifPresent(seen -> parts.add(new Part(Role.WRITER, seen)));
    parts.add(Part.ofOperation(Role.READER, history, read));
    return Anomaly.of(AnomalyKind.REPLAY_MISMATCH, parts, List.of())
        .expecting(expected, history.valueName(read));
  }

  void aggregate(
      int p, Predicate predicate, RowTable table, Optional<Object> expected, int[] lastWrite) {
    tally.add(
        AnomalyKind.REPLAY_MISMATCH,
        () -> {
          List<Part> rows = new ArrayList<>();
          for (int key : matches(predicate, table)) {
            rows.add(row(Role.ROW, key, lastWrite));
          }
          return mismatch(
              p,
              expected.map(Object::toString).orElse(token(Atoms.NIL)),
              token(predicates.value(p)),
              rows);
        });
  }

  void rows(int p, Predicate predicate, RowTable table, int[] lastWrite) {
    tally.add(
        AnomalyKind.REPLAY_MISMATCH, () -> rowMismatch(p, matches(predicate, table), lastWrite));
  }

  private Anomaly rowMismatch(int p, List<Integer> matching, int[] lastWrite) {
    Set<Integer> matches = new HashSet<>(matching);
    // By key that was returned, the value that it came with; empty if it came without.
    Map<Integer, String> returned = new HashMap<>();
    for (int i = 0; i < predicates.resultCount(p); i++) {
      int read = predicates.resultRead(p, i);
      boolean withValue = read != PredicateReads.NO_READ && !history.isUnknownRead(read);
      returned.put(predicates.resultKey(p, i), withValue ? history.valueName(read) : "");
    }
    List<Part> rows = new ArrayList<>();
    for (int key : inOrder(returned.keySet())) {
      String seen = returned.get(key);
      if (!matches.contains(key)) {
        rows.add(row(Role.UNEXPECTED, key, lastWrite));
      } else if (!seen.isEmpty() && !seen.equals(stateOf(key, lastWrite[key]))) {
        rows.add(row(Role.DIFFERENT, key, lastWrite));
      }
    }
    for (int key : matching) {
      if (!returned.containsKey(key)) {
        rows.add(row(Role.MISSING, key, lastWrite));
      }
    }
    String expected =
        listed(
            matching,
            key -> returned.getOrDefault(key, "").isEmpty() ? "" : stateOf(key, lastWrite[key]));
    return mismatch(p, expected, listed(inOrder(returned.keySet()), returned::get), rows);
  }

  private Anomaly mismatch(int p, String expected, String actual, List<Part> rows) {
    List<Part> parts = new ArrayList<>(rows.subList(0, Math.min(rows.size(), MOST_ROWS)));
    parts.add(Part.ofPredicate(Role.READER, history, p, History.NONE));
    return Anomaly.of(AnomalyKind.REPLAY_MISMATCH, parts, List.of()).expecting(expected, actual);
  }

  private Part row(Role role, int key, int[] lastWrite) {
    return Part.ofVersion(role, history, lastWrite[key], key);
  }

  private List<Integer> matches(Predicate predicate, RowTable table) {
    IntArrayList matching = new IntArrayList();
    table.forEachMatch(predicate, matching::add);
    return inOrder(matching);
  }

  private List<Integer> inOrder(Collection<Integer> keys) {
    return keys.stream()
        .sorted((a, b) -> history.atoms().compare(history.keyAtom(a), history.keyAtom(b)))
        .toList();
  }

  /** Keys, those with values with them. */
  private String listed(List<Integer> keys, IntFunction<String> value) {
    List<String> shown = new ArrayList<>();
    for (int key : keys.subList(0, Math.min(keys.size(), MOST_ROWS))) {
      shown.add(history.keyName(key) + (value.apply(key).isEmpty() ? "" : "=" + value.apply(key)));
    }
    if (keys.size() > MOST_ROWS) {
      shown.add((keys.size() - MOST_ROWS) + " more");
    }
    return "[" + String.join(", ", shown) + "]";
  }

  private String stateOf(int key, int lastWrite) {
    return lastWrite == History.INITIAL
        ? token(history.initialValue(key))
        : history.valueName(lastWrite);
  }

  private String token(long atom) {
    return history.atoms().token(atom);
  }
}
