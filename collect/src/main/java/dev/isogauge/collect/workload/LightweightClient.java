package dev.isogauge.collect.workload;

import dev.isogauge.collect.Failure;
import dev.isogauge.collect.Session;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lightweight transactions, each on one key: a read; or, with the value that this session read
 * last, an insert-if-absent or a compare-and-set.
 */
final class LightweightClient implements Client {
  private final Draw draw;

  /** What it read last; of keys that have retired some remain for a while. */
  private final Map<Integer, OptionalLong> seen = new LinkedHashMap<>();

  LightweightClient(Draw draw) {
    this.draw = draw;
  }

  @Override
  public void operate(Session session) throws Failure {
    int place = draw.place();
    int key = draw.key(place);
    draw.pause();
    if (draw.isRead() || !seen.containsKey(key)) {
      see(key, session.read(key));
      return;
    }
    // Whatever comes of it, the value seen is out of date.
    OptionalLong expected = seen.remove(key);
    draw.countWrite(place);
    long value = draw.value();
    boolean changed =
        expected.isEmpty()
            ? session.insert(key, value)
            : session.compareAndSet(key, expected.getAsLong(), value);
    if (changed) {
      see(key, OptionalLong.of(value));
    }
  }

  private void see(int key, OptionalLong value) {
    seen.put(key, value);
    if (seen.size() > draw.keys()) {
      seen.remove(seen.keySet().iterator().next());
    }
  }
}
