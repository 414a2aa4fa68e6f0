package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;

/** What one session does. */
@FunctionalInterface
public interface Client {
  /** The operations of the next transaction, between its begin and its commit. */
  void operate(Session session) throws Failure;
}
