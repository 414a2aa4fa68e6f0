package dev.isogauge.history;

import dev.isogauge.history.HistoryBuilder.TransactionNames;

/** Resolves the reads of a history once, when that is first needed. */
final class Resolution {
  private final HistoryColumns columns;
  private final WriteNames writeNames;
  private final TransactionNames transactions;
  private volatile DuplicateWrites duplicates;

  Resolution(HistoryColumns columns, WriteNames writeNames, TransactionNames transactions) {
    this.columns = columns;
    this.writeNames = writeNames;
    this.transactions = transactions;
  }

  /** The id of a write, or the write's id that a read gives; else {@link Atoms#NO_NAME}. */
  long writeId(int operation) {
    return writeNames.ids() == null ? Atoms.NO_NAME : writeNames.ids()[operation];
  }

  /** Sees to it that reads are resolved. */
  DuplicateWrites ensure() {
    DuplicateWrites resolved = duplicates;
    return resolved != null ? resolved : resolve();
  }

  private synchronized DuplicateWrites resolve() {
    if (duplicates == null) {
      duplicates = new ReadResolver(columns, writeNames).resolve(transactions);
    }
    return duplicates;
  }
}
