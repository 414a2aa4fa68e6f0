package dev.isogauge.flink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.online.kernel.OnlineListener;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes events of what the kernel says. */
final class EventListener implements OnlineListener {
  private final Consumer<Event> events;

  EventListener(Consumer<Event> events) {
    this.events = events;
  }

  @Override
  public void found(TimestampFinding finding) {
    events.accept(new Event.Finding(finding, Optional.empty()));
  }

  @Override
  public void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    events.accept(new Event.Finding(finding, Optional.of(because)));
  }

  @Override
  public void counted(AnomalyKind kind) {
    events.accept(new Event.Counted(kind));
  }

  @Override
  public void counted(TimestampFinding finding) {
    events.accept(new Event.OneMore(finding));
  }

  /** What a late transaction changes is withdrawn or found anyway. */
  @Override
  public void late(TimestampedTransaction transaction) {}

  @Override
  public void unjudged(TimestampedTransaction transaction, String why) {
    events.accept(new Event.Unjudged(transaction, why));
  }
}
