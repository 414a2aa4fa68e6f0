package dev.isogauge.history;

import dev.isogauge.history.HistoryBuilder.TransactionNames;

/** Resolves the reads of a history once, when that is first needed. */
final class LazyResolution {
  private final HistoryColumns columns;
  private final WriteNames writeNames;
  private final TransactionNames transactions;

  /** Whether the table of all writes is needed after reads are resolved. */
  private final boolean keepsTable;

  private volatile WriteIndex index;

  LazyResolution(
      HistoryColumns columns,
      WriteNames writeNames,
      TransactionNames transactions,
      boolean keepsTable) {
    this.columns = columns;
    this.writeNames = writeNames;
    this.transactions = transactions;
    this.keepsTable = keepsTable;
  }

  /** The id of a write, or the write's id that a read gives; else {@link Atoms#NO_NAME}. */
  long writeId(int operation) {
    return writeNames.ids() == null ? Atoms.NO_NAME : writeNames.ids()[operation];
  }

  /** Resolves the reads, unless that has been done. */
  WriteIndex ensure() {
    WriteIndex made = index;
    return made != null ? made : resolve();
  }

  private synchronized WriteIndex resolve() {
    if (index == null) {
      WriteIndex made = new ReadResolver(columns, writeNames).resolve(transactions);
      if (!keepsTable) {
        made.giveTableBack();
      }
      index = made;
    }
    return index;
  }

  /** The transaction of a name; {@link History#NONE} if there is none. */
  int transactionNamed(long name) {
    return transactions.find(name);
  }
}
