package dev.isogauge.check.certificate;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.order.SnapshotVisibility;
import dev.isogauge.predicate.AggregateExpression;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Relations;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Judges a predicate read by its version set: which version of each object it saw, what that makes
 * it depend on, and whether its result is right (Clark et al., algorithm 3, for one operation).
 *
 * <ol>
 *   <li>What the reader has written itself is what it saw, whatever the version set says.
 *   <li>Find the place of each member of the version set in the version order. A version that must
 *       not be seen (aborted, overwritten by its own writer, never written) is a fault.
 *   <li>An object that the version set lacks did not exist: not yet, or no more. Where it was
 *       deleted, snapshots or timestamps say which.
 *   <li>For each object find the nearest versions that change the matches: the last at or before
 *       the version seen gives a predicate read dependency (pred wr), the next one after it a
 *       predicate anti-dependency (pred rw). The others are reached from there by ww.
 *   <li>Compute the result from the versions that match (compute_results), and compare it with the
 *       recorded one: a difference is a result set mismatch.
 * </ol>
 *
 * <p>Unlike the paper's algorithm it does not iterate over all versions: {@link MatchChanges} finds
 * the nearest changes. Where a place is not known, the object gives no dependency and the read
 * stays open. O(members + objects + results) calls of {@link MatchChanges} a read.
 */
final class VersionSetReading {
  /** A version whose place in the order is not known. */
  private static final int UNPLACED = Integer.MIN_VALUE;

  private static final int UNLISTED = Integer.MIN_VALUE + 1;

  /** The reader saw what it had written itself. */
  private static final int OWN = Integer.MIN_VALUE + 2;

  private final History history;
  private final Versions versions;
  private final VersionCertificate.VersionOrders orders;
  private final PredicateReads reads;
  private final ParsedRows rows;
  private final Relations relations;
  private final Optional<SnapshotVisibility> visibility;

  // By key, valid if readOf holds the current read: the place of its version in the version set,
  // UNPLACED, or OWN.
  private final int[] places;
  private final int[] readOf;

  // By key, valid if expectedOf holds the current read: the value of the version that matches. And
  // these keys.
  private final long[] expected;
  private final int[] expectedOf;
  private final IntArrayList matching = new IntArrayList();

  /** Objects that may or may not match. */
  private final IntOpenHashSet open = new IntOpenHashSet();

  /** By key, made when they are asked for: the places of deletes in the order of versions. */
  private final int[][] deletes;

  /** The current read, and its transaction. */
  private int current;

  private boolean listsAllBorn;

  private int reader;

  VersionSetReading(
      History history,
      Versions versions,
      VersionCertificate.VersionOrders orders,
      ParsedRows rows,
      Relations relations) {
    this.history = history;
    this.versions = versions;
    this.orders = orders;
    this.reads = history.predicateReads();
    this.rows = rows;
    this.relations = relations;
    this.visibility = SnapshotVisibility.of(history);
    this.places = new int[history.keyCount()];
    this.readOf = new int[places.length];
    this.expected = new long[places.length];
    this.expectedOf = new int[places.length];
    this.deletes = new int[places.length][];
    Arrays.fill(readOf, History.NONE);
    Arrays.fill(expectedOf, History.NONE);
  }

  void judge(int p, int relation, Predicate predicate, MatchChanges changes) {
    current = p;
    listsAllBorn = reads.listsAllBorn(p, history);
    reader = reads.transactionOf(p);
    matching.clear();
    open.clear();
    // Step 1.
    addOwnWrites(relation, predicate);
    // Step 2.
    addMembers(relation, predicate, changes);
    // Steps 3 and 4. An object without a matching version gives no dependency.
    for (int key : changes.objects()) {
      addObject(key, changes);
    }
    // Step 5.
    compare(predicate);
  }

  /** Step 1. */
  private void addOwnWrites(int relation, Predicate predicate) {
    for (int i = reads.operationAfter(current) - 1; i >= history.firstOperation(reader); i--) {
      int key = history.keyOf(i);
      if (history.isWrite(i) && relations.ofKey(key) == relation && place(key) != OWN) {
        setPlace(key, OWN);
        expectIfMatching(key, history.valueOf(i), predicate);
      }
    }
  }

  private int place(int key) {
    return readOf[key] == current ? places[key] : UNLISTED;
  }

