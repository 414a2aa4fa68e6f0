package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lightweight transactions, each on one key: a read; or, with the value that this session read
 * last, an insert-if-absent or a compare-and-set.
 */
final class LightweightClient implements Client {
  private final Draw draw;
  private final Map<Integer, OptionalLong> seen = new HashMap<>();

  LightweightClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    int key = draw.key();
    draw.pause();
    if (draw.isRead() || !seen.containsKey(key)) {
      seen.put(key, session.read(key));
      return;
    }
    // Whatever comes of it, the value seen is out of date.
    OptionalLong expected = seen.remove(key);
    long value = draw.value();
    boolean changed =
        expected.isEmpty()
            ? session.insert(key, value)
            : session.compareAndSet(key, expected.getAsLong(), value);
    if (changed) {
      seen.put(key, OptionalLong.of(value));
    }
  }
}
