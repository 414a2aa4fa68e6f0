package dev.isogauge.collect.keyvalue;

import dev.isogauge.collect.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Transactions over keys and values that are texts: items and lists are keys of two kinds, and what
 * changes one by its value reads it first.
 */
public interface KeyValueConnection extends StoreConnection {
  /** What keys of items begin with. */
  String ITEM = "item/";

  /** What keys of lists begin with. */
  String LIST = "list/";

  /** The value of the key; the transaction's own, if it has put one. */
  Optional<String> value(String key) throws Failure;

  /** The value of a key that is about to be changed by it, as {@link #readToChange} means it. */
  default Optional<String> valueForUpdate(String key) throws Failure {
    return value(key);
  }

  /**
   * Gives the key a value.
   *
   * @throws Failure.Aborted at once or when committing, if another transaction did so meanwhile
   */
  void put(String key, String value) throws Failure;

  /** Removes the key; conflicts are as with {@link #put}. */
  void remove(String key) throws Failure;

  @Override
  default OptionalLong read(long key) throws Failure {
    return number(value(ITEM + key));
  }

  @Override
  default OptionalLong readToChange(long key) throws Failure {
    return number(valueForUpdate(ITEM + key));
  }

  private static OptionalLong number(Optional<String> value) {
    return value.isPresent() ? OptionalLong.of(Long.parseLong(value.get())) : OptionalLong.empty();
  }

  @Override
  default void write(long key, long value) throws Failure {
    put(ITEM + key, Long.toString(value));
  }

  @Override
  default void remove(long key) throws Failure {
    remove(ITEM + key);
  }

  @Override
  default void append(long key, long element) throws Failure {
    String before = valueForUpdate(LIST + key).map(list -> list + ",").orElse("");
    put(LIST + key, before + element);
  }

  @Override
  default List<Long> readList(long key) throws Failure {
    List<Long> elements = new ArrayList<>();
    Optional<String> list = value(LIST + key);
    if (list.isPresent()) {
      for (String element : list.get().split(",", -1)) {
        elements.add(Long.parseLong(element));
      }
    }
    return elements;
  }
}
