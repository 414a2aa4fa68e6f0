package dev.isogauge.collect.litmus;

import java.util.OptionalLong;

/**
 * A version of an item.
 *
 * @param writer the transaction that wrote it; empty for the state before anybody did
 * @param value empty where the item is absent in it
 */
record Version(String writer, OptionalLong value) {
  static final Version UNBORN = new Version("", OptionalLong.empty());

  boolean isUnborn() {
    return writer.isEmpty();
  }

  /** As in histories. */
  @Override
  public String toString() {
    return (value.isPresent() ? Long.toString(value.getAsLong()) : "dead") + "@" + writer;
  }
}
