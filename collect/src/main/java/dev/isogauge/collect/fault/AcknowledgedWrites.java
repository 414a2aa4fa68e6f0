package dev.isogauge.collect.fault;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.history.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Writes of items whose values are unique and which nothing deletes. An item shows its last value
 * only, so an acknowledged write is known to be gone if what is there came before it:
 *
 * <ol>
 *   <li>nothing is there;
 *   <li>or the write began after the commit of what is there had been acknowledged;
 *   <li>or its transaction had read what is there, or something that followed it in this way.
 * </ol>
 *
 * <p>Any other write may have been overwritten by what is there.
 */
final class AcknowledgedWrites implements Acknowledged {
  /**
   * The last write of an item by a transaction.
   *
   * @param end when it had been acknowledged
   * @param over what the transaction had read there before; empty if nothing
   */
  private record Write(
      String transaction,
      boolean acknowledged,
      long begin,
      long end,
      long value,
      OptionalLong over) {}

  private final Map<Long, List<Write>> writes = new LinkedHashMap<>();
  private long count;

  @Override
  public void add(RecordedTransaction<Long> transaction, String name) {
    if (transaction.outcome() == Outcome.ABORTED) {
      return;
    }
    Map<Long, OptionalLong> read = new HashMap<>();
    Map<Long, Long> written = new LinkedHashMap<>();
    for (Operation<Long> operation : transaction.operations()) {
      if (operation instanceof Operation.Read<Long> each && !written.containsKey(each.key())) {
        read.put(each.key(), each.value());
      } else if (operation instanceof Operation.Write<Long> write && write.value().isPresent()) {
        written.put(write.key(), write.value().getAsLong());
      }
    }
    written.forEach(
        (key, value) -> {
          count += transaction.isCommitted() ? 1 : 0;
          writes
              .computeIfAbsent(key, unused -> new ArrayList<>())
              .add(
                  new Write(
                      name,
                      transaction.isCommitted(),
                      transaction.begin(),
                      transaction.isCommitted() ? transaction.end() : Long.MAX_VALUE,
                      value,
                      read.getOrDefault(key, OptionalLong.empty())));
        });
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public Set<Long> keys() {
    return writes.keySet();
  }

  @Override
  public List<Durability.Lost> missing(Session reader, long item, String server) throws Failure {
    Set<Write> gone = gone(item, reader.read(item));
    return writes.get(item).stream()
        .filter(gone::contains)
        .map(write -> new Durability.Lost(server, write.transaction(), false, item, write.value()))
        .toList();
  }

  private Set<Write> gone(long item, OptionalLong found) {
    Set<Write> gone = new HashSet<>();
    Deque<Long> before = new ArrayDeque<>();
    for (Write write : writes.get(item)) {
      if (found.isEmpty()) {
        // Step 1.
        gone.add(write);
      } else if (write.value() == found.getAsLong()) {
        before.add(write.value());
        // Step 2.
        writes.get(item).stream().filter(other -> other.begin() > write.end()).forEach(gone::add);
      }
    }
    // Step 3.
    while (!before.isEmpty()) {
      OptionalLong value = OptionalLong.of(before.poll());
      for (Write write : writes.get(item)) {
        if (write.over().equals(value) && gone.add(write)) {
          before.add(write.value());
        }
      }
    }
    gone.removeIf(write -> !write.acknowledged());
    return gone;
  }
}
