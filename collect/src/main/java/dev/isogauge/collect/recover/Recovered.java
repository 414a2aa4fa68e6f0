package dev.isogauge.collect.recover;

import java.util.Optional;

/**
 * What a certificate holds and lacks.
 *
 * @param transactions how many transactions that wrote were found in the database's log
 * @param versionSets how many predicate reads have the versions that they saw
 * @param searchesWithout searches of committed transactions that have not
 * @param absentReads reads of committed transactions that found nothing, where it is not known
 *     which delete they saw
 * @param unlogged transactions that the client was told had committed and that the log lacks
 */
public record Recovered(
    long transactions, long versionSets, long searchesWithout, long absentReads, long unlogged) {

  /** What should not be, for people; empty if nothing is wrong. */
  public Optional<String> contradiction() {
    return unlogged == 0
        ? Optional.empty()
        : Optional.of(
            "the driver reported "
                + unlogged
                + (unlogged == 1 ? " commit that is" : " commits that are")
                + " not in the database's log; the certificate gives them an unknown outcome");
  }

  /** What is there, and what is missing and why. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("Recovered from the database's log: the order of versions of ")
        .append(transactions)
        .append(" transactions");
    if (versionSets > 0) {
      text.append(", the versions that ").append(versionSets).append(" searches saw");
    }
    text.append('.');
    if (searchesWithout > 0) {
      text.append(" Without: ")
          .append(searchesWithout)
          .append(
              " changes by condition, which at this level read rows again after waiting for"
                  + " them.");
    }
    if (absentReads > 0) {
      text.append(" Open: which delete ").append(absentReads).append(" reads of absent items saw.");
    }
    return text.toString();
  }
}
