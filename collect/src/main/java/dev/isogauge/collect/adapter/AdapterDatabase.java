package dev.isogauge.collect.adapter;

import dev.isogauge.collect.keyvalue.KeyValueDatabase;
import dev.isogauge.predicate.ColumnRange;
import dev.isogauge.predicate.Predicate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A database behind an adapter of the user's. */
public final class AdapterDatabase extends KeyValueDatabase {
  /** Numbers that every language has. */
  private static final long LARGEST = 1L << 53;

  private final AdapterStore store;

  AdapterDatabase(String name, AdapterStore store) {
    super(name, store.description().capabilities(), store);
    this.store = store;
  }

  /** What starts the adapter. */
  public String command() {
    return store.command();
  }

  /** The request that reads what is about to be changed. */
  public String verbToChange() {
    return AdapterConnection.verbToChange(store);
  }

  /** What a key shows that nobody has written; empty where that is nothing. */
  public OptionalLong initial() {
    return store.initial();
  }

  /** The smallest range of values that holds what a condition searches for. */
  public static Map<String, Long> range(String condition) {
    Optional<ColumnRange> range = Predicate.parse(condition).range();
    Map<String, Long> bounds = new LinkedHashMap<>();
    bounds.put("from", -LARGEST);
    bounds.put("to", LARGEST);
    if (range.isPresent() && !range.get().isText()) {
      bounds.put("from", bound(range.get().low(), -LARGEST));
      bounds.put("to", bound(range.get().high(), LARGEST));
    }
    return bounds;
  }

  private static long bound(Optional<Object> value, long otherwise) {
    return value.isPresent()
            && value.get() instanceof Number number
            && Math.abs(number.doubleValue()) < LARGEST
        ? number.longValue() // Conditions have whole numbers.
        : otherwise;
  }
}