  private void setPlace(int key, int place) {
    readOf[key] = current;
    places[key] = place;
  }

  private void expectIfMatching(int key, long value, Predicate predicate) {
    if (value != Atoms.DEAD && predicate.matches(rows.row(value))) {
      expect(key, value);
    }
  }

  private void expect(int key, long value) {
    if (!isExpected(key)) {
      matching.add(key);
    }
    expectedOf[key] = current;
    expected[key] = value;
  }

  private boolean isExpected(int key) {
    return expectedOf[key] == current;
  }

  /** Step 2. */
  private void addMembers(int relation, Predicate predicate, MatchChanges changes) {
    for (int i = 0; i < reads.memberCount(current); i++) {
      int key = reads.memberKey(current, i);
      if (place(key) == OWN || relations.ofKey(key) != relation) {
        continue;
      }
      long value = reads.memberValue(current, i);
      int version = history.version(key, value, reads.memberWriter(current, i), true);
      int place = place(i, version);
      setPlace(key, place);
      if (place == UNPLACED) {
        expectIfMatching(key, value, predicate);
      } else if (changes.matches(key, place)) {
        expect(key, value);
      }
    }
  }

  /** Where the member's version stands in the order; reports what must not be seen. */
  private int place(int member, int version) {
    if (version == History.INITIAL) {
      return MatchChanges.INITIAL_PLACE;
    }
    Optional<AnomalyKind> fault = fault(version);
    if (fault.isPresent()) {
      versions
          .findings()
          .add(
              Anomaly.of(fault.get(), parts(member, version), List.of())
                  .showing(history.atoms().token(reads.memberValue(current, member))));
      return UNPLACED;
    }
    if (version == History.SEVERAL || !orders.isPlaced(version)) {
      leaveOpen("the version order does not place a member of its version set");
      return UNPLACED;
    }
    return orders.place(version);
  }

  private Optional<AnomalyKind> fault(int version) {
    if (version == History.THIN_AIR) {
      return Optional.of(AnomalyKind.THIN_AIR_READ);
    }
    if (version == History.SEVERAL) {
      return Optional.empty();
    }
    int writer = history.transactionOf(version);
    if (writer == reader) {
      return Optional.of(AnomalyKind.FUTURE_READ);
    }
    if (history.outcome(writer) == Outcome.ABORTED) {
      return Optional.of(AnomalyKind.ABORTED_READ);
    }
    return history.isFinalWrite(version)
        ? Optional.empty()
        : Optional.of(AnomalyKind.INTERMEDIATE_READ);
  }

  /** Steps 3 and 4. */
  private void addObject(int key, MatchChanges changes) {
    int place = place(key);
    if (place == OWN) {
      return;
    }
    if (place == UNLISTED) {
      place = unlistedPlace(key);
      if (place == UNPLACED && changes.hasMatch(key)) {
        open.add(key);
        leaveOpen("its version set lacks an object that was deleted, and no snapshot is known");
      } else if (place != UNPLACED && changes.matches(key, place)) {
        expect(key, value(key, place));
      }
    }
    if (place == UNPLACED || orders.isOpen(key)) {
      return;
    }
    addEdge(key, visibleChange(key, place, changes), true, changes);
    addEdge(key, changes.nextChange(key, place), false, changes);
  }

  /**
   * The nearest change at or before a place. If the reader made it, then only after the read, and
   * what it saw comes after its own write: then the read depends on what it saw, or it would seem
   * to depend on nothing.
   */
  private int visibleChange(int key, int place, MatchChanges changes) {
    int last = changes.lastChange(key, place);
    boolean isOwn =
        last != MatchChanges.NO_CHANGE
            && history.transactionOf(orders.version(key, last)) == reader;
    return isOwn ? place : last;
  }

  private void addEdge(int key, int place, boolean writerFirst, MatchChanges changes) {
    if (place != MatchChanges.NO_CHANGE) {
      int write = orders.version(key, place);
      int writer = history.transactionOf(write);
      if (writer != reader) {
        boolean matches = changes.matches(key, place);
        versions.predicateEdges().add(reader, writer, current, write, writerFirst, matches);
      }
    }
  }

  private long value(int key, int place) {
    return place == MatchChanges.INITIAL_PLACE
        ? history.initialValue(key)
        : history.valueOf(orders.version(key, place));
  }

