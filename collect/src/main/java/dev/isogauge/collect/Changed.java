package dev.isogauge.collect;

import java.util.List;

/**
 * What a change by condition did.
 *
 * @param count how many items it changed
 * @param keys their keys; empty where the database does not return them ({@link
 *     Capability#RETURNS_CHANGED})
 */
public record Changed(int count, List<Long> keys) {
  public Changed {
    keys = List.copyOf(keys);
  }
}
