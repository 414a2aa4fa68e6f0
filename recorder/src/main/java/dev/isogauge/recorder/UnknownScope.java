package dev.isogauge.recorder;

/**
 * Where a statement that is not understood may have read or written something. No level is said to
 * hold for a history with such statements, and none to be violated by what they could explain.
 *
 * <pre>{@code
 * transaction.unknownWrite(UnknownScope.table("accounts"));
 * }</pre>
 */
public sealed interface UnknownScope {
  /** One key: {@code UnknownScope.key("accounts/17")}. */
  static UnknownScope key(Object key) {
    return new Key(key);
  }

  /** The keys of one relation: {@code UnknownScope.table("accounts")}. */
  static UnknownScope table(String relation) {
    return new Table(relation);
  }

  /** Any key: {@code UnknownScope.everything()}. */
  static UnknownScope everything() {
    return new Everything();
  }

  /**
   * One key.
   *
   * @param key a string or an integer
   */
  record Key(Object key) implements UnknownScope {}

  /**
   * The keys of one relation.
   *
   * @param relation the part of the keys before the first slash; {@code "*"} for keys without one
   */
  record Table(String relation) implements UnknownScope {}

  /** Any key. */
  record Everything() implements UnknownScope {}
}
