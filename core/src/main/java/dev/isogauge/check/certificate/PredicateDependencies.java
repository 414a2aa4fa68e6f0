package dev.isogauge.check.certificate;

import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import dev.isogauge.predicate.Predicates;
import dev.isogauge.predicate.Relations;
import dev.isogauge.versions.Versions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The dependencies of predicate reads, by their version sets (Clark et al., algorithm 3: {@code
 * get_pred_deps}).
 *
 * <ol>
 *   <li>Put equal predicates together, by relation.
 *   <li>Find out which versions change the matches of a predicate: those that match while their
 *       predecessor does not, or the reverse ({@link MatchChanges}).
 *   <li>For each read and each object with such versions find the nearest at or before the version
 *       in the read's version set and the nearest after it: wr from the writer of the former, rw to
 *       the writer of the latter. The others are reached from there by ww, with no further rw.
 *   <li>Compare what the condition selects from the version set with the recorded result ({@link
 *       VersionSetReading}).
 * </ol>
 *
 * <p>Keys whose order has gaps get no edges. O(version sets + edges), and for each predicate the
 * cheaper of two: the versions in its condition's range, or those between what its reads saw and
 * the nearest changes.
 */
final class PredicateDependencies {
  private final History history;
  private final Versions versions;
  private final VersionCertificate.VersionOrders orders;
  private final PredicateReads reads;
  private final ParsedRows rows;
  private final Relations relations;
  private final Runnable checkTime;

  PredicateDependencies(
      History history,
      Versions versions,
      VersionCertificate.VersionOrders orders,
      Runnable checkTime) {
    this.checkTime = checkTime;
    this.history = history;
    this.versions = versions;
    this.orders = orders;
    this.reads = history.predicateReads();
    this.rows = new ParsedRows(history.atoms());
    this.relations = new Relations(history);
  }

  void add() {
    // Step 1.
    Map<Integer, Map<Predicate, List<Integer>>> byRelation = new LinkedHashMap<>();
    Predicates predicates = new Predicates();
    for (int p = 0; p < reads.count(); p++) {
      if (!history.counts(reads.transactionOf(p)) || !isToBeJudged(p)) {
        continue;
      }
      checkTime.run();
      String text = history.atoms().plain(reads.condition(p));
      try {
        byRelation
            .computeIfAbsent(relations.ofRead(p), unused -> new LinkedHashMap<>())
            .computeIfAbsent(predicates.parse(text), unused -> new ArrayList<>())
            .add(p);
      } catch (PredicateException e) {
        leaveOpen(p, "the condition cannot be read: " + e.getMessage());
      }
    }
    VersionSetReading reading = new VersionSetReading(history, versions, orders, rows, relations);
    byRelation.forEach((relation, readsOf) -> add(relation, readsOf, reading));
  }

  /**
   * A read without a recorded result constrains nothing; one without version set cannot be judged.
   */
  private boolean isToBeJudged(int p) {
    if (!reads.hasVersionSet(p) && (reads.hasRows(p) || reads.hasValue(p))) {
      leaveOpen(p, "its version set was not recorded");
    }
    return reads.hasVersionSet(p);
  }

  private void add(int relation, Map<Predicate, List<Integer>> readsOf, VersionSetReading reading) {
    MatchChanges changes =
        new MatchChanges(history, orders, rows, relations, relation, readsOf.keySet());
    readsOf.forEach(
        (predicate, group) -> {
          try {
            // Step 2.
            checkTime.run();
            changes.find(predicate, group.size());
            // Steps 3 and 4.
            for (int p : group) {
              checkTime.run();
              reading.judge(p, relation, predicate, changes);
            }
          } catch (PredicateException e) {
            leaveOpen(group.get(0), "the condition has no value: " + e.getMessage());
          }
        });
  }

  private void leaveOpen(int p, String reason) {
    versions.leavePredicateOpen(history.transactionName(reads.transactionOf(p)), reason);
  }
}
