package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.Optional;

/**
 * What transactions that count did: those that committed, and indeterminate ones that were seen.
 *
 * @param transactions all of the history
 * @param counting those that count
 * @param active those that count and do something
 * @param reads of values and lists, and searches
 * @param writes and appends
 * @param unknown operations of which only the scope is known
 */
public record Content(
    long transactions, long counting, long active, long reads, long writes, long unknown) {

  /** The content of a history. */
  public static Content of(History history) {
    long counting = 0;
    long active = 0;
    long reads = 0;
    long writes = 0;
    long unknown = 0;
    for (int t = 0; t < history.transactionCount(); t++) {
      if (!history.counts(t)) {
        continue;
      }
      counting++;
      long before = reads + writes + unknown;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          writes++;
        } else {
          reads++;
        }
      }
      reads += history.predicateReads().end(t) - history.predicateReads().first(t);
      unknown += history.unknownOperations().end(t) - history.unknownOperations().first(t);
      active += reads + writes + unknown > before ? 1 : 0;
    }
    return new Content(history.transactionCount(), counting, active, reads, writes, unknown);
  }

  /** Why there is nothing to judge: every level holds, and that says nothing. */
  public Optional<String> nothingToJudge() {
    if (transactions == 0) {
      return Optional.of("the history has no transaction, so there is nothing to judge");
    }
    if (counting == 0) {
      return Optional.of(
          (transactions == 1
                  ? "the only transaction did not commit"
                  : "none of " + Words.count(transactions, "transaction") + " committed")
              + ", so there is nothing to judge");
    }
    return active == 0
        ? Optional.of("no committed transaction has an operation, so there is nothing to judge")
        : Optional.empty();
  }

  /** Why a level that holds could not have failed. */
  public Optional<String> oneSided() {
    if (unknown > 0 || (reads > 0) == (writes > 0)) {
      return Optional.empty();
    }
    return Optional.of(
        "held, but could not have failed: nothing was " + (reads == 0 ? "read" : "written"));
  }
}
