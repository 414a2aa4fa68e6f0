package dev.isogauge.online.host;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.online.kernel.OnlineListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps what a checker found, less what it withdrew. */
public final class Ledger implements OnlineListener {
  private final Map<TimestampFinding, Integer> counts = new HashMap<>();
  private final List<TimestampedTransaction> late = new ArrayList<>();
  private final List<String> unjudged = new ArrayList<>();
  private int withdrawn;
  private long counted;

  @Override
  public synchronized void found(TimestampFinding finding) {
    counts.merge(finding, 1, Integer::sum);
  }

  @Override
  public synchronized void withdrawn(TimestampFinding finding, TimestampedTransaction because) {
    withdrawn++;
    if (counts.merge(finding, -1, Integer::sum) < 0) {
      throw new AssertionError("withdrawn before it was found: " + finding);
    }
  }

  @Override
  public synchronized void counted(AnomalyKind kind) {
    counted++;
  }

  @Override
  public synchronized void counted(AnomalyKind kind, long count) {
    counted += count;
  }

  @Override
  public synchronized void late(TimestampedTransaction transaction) {
    late.add(transaction);
  }

  @Override
  public synchronized void unjudged(TimestampedTransaction transaction, String why) {
    unjudged.add(transaction.name() + ": " + why);
  }

  synchronized List<String> unjudged() {
    return List.copyOf(unjudged);
  }

  public synchronized List<TimestampFinding> findings() {
    List<TimestampFinding> all = new ArrayList<>();
    counts.forEach(
        (finding, count) -> {
          for (int i = 0; i < count; i++) {
            all.add(finding);
          }
        });
    return all;
  }

  synchronized List<TimestampedTransaction> late() {
    return List.copyOf(late);
  }

  synchronized int withdrawn() {
    return withdrawn;
  }

  /** Pairs beyond those that are described. */
  synchronized long counted() {
    return counted;
  }
}
