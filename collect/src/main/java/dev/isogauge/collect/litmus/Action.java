package dev.isogauge.collect.litmus;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * What a step of a schedule does.
 *
 * @param key the name of an item; empty where the verb takes none
 * @param condition SQL over {@code value}; empty where the verb takes none
 * @param value what items are set to; empty where the verb sets none
 */
public record Action(Verb verb, String key, String condition, OptionalLong value) {
  /** The kind of an action. */
  public enum Verb {
    READ,
    /** Gives the item this value, whether it exists or not. */
    WRITE,
    /** A plain insert, which fails if the item exists. */
    INSERT,
    /** A plain update, which changes nothing if there is no such item. */
    UPDATE,
    DELETE,
    SELECT,
    UPDATE_WHERE,
    DELETE_WHERE,
    COMMIT,
    ROLLBACK
  }

  static Action onItem(Verb verb, String key) {
    return new Action(verb, key, "", OptionalLong.empty());
  }

  static Action onItem(Verb verb, String key, long value) {
    return new Action(verb, key, "", OptionalLong.of(value));
  }

  static Action where(Verb verb, String condition) {
    return new Action(verb, "", condition, OptionalLong.empty());
  }

  static Action updateWhere(String condition, long value) {
    return new Action(Verb.UPDATE_WHERE, "", condition, OptionalLong.of(value));
  }

  static Action commit() {
    return new Action(Verb.COMMIT, "", "", OptionalLong.empty());
  }

  static Action rollback() {
    return new Action(Verb.ROLLBACK, "", "", OptionalLong.empty());
  }

  /** Whether the transaction is over after it. */
  boolean isEnd() {
    return verb == Verb.COMMIT || verb == Verb.ROLLBACK;
  }

  /** Whether it gives one item a value. */
  boolean setsOneItem() {
    return !key.isEmpty() && value.isPresent();
  }

  /** As in the file of a schedule. */
  @Override
  public String toString() {
    return verb.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (key.isEmpty() ? "" : " " + key)
        + (condition.isEmpty() ? "" : " \"" + condition + "\"")
        + (value.isPresent() ? " " + value.getAsLong() : "");
  }
}
