package dev.isogauge.collect.litmus;

import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a schedule on a database.
 *
 * @param transactions of the schedule, in the order in which they began
 * @param setup what was there before; it has no operations where nothing was
 * @param last reads all items after everything has ended
 */
record ScheduleRun(
    Schedule schedule,
    ScheduledTransaction setup,
    List<ScheduledTransaction> transactions,
    ScheduledTransaction last,
    List<StepEvent> events) {
  ScheduleRun {
    transactions = List.copyOf(transactions);
    events = List.copyOf(events);
  }

  /** All transactions that did something, oldest first. */
  List<ScheduledTransaction> all() {
    return Stream.of(Stream.of(setup), transactions.stream(), Stream.of(last))
        .flatMap(each -> each)
        .filter(transaction -> !transaction.operations().isEmpty())
        .toList();
  }

  boolean wasBlocked() {
    return events.stream().anyMatch(event -> event.kind() == StepEvent.Kind.BLOCKED);
  }

  /** The transactions that the database, and not the schedule, has ended. */
  List<ScheduledTransaction> failed() {
    return transactions.stream().filter(each -> !each.failure().isEmpty()).toList();
  }
}
