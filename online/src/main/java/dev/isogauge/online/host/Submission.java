package dev.isogauge.online.host;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Transactions that were submitted together; they are judged when all their batches are done. */
final class Submission {
  private final AtomicInteger batches = new AtomicInteger(1);
  private final AtomicLong judged;
  private final int transactions;

  Submission(int transactions, AtomicLong judged) {
    this.transactions = transactions;
    this.judged = judged;
  }

  /** One without transactions. */
  Submission() {
    this(0, new AtomicLong());
  }

  void handedOver() {
    batches.incrementAndGet();
  }

  /** A batch is done, or the last one was handed over. */
  void done() {
    if (batches.decrementAndGet() == 0) {
      judged.addAndGet(transactions);
    }
  }
}
