package dev.isogauge.collect.litmus;

import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.Row;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A version of an item.
 *
 * @param writer the transaction that wrote it; empty for the state before any write
 * @param value empty where the item is absent in it
 */
record Version(String writer, OptionalLong value) {
  /** Schedules have few, and ask for them often. */
  private static final Map<String, Predicate> CONDITIONS = new ConcurrentHashMap<>();

  static final Version UNBORN = new Version("", OptionalLong.empty());

  boolean isUnborn() {
    return writer.isEmpty();
  }

  /** Whether a value meets the condition; that of an absent item never does. */
  static boolean meets(String condition, OptionalLong value) {
    return value.isPresent()
        && CONDITIONS
            .computeIfAbsent(condition, Predicate::parse)
            .matches(Row.ofValue(value.getAsLong()));
  }

  /** As in histories. */
  @Override
  public String toString() {
    return (value.isPresent() ? Long.toString(value.getAsLong()) : "dead") + "@" + writer;
  }
}