  /** Step 3: the place of the last delete that the reader sees, else before all versions. */
  private int unlistedPlace(int key) {
    if (orders.isOpen(key)) {
      return UNPLACED;
    }
    if (listsAllBorn) {
      return MatchChanges.INITIAL_PLACE;
    }
    int[] deleted = deletes(key);
    if (deleted.length > 0 && visibility.isEmpty()) {
      return UNPLACED;
    }
    for (int i = deleted.length - 1; i >= 0; i--) {
      int writer = history.transactionOf(orders.version(key, deleted[i]));
      if (visibility.get().sees(reader, writer)) {
        return deleted[i];
      }
    }
    return MatchChanges.INITIAL_PLACE;
  }

  private int[] deletes(int key) {
    if (deletes[key] == null) {
      IntArrayList found = new IntArrayList();
      for (int place = 0; place < orders.size(key); place++) {
        if (history.valueOf(orders.version(key, place)) == Atoms.DEAD) {
          found.add(place);
        }
      }
      deletes[key] = found.toIntArray();
    }
    return deletes[key];
  }

  /** Step 5. */
  private void compare(Predicate predicate) {
    if (predicate.aggregate().isPresent() ? reads.hasRows(current) : reads.hasValue(current)) {
      leaveOpen("its result is not of the kind that the condition gives");
    } else if (reads.hasRows(current)) {
      compareRows();
    } else if (reads.hasValue(current) && open.isEmpty()) {
      compareAggregate(predicate.aggregate().orElseThrow());
    }
  }

  private void compareRows() {
    List<Integer> unexpected = new ArrayList<>();
    List<Integer> different = new ArrayList<>();
    for (int i = 0; i < reads.resultCount(current); i++) {
      int key = reads.resultKey(current, i);
      int read = reads.resultRead(current, i);
      if (!isExpected(key)) {
        if (!open.contains(key)) {
          unexpected.add(key);
        }
      } else if (read != PredicateReads.NO_READ && history.valueOf(read) != expected[key]) {
        different.add(key);
      }
    }
    for (int i = 0; i < reads.resultCount(current); i++) {
      expectedOf[reads.resultKey(current, i)] = History.NONE;
    }
    matching.removeIf(key -> !isExpected(key));
    matching.sort(null);
    List<Integer> missing = List.copyOf(matching);
    if (!unexpected.isEmpty() || !different.isEmpty() || !missing.isEmpty()) {
      versions
          .findings()
          .add(
              Anomaly.of(
                  AnomalyKind.RESULT_SET_MISMATCH,
                  parts(missing, unexpected, different),
                  List.of()));
    }
  }

  private void compareAggregate(AggregateExpression aggregate) {
    AggregateExpression.Computation computation = aggregate.start();
    for (int key : matching) {
      computation.add(rows.row(expected[key]));
    }
    Optional<Object> result = computation.result();
    if (!result.equals(rows.value(reads.value(current)))) {
      versions
          .findings()
          .add(
              Anomaly.of(
                      AnomalyKind.RESULT_SET_MISMATCH,
                      parts(List.of(), List.of(), List.of()),
                      List.of())
                  .expecting(
                      result.map(Object::toString).orElse("nil"),
                      history.atoms().token(reads.value(current))));
    }
  }

  /** A version in the version set and who wrote it, if anybody did. */
  private List<Part> parts(int member, int version) {
    List<Part> parts = new ArrayList<>();
    if (version >= 0) {
      parts.add(Part.ofOperation(Role.MEMBER, history, version));
    }
    parts.add(part(Role.READER, reads.memberKey(current, member)));
    return parts;
  }

  private List<Part> parts(
      List<Integer> missing, List<Integer> unexpected, List<Integer> different) {
    List<Part> parts = new ArrayList<>(List.of(part(Role.READER, History.NONE)));
    missing.forEach(key -> parts.add(part(Role.MISSING, key)));
    unexpected.forEach(key -> parts.add(part(Role.UNEXPECTED, key)));
    different.forEach(key -> parts.add(part(Role.DIFFERENT, key)));
    return parts;
  }

  private Part part(Role role, int key) {
    return Part.ofPredicate(role, history, current, key);
  }

  private void leaveOpen(String reason) {
    versions.leavePredicateOpen(history.transactionName(reader), reason);
  }
}
