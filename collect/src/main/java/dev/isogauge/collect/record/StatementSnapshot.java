package dev.isogauge.collect.record;

import dev.isogauge.history.Snapshot;

/**
 * The snapshot of one statement, where each has its own.
 *
 * @param operation which of the transaction's operations it is, counted from 0
 * @param isChange whether the statement is an update or delete, which found nothing
 */
public record StatementSnapshot(int operation, Snapshot snapshot, boolean isChange) {}
