package dev.isogauge.online.host;

import dev.isogauge.online.kernel.TieGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Transactions that were submitted together; they are judged when all their batches are done. */
final class Submission {
  private final AtomicInteger batches = new AtomicInteger(1);
  private final AtomicLong judged;
  private final int transactions;
  private final Consumer<List<TieGroup>> reportTies;
  private final List<TieGroup> ties = new ArrayList<>(0);

  Submission(int transactions, AtomicLong judged, Consumer<List<TieGroup>> reportTies) {
    this.transactions = transactions;
    this.judged = judged;
    this.reportTies = reportTies;
  }

  void handedOver() {
    batches.incrementAndGet();
  }

  /** What ties on the keys of a shard. */
  void tied(List<TieGroup> groups) {
    if (!groups.isEmpty()) {
      synchronized (ties) {
        ties.addAll(groups);
      }
    }
  }

  /** A batch is done, or the last one was sent. */
  void done() {
    if (batches.decrementAndGet() == 0) {
      synchronized (ties) {
        reportTies.accept(ties);
      }
      judged.addAndGet(transactions);
    }
  }
}
