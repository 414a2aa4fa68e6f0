package dev.isogauge.online.kernel;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;

/** Passes everything on to another listener; a subclass says what it does not pass on. */
public abstract class ForwardingListener implements OnlineListener {
  private final OnlineListener listener;

  /** Passes on to a listener. */
  protected ForwardingListener(OnlineListener listener) {
    this.listener = listener;
  }

  @Override
  public void found(TimestampFinding finding) {
    listener.found(finding);
  }

  @Override
  public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    listener.withdrawn(finding, because);
  }

  @Override
  public void counted(AnomalyKind kind) {
    listener.counted(kind);
  }

  @Override
  public void counted(AnomalyKind kind, long count) {
    listener.counted(kind, count);
  }

  @Override
  public void counted(TimestampFinding finding) {
    listener.counted(finding);
  }

  @Override
  public void late(TimestampedTransaction transaction) {
    listener.late(transaction);
  }

  @Override
  public void unjudged(TimestampedTransaction transaction, String why) {
    listener.unjudged(transaction, why);
  }
}
