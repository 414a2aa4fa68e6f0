package dev.isogauge.report.command;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.List;

/**
 * How a violating history became smaller: what reports of it render.
 *
 * @param file the input's name
 * @param format the id of the format it was read in
 * @param before what was read
 * @param after what was left
 * @param kinds the kinds of anomalies of which one had to stay; empty if any violation would do
 * @param minimal whether nothing more can be left out, as opposed to: time ran out
 * @param checks how many histories were checked on the way
 * @param output where what was left was written
 */
public record Shrinkage(
    String file,
    String format,
    History before,
    History after,
    List<AnomalyKind> kinds,
    boolean minimal,
    int checks,
    String output) {
  public Shrinkage {
    kinds = List.copyOf(kinds);
  }

  /** What it was, and what is left of it. */
  public List<String> lines() {
    boolean unchanged =
        before.transactionCount() == after.transactionCount()
            && before.operationCount() == after.operationCount()
            && before.predicateReads().count() == after.predicateReads().count();
    String left = unchanged ? "not shrunk" : "shrunk to " + size(after);
    String limit =
        minimal ? "nothing more can be left out" : "time ran out, so perhaps more can be left out";
    return List.of(
        file + " (" + format + "): " + size(before), left + ", with " + anomaly() + "; " + limit);
  }

  private String anomaly() {
    return kinds.isEmpty()
        ? "a violation"
        : String.join(" or ", kinds.stream().map(AnomalyKind::titleWithLetter).toList());
  }

  private static String size(History history) {
    String transactions = Words.count(history.transactionCount(), "transaction");
    String operations = Words.count(history.operationCount(), "operation");
    int predicateReads = history.predicateReads().count();
    return predicateReads == 0
        ? transactions + " and " + operations
        : Words.list(
            List.of(transactions, operations, Words.count(predicateReads, "predicate read")));
  }
}
