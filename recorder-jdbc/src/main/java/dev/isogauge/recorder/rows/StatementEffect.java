package dev.isogauge.recorder.rows;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a statement read, as far as its text says.
 *
 * @param tables those in which it searched
 * @param unknown tables that it read and whose versions are not known; "*" for all
 * @param keys the rows that it asked for, of its only table; none if it searched
 * @param joined a row and what was looked up for it, if that is all that it read
 * @param condition what it searched for, where that can be evaluated on single rows
 * @param tests what its subqueries searched for, if it changed a row of its target
 * @param locks whether it waits for transactions that change its rows, and reads what they wrote
 * @param target the only table in which it may wait; none if it may in all
 * @param pinned the only rows there for which it may wait; none if it may for all
 * @param readsKeysOnly whether the keys are all that it asked for
 * @param isBlind whether it changed rows without reading them
 * @param isContained whether it changes nothing but rows of its target
 * @param dropped tables that it emptied or removed
 * @param sql its text
 */
public record StatementEffect(
    List<String> tables,
    Set<String> unknown,
    Optional<List<String>> keys,
    Optional<Joined> joined,
    Optional<String> condition,
    List<TableSearch> tests,
    boolean locks,
    Optional<String> target,
    Optional<List<String>> pinned,
    boolean readsKeysOnly,
    boolean isBlind,
    boolean isContained,
    Set<String> dropped,
    String sql) {
  /** A search of a table by a condition that is evaluated on single rows. */
  public record TableSearch(String table, String condition) {}

  private static final Pattern LOCKING =
      Pattern.compile(
          "(?is)^\\(?\\s*SELECT\\b.*\\bFOR\\s+(NO\\s+KEY\\s+UPDATE|UPDATE|KEY\\s+SHARE|SHARE)\\b");
  private static final Pattern SHARING = Pattern.compile("(?i)\\bFOR\\s+(KEY\\s+)?SHARE\\b");

  /** {@code u} of a read for update, {@code s} of one for share; empty otherwise. */
  public static String lock(String sql) {
    return !LOCKING.matcher(sql).find() ? "" : SHARING.matcher(sql).find() ? "s" : "u";
  }

  /** Of a statement of which nothing is known. */
  public static StatementEffect anything(String sql) {
    return new StatementEffect(
        List.of(),
        Set.of("*"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        true,
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        false,
        Set.of(),
        sql);
  }

  /** The same with other keys and another text, and without a condition and joins. */
  public StatementEffect redacted(
      Optional<List<String>> otherKeys, Optional<List<String>> otherPinned, String text) {
    return new StatementEffect(
        tables,
        unknown,
        otherKeys,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        locks,
        target,
        otherPinned,
        readsKeysOnly,
        isBlind,
        isContained,
        dropped,
        text);
  }

  /** Whether it may have waited for another transaction that changed a row, and read that. */
  boolean mayWait(String table, String key) {
    return locks
        && target.map(table::equals).orElse(true)
        && pinned.map(keys -> keys.contains(key)).orElse(true);
  }

  /** Whether it asks by their keys for rows that the other does not change. */
  boolean isApartFrom(StatementEffect change) {
    if (!change.isContained || keys.isEmpty() || change.target.isEmpty()) {
      return false;
    }
    return !tables.get(0).equals(change.target.get())
        || (change.pinned.isPresent() && Collections.disjoint(keys.get(), change.pinned.get()));
  }

  boolean readsNothing() {
    return tables.isEmpty() && unknown.isEmpty();
  }
}
