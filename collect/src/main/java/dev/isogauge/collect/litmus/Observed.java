package dev.isogauge.collect.litmus;

import java.util.List;
import java.util.OptionalLong;

/** An operation as it turned out. */
sealed interface Observed {
  /**
   * A read of an item.
   *
   * @param value empty where there is no such item
   */
  record ItemRead(String key, OptionalLong value) implements Observed {}

  /**
   * A write of an item.
   *
   * @param value empty for a delete
   */
  record ItemWrite(String key, OptionalLong value) implements Observed {}

  /** A search by a condition, or the search of a change by condition. */
  record PredicateRead(String condition, List<Match> matches) implements Observed {
    public PredicateRead {
      matches = List.copyOf(matches);
    }
  }

  /**
   * An item that a search found.
   *
   * @param value empty where the search did not tell
   */
  record Match(String key, OptionalLong value) {}
}
