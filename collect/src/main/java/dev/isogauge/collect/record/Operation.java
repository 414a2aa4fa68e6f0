package dev.isogauge.collect.record;

import java.util.List;
import java.util.OptionalLong;

/**
 * An operation of a transaction as it turned out.
 *
 * @param <K> how keys are written: numbers in recordings, names in schedules
 */
public sealed interface Operation<K> {
  /** Whether others may see what it did. */
  default boolean isChange() {
    return false;
  }

  /**
   * A read of an item.
   *
   * @param value none where there is no such item
   */
  record Read<K>(K key, OptionalLong value) implements Operation<K> {
    /** A read that found nothing. */
    public static <K> Read<K> ofNothing(K key) {
      return new Read<>(key, OptionalLong.empty());
    }
  }

  /** A read of a whole list. */
  record ListRead<K>(K key, List<Long> elements) implements Operation<K> {
    public ListRead {
      elements = List.copyOf(elements);
    }
  }

  /** A read that failed, so that nothing is known of what it saw. */
  record FailedRead<K>(K key) implements Operation<K> {}

  /**
   * A write of an item.
   *
   * @param value none for a delete
   */
  record Write<K>(K key, OptionalLong value) implements Operation<K> {
    /** A write of a value. */
    public static <K> Write<K> of(K key, long value) {
      return new Write<>(key, OptionalLong.of(value));
    }

    /** A delete. */
    public static <K> Write<K> delete(K key) {
      return new Write<>(key, OptionalLong.empty());
    }

    @Override
    public boolean isChange() {
      return true;
    }
  }

  /** An append to a list. */
  record Append<K>(K key, long element) implements Operation<K> {
    @Override
    public boolean isChange() {
      return true;
    }
  }

  /** A search by a condition, or the search of a change by condition. */
  record Search<K>(String condition, List<Match<K>> matches) implements Operation<K> {
    public Search {
      matches = List.copyOf(matches);
    }
  }

  /**
   * An item that a search found.
   *
   * @param value none where the search did not say
   */
  record Match<K>(K key, OptionalLong value) {
    /** A match of which only the key is known. */
    public static <K> Match<K> ofKey(K key) {
      return new Match<>(key, OptionalLong.empty());
    }
  }

  /**
   * A search that returned an aggregate.
   *
   * @param aggregate with its condition, such as {@code count(*) where value > 5}
   * @param value none where it is null
   */
  record AggregateRead<K>(String aggregate, OptionalLong value) implements Operation<K> {}
}
