package dev.isogauge.online.host;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.online.kernel.OnlineListener;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a checker found, less what it withdrew. */
public final class Counter implements OnlineListener {
  private final LongAdder standing = new LongAdder();

  @Override
  public void found(TimestampFinding finding) {
    standing.increment();
  }

  @Override
  public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    standing.decrement();
  }

  @Override
  public void counted(AnomalyKind kind) {
    standing.increment();
  }

  @Override
  public void late(TimestampedTransaction transaction) {}

  @Override
  public void unjudged(TimestampedTransaction transaction, String why) {
    throw new AssertionError(transaction + ": " + why);
  }

  long standing() {
    return standing.sum();
  }
}
