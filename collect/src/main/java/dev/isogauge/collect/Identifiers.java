package dev.isogauge.collect;

import dev.isogauge.history.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the database calls a transaction.
 *
 * @param xid its number; a transaction that has not written may have none
 * @param snapshot what it sees
 */
public record Identifiers(OptionalLong xid, Optional<Snapshot> snapshot) {
  /** Of a database that does not say. */
  public static final Identifiers NONE = new Identifiers(OptionalLong.empty(), Optional.empty());

  /** The snapshot that PostgreSQL writes as {@code xmin:xmax:xip,...}. */
  public static Snapshot snapshot(String text) {
    String[] parts = text.split(":", -1);
    List<Long> running =
        Arrays.stream(parts[2].split(",", -1))
            .filter(xid -> !xid.isEmpty())
            .map(Long::valueOf)
            .toList();
    return new Snapshot(Long.parseLong(parts[0]), Long.parseLong(parts[1]), running);
  }
}
