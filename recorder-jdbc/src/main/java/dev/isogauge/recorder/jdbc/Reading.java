package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Token;
import dev.isogauge.recorder.rows.Access;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a statement reads, where the database's log tells what it writes; made once for a text.
 *
 * @param plan what the statement means
 * @param sent what is sent in its place: the statement, perhaps with a {@link SnapshotGate}
 * @param isGated whether it notes its snapshot
 * @param locks whether it may wait for other transactions
 * @param tables that it reads
 * @param unknown tables that it reads and that have no versions
 * @param condition on the only table; none if it is not understood
 */
record Reading(
    StatementPlan plan,
    String sql,
    String sent,
    boolean isGated,
    boolean locks,
    Set<String> tables,
    Set<String> unknown,
    Optional<RowCondition> condition) {
  private static final Set<ValueType.Form> KEYS =
      Set.of(ValueType.Form.INTEGER, ValueType.Form.TEXT, ValueType.Form.UUID);

  /**
   * What a text means.
   *
   * @param isVersioned whether versions of a table's rows are known, by its name
   */
  static Reading of(
      String sql, StatementPlan plan, Catalog catalog, Predicate<String> isVersioned) {
    Optional<List<Token>> tokens = Tokens.of(sql, catalog.dialect());
    boolean isQuiet =
        plan instanceof StatementPlan.Nothing
            || plan instanceof StatementPlan.Control
            || plan instanceof StatementPlan.Definition
            || plan instanceof StatementPlan.Sequence
            || (plan instanceof StatementPlan.Insert);
    Optional<String> gated =
        isQuiet ? Optional.empty() : tokens.flatMap(each -> SnapshotGate.of(sql, each));
    boolean locks =
        !tokens.map(Reading::isPlainQuery).orElse(false)
            && !(plan instanceof StatementPlan.Nothing);
    Set<String> read = new LinkedHashSet<>();
    tables(plan, catalog, read);
    Set<String> unknown = new HashSet<>(read);
    unknown.removeIf(isVersioned);
    read.removeAll(unknown);
    return new Reading(
        plan,
        sql,
        gated.orElse(sql),
        gated.isPresent(),
        locks,
        read,
        unknown,
        tokens.flatMap(each -> condition(plan, each, catalog)));
  }

  private static boolean isPlainQuery(List<Token> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("INSERT")
          || token.is("UPDATE")
          || token.is("DELETE")
          || token.is("MERGE")
          || token.is("CALL")
          || token.is("DO")
          || (token.is("FOR") && tokens.get(i + 1).kind() == Tokens.Kind.WORD)) {
        return false;
      }
    }
    return true;
  }

  static String name(Table table) {
    int mark = table.name().lastIndexOf('#');
    return mark < 0 ? table.name() : table.name().substring(0, mark);
  }

  private static void tables(StatementPlan plan, Catalog catalog, Set<String> into) {
    if (plan instanceof StatementPlan.Query query) {
      into.add(name(query.table()));
    } else if (plan instanceof StatementPlan.Change change) {
      into.add(name(change.table()));
    } else if (plan instanceof StatementPlan.Insert insert && insert.conflict() != null) {
      into.add(name(insert.table()));
    } else if (plan instanceof StatementPlan.Definition definition) {
      tables(definition.content(), catalog, into);
    } else if (plan instanceof StatementPlan.Sequence sequence) {
      sequence.parts().forEach(part -> tables(part, catalog, into));
    } else if (plan instanceof StatementPlan.Unknown unknown) {
      boolean isAll = unknown.isAnywhere() || unknown.reads().contains("*");
      for (Table table : catalog.tables().values()) {
        if (isAll
            || table.values().stream()
                .anyMatch(column -> unknown.reads().contains(column.relation()))) {
          into.add(name(table));
        }
      }
    }
  }

  private static Optional<RowCondition> condition(
      StatementPlan plan, List<Token> tokens, Catalog catalog) {
    Table table = null;
    if (plan instanceof StatementPlan.Query query && query.isWhole()) {
      table = query.table();
    } else if (plan instanceof StatementPlan.Change change) {
      table = change.table();
    }
    if (table == null || table.hidesRows()) {
      return Optional.empty();
    }
    Table of = table;
    return SnapshotGate.place(tokens)
        .flatMap(
            place -> {
              int where = place.where();
              boolean hasAlias = where >= 2 && tokens.get(where - 2).isName();
              String alias = hasAlias ? catalog.stored(tokens.get(where - 2)) : "";
              int begin = where < 0 ? place.end() : where;
              return RowCondition.of(tokens, begin, place.end(), of, alias, catalog);
            });
  }

  boolean readsNothing() {
    return tables.isEmpty() && unknown.isEmpty();
  }

  /** The same where two snapshots around it are known: what differs between them is not. */
  Reading between() {
    return new Reading(plan, sql, sent, false, true, tables, unknown, condition);
  }

  /** The same, executed several times with parameters that are not noted. */
  Reading ofBatch() {
    return new Reading(
        plan instanceof StatementPlan.Insert
            ? plan
            : new StatementPlan.Unknown(Set.of(), Set.of(), false, new Origin(sql, Origin.BATCH)),
        sql,
        sent,
        false,
        true,
        tables,
        unknown,
        Optional.empty());
  }

  /** Whether it runs code whose statements may each have a snapshot of their own. */
  private boolean isAnywhere() {
    return plan instanceof StatementPlan.Unknown unknown && unknown.isAnywhere();
  }

  /**
   * What an execution reads.
   *
   * @param isFixed whether the transaction has one snapshot
   * @param hasAltered whether rows may have other columns than the log shows
   */
  Access access(List<Object> parameters, boolean isFixed, boolean hasAltered) {
    Set<String> open = isAnywhere() && !isFixed ? Set.of("*") : unknown;
    List<String> all = open.contains("*") ? List.of() : List.copyOf(tables);
    Optional<List<String>> keys = all.size() == 1 ? keys(parameters) : Optional.empty();
    Optional<String> condition =
        hasAltered || all.size() != 1 ? Optional.empty() : this.condition.flatMap(each -> each.with(parameters));
    Set<String> dropped =
        plan instanceof StatementPlan.Definition definition ? definition.dropped() : Set.of();
    return new Access(
        all, open, keys, condition, locks, readsKeysOnly(), isBlind(), dropped, sql);
  }

  private Optional<List<String>> keys(List<Object> parameters) {
    if (plan instanceof StatementPlan.Query query) {
      return keys(query.table(), query.rows(parameters));
    } else if (plan instanceof StatementPlan.Change change) {
      return keys(change.table(), change.rows(parameters));
    }
    return Optional.empty();
  }

  private static Optional<List<String>> keys(Table table, List<String> rows) {
    boolean isPlain =
        !table.hidesRows()
            && table.keys().stream().allMatch(column -> KEYS.contains(column.type().form()));
    return isPlain ? Optional.ofNullable(rows) : Optional.empty();
  }

  private boolean readsKeysOnly() {
    if (!isGated) {
      return false;
    }
    return plan instanceof StatementPlan.Query query
        ? query.condition().isExact()
        : plan instanceof StatementPlan.Change change && change.condition().isExact();
  }

  /** Whether it changes rows and looks at nothing but their keys. */
  private boolean isBlind() {
    return plan instanceof StatementPlan.Insert
        || (plan instanceof StatementPlan.Change change
            && change.condition().isExact()
            && (change.assignments() == null
                || change.assignments().values().stream()
                    .allMatch(
                        value ->
                            value instanceof Operand.Literal
                                || value instanceof Operand.Parameter
                                || value instanceof Operand.Default
                                || value instanceof Operand.Clock)));
  }
}
