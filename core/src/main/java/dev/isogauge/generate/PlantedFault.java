package dev.isogauge.generate;

import java.util.List;
import java.util.Optional;

/**
 * One finding that a checker of timestamps must report, and the transactions that make it.
 *
 * @param plant the number of the plant, from 1
 * @param key the key concerned, if one is
 * @param transaction the one at fault: the reader, or the later one of a pair
 * @param other the earlier one of a pair; for a stale, future or never written read the writer of
 *     what should have been read
 * @param operation the wrong read's position in its transaction, from 1; 0 if it is about no read
 * @param transactions all transactions of the plant, in the order of their places in the history
 */
public record PlantedFault(
    int plant,
    TimestampFault fault,
    Optional<String> key,
    String transaction,
    Optional<String> other,
    int operation,
    List<String> transactions) {
  public PlantedFault {
    transactions = List.copyOf(transactions);
  }
}
