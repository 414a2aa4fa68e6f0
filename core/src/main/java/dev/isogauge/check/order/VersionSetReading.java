package dev.isogauge.check.order;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.predicate.Aggregate;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Rows;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongAVLTreeMap;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Judges a predicate read by its version set: which version of each object it saw, what that makes
 * it depend on, and whether its result is right.
 */
final class VersionSetReading {
  /** A version whose place in the order is not known. */
  private static final int UNPLACED = Integer.MIN_VALUE;

  private static final int UNLISTED = Integer.MIN_VALUE + 1;

  private final History history;
  private final Versions versions;
  private final VersionCertificate.Chains chains;
  private final WrittenVersions written;
  private final PredicateReads reads;
  private final Rows rows;
  private final Relations relations;
  private final Optional<Visibility> visibility;

  /** By key in the version set at hand: the place of its version, or {@link #UNPLACED}. */
  private final Int2IntOpenHashMap places = new Int2IntOpenHashMap();

  /** By key that the reader wrote before: its latest write. */
  private final Int2IntOpenHashMap own = new Int2IntOpenHashMap();

  /** By key: the value of the version that matches. */
  private final Int2LongAVLTreeMap expected = new Int2LongAVLTreeMap();

  /** Objects of which it is not known whether they match. */
  private final IntOpenHashSet open = new IntOpenHashSet();

  VersionSetReading(
      History history,
      Versions versions,
      VersionCertificate.Chains chains,
      WrittenVersions written,
      Rows rows,
      Relations relations) {
    this.history = history;
    this.versions = versions;
    this.chains = chains;
    this.written = written;
    this.reads = history.predicateReads();
    this.rows = rows;
    this.relations = relations;
    this.visibility = Visibility.of(history);
    places.defaultReturnValue(UNLISTED);
    own.defaultReturnValue(UNLISTED);
  }

  void judge(int p, Predicate predicate, MatchChanges changes) {
    places.clear();
    own.clear();
    expected.clear();
    open.clear();
    addOwnWrites(p, predicate);
    addMembers(p, predicate, changes);
    for (int key : changes.objects()) {
      if (!own.containsKey(key)) {
        addObject(p, key, changes);
      }
    }
    compare(p, predicate);
  }

  /** What the reader wrote itself it saw, whatever the version set says. */
  private void addOwnWrites(int p, Predicate predicate) {
    int relation = relations.ofRead(p);
    for (int i = history.firstOperation(reads.transactionOf(p)); i < reads.place(p); i++) {
      if (history.isWrite(i) && relations.ofKey(history.keyOf(i)) == relation) {
        own.put(history.keyOf(i), i);
      }
    }
    own.forEach((key, write) -> expect(key, history.valueOf(write), predicate));
  }

  private void expect(int key, long value, Predicate predicate) {
    if (value != Atoms.DEAD && predicate.matches(rows.row(value))) {
      expected.put(key, value);
    }
  }

  private void addMembers(int p, Predicate predicate, MatchChanges changes) {
    int relation = relations.ofRead(p);
    for (int i = 0; i < reads.memberCount(p); i++) {
      int key = reads.memberKey(p, i);
      if (own.containsKey(key) || relations.ofKey(key) != relation) {
        continue;
      }
      long value = reads.memberValue(p, i);
      int version = written.find(key, value, reads.memberWriter(p, i), true);
      int place = place(p, i, version);
      places.put(key, place);
      if (place == UNPLACED) {
        expect(key, value, predicate);
      } else if (changes.matches(key, place)) {
        expected.put(key, value);
      }
    }
  }

  /** Where the member's version stands in the order; reports what nobody should see. */
  private int place(int p, int member, int version) {
    if (version == History.INITIAL) {
      return MatchChanges.INITIAL_PLACE;
    }
    Optional<AnomalyKind> fault = fault(p, version);
    if (fault.isPresent()) {
      versions
          .findings()
          .add(
              new Anomaly.FaultyMember(
                  fault.get(),
                  reads.transactionOf(p),
                  p,
                  reads.memberKey(p, member),
                  reads.memberValue(p, member),
                  version));
      return UNPLACED;
    }
    if (version == History.SEVERAL || !chains.isPlaced(version)) {
      leaveOpen(p, "the version order does not place a member of its version set");
      return UNPLACED;
    }
    return chains.place(version);
  }

