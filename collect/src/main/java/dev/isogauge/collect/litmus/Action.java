package dev.isogauge.collect.litmus;

import dev.isogauge.collect.Capability;
import java.util.Locale;
import java.util.Optional;
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
    /** A read as one that is about to be changed. */
    LOCK,
    /** Gives the item this value, whether it exists or not. */
    WRITE,
    /** A plain insert, which fails if the item exists. */
    INSERT,
    /** A plain update, which changes nothing if there is no such item. */
    UPDATE,
    DELETE,
    /** Adds an element to the end of a list. */
    APPEND,
    SELECT,
    UPDATE_WHERE,
    DELETE_WHERE,
    /** A read for update of an item that no other transaction has locked. */
    TAKE,
    /** A plain MERGE, which updates the item or inserts it. */
    MERGE,
    /** Inserts an item whose value depends on those of others, in one statement. */
    COPY,
    /** Pairs items that meet a condition. */
    JOIN,
    SAVEPOINT,
    ROLLBACK_TO_SAVEPOINT,
    COMMIT,
    ROLLBACK;

    /** What a database must be able to do for it. */
    Optional<Capability> needs() {
      return switch (this) {
        case LOCK -> Optional.of(Capability.READ_FOR_UPDATE);
        case DELETE -> Optional.of(Capability.DELETES);
        case APPEND -> Optional.of(Capability.LISTS);
        case SELECT, UPDATE_WHERE, DELETE_WHERE -> Optional.of(Capability.PREDICATES);
        case TAKE, MERGE, COPY, JOIN -> Optional.of(Capability.SQL);
        case SAVEPOINT, ROLLBACK_TO_SAVEPOINT -> Optional.of(Capability.SAVEPOINTS);
        case READ, WRITE, INSERT, UPDATE, COMMIT, ROLLBACK -> Optional.empty();
      };
    }
  }

  /** One without an item, a condition or a value. */
  public static Action plain(Verb verb) {
    return new Action(verb, "", "", OptionalLong.empty());
  }

  public static Action onItem(Verb verb, String key) {
    return new Action(verb, key, "", OptionalLong.empty());
  }

  public static Action onItem(Verb verb, String key, long value) {
    return new Action(verb, key, "", OptionalLong.of(value));
  }

  public static Action where(Verb verb, String condition) {
    return new Action(verb, "", condition, OptionalLong.empty());
  }

  /** An update of all items that meet a condition. */
  public static Action updateWhere(String condition, long value) {
    return new Action(Verb.UPDATE_WHERE, "", condition, OptionalLong.of(value));
  }

  /** An insert of an item, with this value and the sum of those that meet a condition. */
  public static Action copy(String key, String condition, long value) {
    return new Action(Verb.COPY, key, condition, OptionalLong.of(value));
  }

  public static Action commit() {
    return plain(Verb.COMMIT);
  }

  public static Action rollback() {
    return plain(Verb.ROLLBACK);
  }

  /** The same with another value. */
  Action plus(long more) {
    return value.isPresent()
        ? new Action(verb, key, condition, OptionalLong.of(value.getAsLong() + more))
        : this;
  }

  /** Whether the transaction is over after it. */
  public boolean isEnd() {
    return verb == Verb.COMMIT || verb == Verb.ROLLBACK;
  }

  /** Whether it gives one item this value. */
  boolean setsOneItem() {
    return !key.isEmpty() && value.isPresent() && verb != Verb.COPY;
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
