package dev.isogauge.history;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which transactions count: the committed ones, and an indeterminate one when a counting
 * transaction reads one of its writes, or a commit timestamp, a claimed order of transactions or a
 * version order shows that it happened. Least fixpoint, O(operations).
 */
final class CountingTransactions {
  private final HistoryColumns columns;
  private final LazyResolution resolution;
  private final WriteNames names;
  private final HistoryBuilder.TransactionNames transactions;
  private final List<VersionOrder> orders;
  private final Long2ObjectOpenHashMap<Set<VersionOrder.Version>> versionsByKey =
      new Long2ObjectOpenHashMap<>();

  CountingTransactions(
      HistoryColumns columns,
      LazyResolution resolution,
      WriteNames names,
      HistoryBuilder.TransactionNames transactions,
      List<VersionOrder> orders) {
    this.columns = columns;
    this.resolution = resolution;
    this.names = names;
    this.transactions = transactions;
    this.orders = orders;
  }

  void mark() {
    int count = columns.outcomes.length;
    columns.counts = new boolean[count];
    boolean anyIndeterminate = false;
    for (int t = 0; t < count; t++) {
      columns.counts[t] = columns.outcomes[t] == Outcome.COMMITTED.code();
      anyIndeterminate |= isIndeterminate(t);
    }
    if (!anyIndeterminate) {
      return;
    }
    for (VersionOrder order : orders) {
      versionsByKey
          .computeIfAbsent(order.key(), unused -> new HashSet<>())
          .addAll(order.versions());
    }
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; t < count; t++) {
      columns.counts[t] |= isIndeterminate(t) && (hasPlace(t) || hasVersion(t));
      if (columns.counts[t]) {
        waiting.add(t);
      }
    }
    while (!waiting.isEmpty()) {
      int t = waiting.removeInt(waiting.size() - 1);
      for (int i = columns.firstOperation[t]; i < columns.firstOperation[t + 1]; i++) {
        if (columns.kinds[i] == HistoryColumns.LIST_READ) {
          markAppenders(i, waiting);
        } else if (columns.kinds[i] < HistoryColumns.WRITE && columns.readFrom[i] >= 0) {
          int writer = columns.transactionOf[columns.readFrom[i]];
          if (mayBeMarked(writer) && isCertain(i)) {
            mark(writer, waiting);
          }
        }
      }
      markMembers(t, waiting);
    }
  }

  private boolean mayBeMarked(int t) {
    return !columns.counts[t] && isIndeterminate(t);
  }

  private void mark(int t, IntArrayList waiting) {
    columns.counts[t] = true;
    waiting.add(t);
  }

  /** A version that a predicate was evaluated on shows that its writer happened, if it is named. */
  private void markMembers(int t, IntArrayList waiting) {
    PredicateReads predicates = columns.predicates;
    for (int p = predicates.first(t); p < predicates.end(t); p++) {
      for (int i = 0; i < predicates.memberCount(p); i++) {
        int writer = transactions.find(predicates.memberWriter(p, i));
        if (writer >= 0 && mayBeMarked(writer)) {
          mark(writer, waiting);
        }
      }
    }
  }

  /** Any element of a list shows that its transaction happened, unless several appended it. */
  private void markAppenders(int listRead, IntArrayList waiting) {
    int list = (int) columns.values[listRead];
    for (int e = 0; e < columns.lists.size(list); e++) {
      int appender = appender(columns.keys[listRead], columns.lists.element(list, e));
      if (appender != History.NONE && mayBeMarked(appender)) {
        mark(appender, waiting);
      }
    }
  }

  private int appender(int key, long element) {
    WriteIndex writes = resolution.ensure();
    int append = writes.find(key, element);
    if (append == History.SEVERAL) {
      return writes.duplicates().onlyWriter(writes.duplicates().groupOf(key, element));
    }
    return append == History.NONE ? History.NONE : columns.transactionOf[append];
  }

  /** A faulty read that several transactions explain does not show that any of them happened. */
  private boolean isCertain(int read) {
    return !ReadStatus.of(columns.kinds[read]).isFault()
        || (names.writers() != null && names.writers()[read] != Atoms.NO_NAME)
        || !resolution
            .ensure()
            .duplicates()
            .hasSeveralWriters(columns.keys[read], columns.values[read]);
  }

  private boolean isIndeterminate(int t) {
    return columns.outcomes[t] == Outcome.INDETERMINATE.code();
  }

  /** Whether a commit timestamp or a claimed order says that it happened. */
  private boolean hasPlace(int t) {
    return (columns.times != null && columns.times[HistoryColumns.COMMIT][t] != RawBlock.NO_TIME)
        || (columns.serials != null && columns.serials[t] != RawBlock.NO_NUMBER);
  }

  private boolean hasVersion(int t) {
    for (int i = columns.firstOperation[t]; i < columns.firstOperation[t + 1]; i++) {
      Set<VersionOrder.Version> versions = versionsByKey.get(columns.keyNames[columns.keys[i]]);
      if (versions != null
          && columns.kinds[i] >= HistoryColumns.WRITE
          && (versions.contains(new VersionOrder.Version(columns.values[i], Atoms.NO_NAME))
              || versions.contains(
                  new VersionOrder.Version(columns.values[i], columns.names[t])))) {
        return true;
      }
    }
    return false;
  }
}
