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
 * @param key the key concerned
 * @param reader the transaction whose read is wrong; in a causal cycle, one of its members
 * @param readFrom the transaction that the reader reads the key from; empty for a value that nobody
 *     wrote; for a NonRepeatableRead the first of the two
 * @param transactions all transactions of the plant, in the order of their places in the history
 */
public record PlantedAnomaly(
    int plant,
    AnomalyKind kind,
    String key,
    String reader,
    Optional<String> readFrom,
    List<String> transactions) {
  public PlantedAnomaly {
    transactions = List.copyOf(transactions);
  }
}
