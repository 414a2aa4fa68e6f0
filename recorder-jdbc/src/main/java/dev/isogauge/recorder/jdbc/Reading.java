package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Token;
import dev.isogauge.recorder.rows.RowVersions;
import dev.isogauge.recorder.rows.StatementEffect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a statement reads, where the database's log tells what it writes; made once for a text.
 *
 * @param plan what the statement means
 * @param sql the statement, perhaps without its literals
 * @param sent what is sent in its place: the statement, perhaps with a {@link SnapshotGate}
 * @param isGated whether it notes its snapshot
 * @param locks whether it may wait for other transactions
 * @param target the only table for whose rows it may wait; none if it may for others
 * @param pins conditions of a key's columns that it requires of these rows
 * @param insertsByKey whether it inserts rows that may be there, by their keys
 * @param tables that it reads
 * @param unknown tables that it reads and that have no versions
 * @param condition on the only table; none if it is not understood
 * @param join a row with what outer joins look up for it; none if it is something else
 * @param tests what its subqueries search for, if they are computed for each row that it changes
 */
record Reading(
    StatementPlan plan,
    String sql,
    String sent,
    boolean isGated,
    boolean locks,
    Optional<Table> target,
    Map<Column, StatementValue> pins,
    boolean insertsByKey,
    Set<String> tables,
    Set<String> unknown,
    Optional<PortableCondition> condition,
    Optional<JoinReader.Plan> join,
    List<SubqueryReader.TableSearch> tests) {
  private static final Set<ValueType.Form> KEYS =
      Set.of(ValueType.Form.INTEGER, ValueType.Form.TEXT, ValueType.Form.UUID);

  /**
   * What a text means.
   *
   * @param versioned the tables whose rows have versions
   */
  static Reading of(String sql, StatementPlan plan, Catalog catalog, RowTables versioned) {
    Optional<List<Token>> tokens = Tokens.of(sql, catalog.dialect());
    boolean isQuiet =
        plan instanceof StatementPlan.Nothing
            || plan instanceof StatementPlan.Control
            || plan instanceof StatementPlan.Definition
            || plan instanceof StatementPlan.Sequence
            || (plan instanceof InsertPlan);
    Optional<String> gated =
        isQuiet ? Optional.empty() : tokens.flatMap(each -> SnapshotGate.of(sql, each));
    boolean locks =
        !tokens.map(Reading::isPlainQuery).orElse(false)
            && !(plan instanceof StatementPlan.Nothing);
    Optional<Table> target =
        plan instanceof ChangePlan change
            ? Optional.of(change.table())
            : tokens.flatMap(each -> target(each, catalog));
    Set<String> read = new LinkedHashSet<>();
    tables(plan, catalog, read);
    Set<String> unknown = new HashSet<>(read);
    unknown.removeIf(versioned::isVersioned);
    read.removeAll(unknown);
    return new Reading(
        plan,
        Literals.shape(sql),
        gated.orElse(sql),
        gated.isPresent(),
        locks,
        target,
        tokens
            .filter(each -> target.isPresent() && gated.isPresent())
            .map(each -> pins(each, target.get(), catalog))
            .orElse(Map.of()),
        plan instanceof InsertPlan insert && versioned.hasOneKey(name(insert.table())),
        read,
        unknown,
        tokens.flatMap(each -> condition(plan, read, each, catalog)),
        plan instanceof StatementPlan.Unknown open && !open.isAnywhere() && unknown.isEmpty()
            ? tokens
                .flatMap(each -> JoinReader.read(each, catalog))
                .filter(join -> join.tables().equals(read))
            : Optional.empty(),
        plan instanceof StatementPlan.Unknown open
                && !open.isAnywhere()
                && unknown.isEmpty()
                && target.isPresent()
                && target.get().doubt() == null
                && target.get().writes().isEmpty()
            ? tokens.map(each -> SubqueryReader.read(each, catalog)).orElse(List.of())
            : List.of());
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

  /** The table that an UPDATE or DELETE changes, if it is the only one that it may wait for. */
  private static Optional<Table> target(List<Token> tokens, Catalog catalog) {
    int at = tokens.get(0).is("UPDATE") ? 1 : tokens.get(0).is("DELETE") ? 2 : -1;
    if (at < 0 || !tokens.get(at).isName() || tokens.get(at + 1).is(".")) {
      return Optional.empty();
    }
    List<Table> found =
        catalog.mentioned(Optional.empty(), catalog.schema(), catalog.stored(tokens.get(at)));
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** What it requires of key columns, where its condition is a conjunction. */
  private static Map<Column, StatementValue> pins(
      List<Token> tokens, Table table, Catalog catalog) {
    Optional<SnapshotGate.Place> place = SnapshotGate.place(tokens);
    Map<Column, StatementValue> pins = new HashMap<>();
    if (place.isEmpty() || place.get().where() < 0) {
      return pins;
    }
    int depth = 0;
    for (int i = place.get().where(); i < place.get().end(); i++) {
      Token token = tokens.get(i);
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0 && (token.is("OR") || token.is("BETWEEN"))) {
        return Map.of();
      }
      Token before = tokens.get(i - 1);
      Token after = tokens.get(Math.min(i + 3, tokens.size() - 1));
      boolean isPart =
          depth == 0
              && token.isName()
              && tokens.get(i + 1).is("=")
              && (before.is("WHERE") || before.is("AND"))
              && (i + 3 == place.get().end() || after.is("AND"));
      if (isPart) {
        Token value = tokens.get(i + 2);
        Optional<Column> column =
            table.column(Catalog.shown(catalog.stored(token), catalog.dialect()));
        if (column.isPresent() && table.isKey(column.get())) {
          if (value.kind() == Tokens.Kind.PARAMETER) {
            pins.put(column.get(), new StatementValue.Parameter((int) value.value(), false));
          } else if (value.value() instanceof Long || value.kind() == Tokens.Kind.STRING) {
            pins.put(column.get(), new StatementValue.Literal(value.value()));
          }
        }
      }
    }
    return pins;
  }

  private Optional<List<String>> pinned(List<Object> parameters) {
    if (target.isEmpty() || !pins.keySet().containsAll(target.get().keys())) {
      return Optional.empty();
    }
    List<Object> key = new ArrayList<>();
    for (Column column : target.get().keys()) {
      key.add(pins.get(column).value(parameters));
    }
    return Optional.ofNullable(target.get().row(key))
        .flatMap(row -> keys(target.get(), List.of(row)));
  }

  static String name(Table table) {
    int mark = table.name().lastIndexOf('#');
    return mark < 0 ? table.name() : table.name().substring(0, mark);
  }

  private static void tables(StatementPlan plan, Catalog catalog, Set<String> into) {
    if (plan instanceof QueryPlan query) {
      into.add(name(query.table()));
    } else if (plan instanceof ChangePlan change) {
      into.add(name(change.table()));
    } else if (plan instanceof InsertPlan insert && insert.conflict() != null) {
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

  private static Optional<PortableCondition> condition(
      StatementPlan plan, Set<String> read, List<Token> tokens, Catalog catalog) {
    Table table = null;
    if (plan instanceof QueryPlan query && query.isWhole()) {
      table = query.table();
    } else if (plan instanceof ChangePlan change) {
      table = change.table();
    } else if (plan instanceof StatementPlan.Unknown && read.size() == 1) {
      boolean isHidden =
          tokens.stream()
              .anyMatch(
                  each -> each.isName() && catalog.temporary().contains(catalog.stored(each)));
      if (isHidden) {
        return Optional.empty();
      }
      return catalog.tables().values().stream()
          .filter(each -> read.contains(name(each)) && !each.hidesRows())
          .findFirst()
          .flatMap(
              only ->
                  SnapshotGate.place(tokens)
                      .flatMap(
                          place -> PortableCondition.ofAggregate(tokens, place, only, catalog)));
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
              return PortableCondition.of(tokens, begin, place.end(), of, alias, catalog);
            });
  }

  boolean readsNothing() {
    return tables.isEmpty() && unknown.isEmpty();
  }

  /** Of a statement that cannot be planned: it may read anything. */
  static Reading unknown(String sql, Throwable reason) {
    Origin origin = new Origin(Origin.cut(sql), "internal error: " + reason);
    return new Reading(
        new StatementPlan.Unknown(Set.of(), Set.of(), true, origin),
        Literals.shape(sql),
        sql,
        false,
        true,
        Optional.empty(),
        Map.of(),
        false,
        Set.of(),
        Set.of("*"),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** The same where two snapshots around it are known: what differs between them is not. */
  Reading between() {
    return new Reading(
        plan,
        sql,
        sent,
        false,
        true,
        Optional.empty(),
        Map.of(),
        insertsByKey,
        tables,
        unknown,
        condition,
        join,
        tests);
  }

  /** The same, executed several times with parameters that are not noted. */
  Reading ofBatch() {
    return new Reading(
        plan instanceof InsertPlan
            ? plan
            : new StatementPlan.Unknown(Set.of(), Set.of(), false, new Origin(sql, Origin.BATCH)),
        sql,
        sent,
        false,
        true,
        Optional.empty(),
        Map.of(),
        false,
        tables,
        unknown,
        Optional.empty(),
        Optional.empty(),
        List.of());
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
  StatementEffect access(List<Object> parameters, boolean isFixed, boolean hasAltered) {
    boolean isOpen = unknown.contains("*") || (isAnywhere() && !isFixed);
    Set<String> open = isOpen ? Set.of("*") : unknown;
    List<String> all = open.contains("*") ? List.of() : List.copyOf(tables);
    Optional<List<String>> keys = all.size() == 1 ? keys(parameters) : Optional.empty();
    boolean isSearch = keys.isEmpty() && !hasAltered;
    Optional<String> condition =
        isSearch && all.size() == 1
            ? this.condition.flatMap(each -> each.with(parameters)).map(this::search)
            : Optional.empty();
    Set<String> dropped =
        plan instanceof StatementPlan.Definition definition ? definition.dropped() : Set.of();
    return new StatementEffect(
        all,
        open,
        keys,
        isSearch ? join.flatMap(each -> each.with(parameters)) : Optional.empty(),
        condition,
        hasAltered ? List.of() : tested(parameters),
        locks,
        target.map(Reading::name),
        pinned(parameters),
        readsKeysOnly(),
        isBlind(),
        isContained(),
        dropped,
        sql);
  }

  /** What its subqueries search for; nothing if that is not known of one. */
  private List<StatementEffect.TableSearch> tested(List<Object> parameters) {
    List<StatementEffect.TableSearch> all = new ArrayList<>();
    for (SubqueryReader.TableSearch each : tests) {
      Optional<String> condition = each.condition().with(parameters);
      if (condition.isEmpty()) {
        return List.of();
      }
      all.add(new StatementEffect.TableSearch(name(each.table()), condition.get()));
    }
    return all;
  }

  /** A query reads the rows that it finds, a change only finds them. */
  private String search(String where) {
    return plan instanceof QueryPlan ? "max(" + RowVersions.WRITER + ") where " + where : where;
  }

  private Optional<List<String>> keys(List<Object> parameters) {
    if (plan instanceof QueryPlan query) {
      return keys(query.table(), query.rows(parameters));
    } else if (plan instanceof ChangePlan change) {
      return keys(change.table(), change.rows(parameters));
    }
    return insertsByKey && plan instanceof InsertPlan insert
        ? keys(insert.table(), insert.keys(parameters))
        : Optional.empty();
  }

  private static Optional<List<String>> keys(Table table, List<String> rows) {
    boolean isPlain = !table.hidesRows();
    for (Column column : table.keys()) {
      isPlain &= KEYS.contains(column.type().form());
    }
    return isPlain ? Optional.ofNullable(rows) : Optional.empty();
  }

  private boolean readsKeysOnly() {
    if (!isGated) {
      return false;
    }
    return plan instanceof QueryPlan query
        ? query.condition().isExact()
        : plan instanceof ChangePlan change && change.condition().isExact();
  }

  /** Whether no trigger, rule or cascade can change more than it says. */
  private boolean isContained() {
    return plan instanceof ChangePlan change
        && change.table().doubt() == null
        && change.table().writes().isEmpty();
  }

  /** Whether it changes rows and reads nothing but their keys. */
  private boolean isBlind() {
    return (plan instanceof InsertPlan insert && insert.conflict() == null)
        || (plan instanceof ChangePlan change
            && change.condition().isExact()
            && (change.assignments() == null
                || change.assignments().values().stream()
                    .allMatch(
                        value ->
                            value instanceof StatementValue.Literal
                                || value instanceof StatementValue.Parameter
                                || value instanceof StatementValue.Default
                                || value instanceof StatementValue.Clock)));
  }
}
