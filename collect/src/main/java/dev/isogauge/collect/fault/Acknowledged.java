package dev.isogauge.collect.fault;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import dev.isogauge.collect.record.RecordedTransaction;
import java.util.List;
import java.util.Set;

/** Changes of a kind whose commits were acknowledged, and how a read shows that one is gone. */
interface Acknowledged {
  /** Notes what a transaction changed. */
  void add(RecordedTransaction<Long> transaction, String name);

  /** How many changes were acknowledged. */
  long count();

  /** The lists or items that were changed. */
  Set<Long> keys();

  /** Reads a list or an item, and says which changes are gone from it. */
  List<Durability.Lost> missing(Session reader, long key, String server) throws Failure;
}
