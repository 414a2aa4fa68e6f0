package dev.isogauge.online;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Party;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a checker found, less what it withdrew. */
public final class Counter implements OnlineListener {
  private final LongAdder standing = new LongAdder();

  @Override
  public void found(TimestampFinding finding) {
    standing.increment();
  }

  @Override
  public void withdrawn(TimestampFinding finding, Party because) {
    standing.decrement();
  }

  @Override
  public void late(Party transaction) {}

  long standing() {
    return standing.sum();
  }
}
