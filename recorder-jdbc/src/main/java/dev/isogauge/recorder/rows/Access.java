package dev.isogauge.recorder.rows;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a statement read, as far as its text says.
 *
 * @param tables those in which it searched
 * @param unknown tables that it read and whose versions are not known; "*" for all
 * @param keys the rows that it asked for, of its only table; none if it searched
 * @param condition what it searched for, where that can be evaluated on single rows
 * @param locks whether it waits for transactions that change its rows, and reads what they wrote
 * @param readsKeysOnly whether the keys are all that it asked for
 * @param isBlind whether it changed rows without a look at them
 * @param dropped tables that it emptied or removed
 * @param sql its text
 */
public record Access(
    List<String> tables,
    Set<String> unknown,
    Optional<List<String>> keys,
    Optional<String> condition,
    boolean locks,
    boolean readsKeysOnly,
    boolean isBlind,
    Set<String> dropped,
    String sql) {
  /** What a statement that reads nothing does. */
  public static Access nothing(String sql) {
    return new Access(
        List.of(), Set.of(), Optional.empty(), Optional.empty(), false, true, true, Set.of(), sql);
  }

  boolean readsNothing() {
    return tables.isEmpty() && unknown.isEmpty();
  }
}