  private Optional<AnomalyKind> fault(int p, int version) {
    if (version == History.THIN_AIR) {
      return Optional.of(AnomalyKind.THIN_AIR_READ);
    }
    if (version == History.SEVERAL) {
      return Optional.empty();
    }
    int writer = history.transactionOf(version);
    if (writer == reads.transactionOf(p)) {
      return Optional.of(AnomalyKind.FUTURE_READ);
    }
    if (history.outcome(writer) == Outcome.ABORTED) {
      return Optional.of(AnomalyKind.ABORTED_READ);
    }
    return history.isFinalWrite(version)
        ? Optional.empty()
        : Optional.of(AnomalyKind.INTERMEDIATE_READ);
  }

  /** The edges of an object that some version of matches. */
  private void addObject(int p, int key, MatchChanges changes) {
    int place = places.get(key);
    if (place == UNLISTED) {
      place = unlistedPlace(p, key);
      if (place == UNPLACED) {
        open.add(key);
        leaveOpen(p, "its version set lacks an object that was deleted, and no snapshot is known");
      } else if (changes.matches(key, place)) {
        expected.put(key, value(key, place));
      }
    }
    if (place == UNPLACED || chains.isOpen(key)) {
      return;
    }
    addEdge(p, key, changes.lastChange(key, place), true, changes);
    addEdge(p, key, changes.nextChange(key, place), false, changes);
  }

  private void addEdge(int p, int key, int place, boolean writerFirst, MatchChanges changes) {
    if (place != MatchChanges.NONE) {
      int write = chains.version(key, place);
      int reader = reads.transactionOf(p);
      int writer = history.transactionOf(write);
      if (writer != reader) {
        boolean matches = changes.matches(key, place);
        versions.predicateEdges().add(reader, writer, p, write, writerFirst, matches);
      }
    }
  }

  private long value(int key, int place) {
    return place == MatchChanges.INITIAL_PLACE
        ? history.initialValue(key)
        : history.valueOf(chains.version(key, place));
  }

  /** An object that is not listed did not exist: not yet, or no more. */
  private int unlistedPlace(int p, int key) {
    if (chains.isOpen(key)) {
      return UNPLACED;
    }
    int reader = reads.transactionOf(p);
    int lastDead = MatchChanges.INITIAL_PLACE;
    for (int place = 0; place < chains.size(key); place++) {
      int write = chains.version(key, place);
      if (history.valueOf(write) == Atoms.DEAD) {
        if (visibility.isEmpty()) {
          return UNPLACED;
        }
        if (visibility.get().sees(reader, history.transactionOf(write))) {
          lastDead = place;
        }
      }
    }
    return lastDead;
  }

  private void compare(int p, Predicate predicate) {
    if (predicate.aggregate().isPresent() ? reads.hasRows(p) : reads.hasValue(p)) {
      leaveOpen(p, "its result is not of the kind that the condition gives");
    } else if (reads.hasRows(p)) {
      compareRows(p);
    } else if (reads.hasValue(p) && open.isEmpty()) {
      compareAggregate(p, predicate.aggregate().orElseThrow());
    }
  }

  private void compareRows(int p) {
    List<Integer> unexpected = new ArrayList<>();
    List<Integer> different = new ArrayList<>();
    for (int i = 0; i < reads.resultCount(p); i++) {
      int key = reads.resultKey(p, i);
      int read = reads.resultRead(p, i);
      if (!expected.containsKey(key)) {
        if (!open.contains(key)) {
          unexpected.add(key);
        }
      } else if (read != PredicateReads.NO_READ && history.valueOf(read) != expected.get(key)) {
        different.add(key);
      }
    }
    for (int i = 0; i < reads.resultCount(p); i++) {
      expected.remove(reads.resultKey(p, i));
    }
    List<Integer> missing = new ArrayList<>(expected.keySet());
    if (!unexpected.isEmpty() || !different.isEmpty() || !missing.isEmpty()) {
      versions
          .findings()
          .add(
              new Anomaly.ResultSetMismatch(
                  reads.transactionOf(p), p, missing, unexpected, different, Optional.empty()));
    }
  }

  private void compareAggregate(int p, Aggregate aggregate) {
    Aggregate.Computation computation = aggregate.start();
    for (Int2LongMap.Entry row : expected.int2LongEntrySet()) {
      computation.add(rows.row(row.getLongValue()));
    }
    Optional<Object> result = computation.result();
    if (!result.equals(rows.value(reads.value(p)))) {
      versions
          .findings()
          .add(
              new Anomaly.ResultSetMismatch(
                  reads.transactionOf(p),
                  p,
                  List.of(),
                  List.of(),
                  List.of(),
                  Optional.of(result.map(Object::toString).orElse("nil"))));
    }
  }

  private void leaveOpen(int p, String reason) {
    versions.leavePredicatesOpen(
        String.format(
            "a predicate read of %s cannot be judged: %s",
            history.transactionName(reads.transactionOf(p)), reason));
  }
}
