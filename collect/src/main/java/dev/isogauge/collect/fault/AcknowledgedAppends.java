package dev.isogauge.collect.fault;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Appends to lists, which keep everything. */
final class AcknowledgedAppends implements Acknowledged {
  /** Transactions by list and element. */
  private final Map<Long, Map<Long, String>> transactions = new LinkedHashMap<>();

  @Override
  public void add(RecordedTransaction<Long> transaction, String name) {
    if (!transaction.isCommitted()) {
      return;
    }
    for (Operation<Long> operation : transaction.operations()) {
      if (operation instanceof Operation.Append<Long> append) {
        transactions
            .computeIfAbsent(append.key(), unused -> new LinkedHashMap<>())
            .put(append.element(), name);
      }
    }
  }

  @Override
  public long count() {
    return transactions.values().stream().mapToLong(Map::size).sum();
  }

  @Override
  public Set<Long> keys() {
    return transactions.keySet();
  }

  @Override
  public List<Durability.Lost> missing(Session reader, long list, String server) throws Failure {
    Set<Long> elements = new HashSet<>(reader.readList(list));
    List<Durability.Lost> missing = new ArrayList<>();
    transactions
        .get(list)
        .forEach(
            (element, transaction) -> {
              if (!elements.contains(element)) {
                missing.add(new Durability.Lost(server, transaction, true, list, element));
              }
            });
    return missing;
  }
}
