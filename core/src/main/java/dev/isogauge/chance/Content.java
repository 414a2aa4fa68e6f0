package dev.isogauge.chance;

import dev.isogauge.history.History;
import dev.isogauge.text.Words;
import java.util.Optional;

/**
 * What transactions that count did: those that committed, and indeterminate ones that were seen.
 *
 * @param transactions how many there are in the history
 * @param counts whether any counts
 * @param reads whether one that counts reads values or lists, or searches
 * @param writes whether one that counts writes or appends
 * @param unknown whether one that counts has operations of which only the scope is known
 */
public record Content(
    long transactions, boolean counts, boolean reads, boolean writes, boolean unknown) {

  /** The content of a history. */
  public static Content of(History history) {
    boolean counts = false;
    boolean reads = false;
    boolean writes = false;
    boolean unknown = false;
    // What both reads and writes is neither empty nor one-sided.
    for (int t = 0; t < history.transactionCount() && !(reads && writes); t++) {
      if (!history.counts(t)) {
        continue;
      }
      counts = true;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        writes |= history.isWrite(i);
        reads |= !history.isWrite(i);
      }
      reads |= history.predicateReads().end(t) > history.predicateReads().first(t);
      unknown |= history.unknownOperations().end(t) > history.unknownOperations().first(t);
    }
    return new Content(history.transactionCount(), counts, reads, writes, unknown);
  }

  /** Why there is nothing to judge: every level holds, and that says nothing. */
  public Optional<String> nothingToJudge() {
    if (transactions == 0) {
      return Optional.of("the history has no transaction, so there is nothing to judge");
    }
    if (!counts) {
      return Optional.of(
          (transactions == 1
                  ? "the only transaction did not commit"
                  : "none of " + Words.count(transactions, "transaction") + " committed")
              + ", so there is nothing to judge");
    }
    return !reads && !writes && !unknown
        ? Optional.of("no committed transaction has an operation, so there is nothing to judge")
        : Optional.empty();
  }

  /** Why a level that holds could not have failed. */
  public Optional<String> oneSided() {
    if (unknown || reads == writes) {
      return Optional.empty();
    }
    return Optional.of(
        "held, but could not have failed: nothing was " + (reads ? "written" : "read"));
  }
}
