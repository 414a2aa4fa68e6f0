package dev.isogauge.collect.recover;

import dev.isogauge.history.Snapshot;
import java.util.Arrays;
import java.util.List;

/** PostgreSQL's snapshots, as text and in a recording. */
final class Snapshots {
  /** The function's name is that of before version 13, which later versions still know. */
  static final String CURRENT = "txid_current_snapshot()::text";

  private Snapshots() {}

  /** The snapshot of {@code xmin:xmax:xip,...}. */
  static Snapshot parse(String text) {
    String[] parts = text.split(":", -1);
    List<Long> running =
        Arrays.stream(parts[2].split(",", -1))
            .filter(xid -> !xid.isEmpty())
            .map(Long::valueOf)
            .toList();
    return new Snapshot(Long.parseLong(parts[0]), Long.parseLong(parts[1]), running);
  }

  /** The snapshot as a recording holds it. */
  static List<Object> recorded(Snapshot snapshot) {
    return List.of(snapshot.begin(), snapshot.end(), snapshot.running());
  }

  /** The snapshot that a recording holds. */
  static Snapshot ofRecorded(Object json) {
    List<?> parts = (List<?>) json;
    List<Long> running = ((List<?>) parts.get(2)).stream().map(Long.class::cast).toList();
    return new Snapshot((Long) parts.get(0), (Long) parts.get(1), running);
  }
}
