package dev.isogauge.generate;

import dev.isogauge.anomaly.AnomalyKind;
import java.util.List;
import java.util.Optional;

/**
 * One finding that a checker must report, and the transactions that make it. Conflicts of two
 * commit orders are symmetric: one plant of TAP-i, TAP-l or TAP-n makes two findings, one for each
 * of the two readers.
 *
 * @param plant the number of the plant, from 1
 * @param kind what a checker calls it
 * @param fault the fault, if it is one that contradicts timestamps
 * @param key the key concerned; only some faults concern none
 * @param transaction the one at fault: the reader, in a causal cycle one of its members, or the
 *     later one of a pair
 * @param other of an anomaly the transaction that the reader reads the key from, if one wrote the
 *     value (for a NonRepeatableRead the first of the two); of a fault the earlier one of a pair,
 *     or the writer of what should have been read
 * @param operation of a fault the wrong read's position in its transaction, from 1; 0 if it is
 *     about no read, and for anomalies
 * @param transactions all transactions of the plant, in the order of their places in the history
 */
public record PlantedFinding(
    int plant,
    AnomalyKind kind,
    Optional<TimestampFault> fault,
    Optional<String> key,
    String transaction,
    Optional<String> other,
    int operation,
    List<String> transactions) {
  public PlantedFinding {
    transactions = List.copyOf(transactions);
  }
}
