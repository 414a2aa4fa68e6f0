package dev.isogauge.recorder.jdbc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of a database as its metadata told them at some time. Never changed; a new one takes
 * its place when something was defined.
 */
final class Catalog {
  private final int version;
  private final RecordedDialect dialect;
  private final String schema;
  private final Map<String, Table> tables;
  private final Set<String> views;
  private final Set<String> functions;
  private final boolean countsMatches;

  /** Names, without a schema, of tables that each connection has for itself. */
  private final Set<String> temporary;

  /** By name without schema. */
  private final Map<String, List<Table>> byName = new HashMap<>();

  /**
   * A catalog.
   *
   * @param version counts the catalogs of an engine
   * @param schema where names without a schema are looked for at first
   * @param tables by schema and name as stored, joined by a dot
   * @param views names, without a schema, of what is read like a table and is none
   * @param functions names of functions of the user, in capitals
   * @param temporary names, without a schema, of tables that each connection has for itself
   * @param countsMatches whether an update counts rows that it leaves as they were
   */
  Catalog(
      int version,
      RecordedDialect dialect,
      String schema,
      Map<String, Table> tables,
      Set<String> views,
      Set<String> functions,
      Set<String> temporary,
      boolean countsMatches) {
    this.version = version;
    this.dialect = dialect;
    this.schema = schema;
    this.tables = tables;
    this.views = views;
    this.functions = functions;
    this.temporary = temporary;
    this.countsMatches = countsMatches;
    tables.forEach(
        (key, table) ->
            byName
                .computeIfAbsent(key.substring(key.indexOf('.') + 1), each -> new ArrayList<>())
                .add(table));
  }

  /** What a name stands for. */
  sealed interface Meaning {
    record OfTable(Table table) implements Meaning {}

    /** Not recorded, or not there. */
    record Nothing() implements Meaning {}

    /** Something that may stand for any table. */
    record Anything() implements Meaning {}
  }

  private static final Meaning NOTHING = new Meaning.Nothing();
  private static final Meaning ANYTHING = new Meaning.Anything();

  int version() {
    return version;
  }

  RecordedDialect dialect() {
    return dialect;
  }

  String schema() {
    return schema;
  }

  boolean countsMatches() {
    return countsMatches;
  }

  Map<String, Table> tables() {
    return tables;
  }

  Set<String> functions() {
    return functions;
  }

  /** The same without some recorded columns. */
  Catalog without(Set<String> relations) {
    Map<String, Table> kept = new LinkedHashMap<>();
    tables.forEach((key, table) -> kept.put(key, table.without(relations)));
    return new Catalog(
        version + 1, dialect, schema, kept, views, functions, temporary, countsMatches);
  }

  Set<String> temporary() {
    return temporary;
  }

  /** The same, where some names may stand for temporary tables. */
  Catalog with(Set<String> hidden) {
    return new Catalog(
        version + 1, dialect, schema, tables, views, functions, Set.copyOf(hidden), countsMatches);
  }

  /** A name as stored: that of a token. */
  String stored(Tokens.Token name) {
    if (name.kind() == Tokens.Kind.QUOTED) {
      return dialect.ignoresCase() ? dialect.folded(name.text()) : name.text();
    }
    return dialect.folded((String) name.value());
  }

  /** What a name stands for in a schema; in the schema of the name if it has one. */
  Meaning meaning(Optional<String> qualifier, String current, String name) {
    if (temporary.contains(name)) {
      // Which connections have one, and which see another table behind it, is not known.
      return byName.containsKey(name) ? ANYTHING : NOTHING;
    }
    Table found = tables.get(qualifier.orElse(current) + "." + name);
    if (found != null) {
      return new Meaning.OfTable(found);
    }
    List<Table> elsewhere = byName.getOrDefault(name, List.of());
    if (views.contains(name) || (qualifier.isEmpty() && elsewhere.size() > 1)) {
      return ANYTHING;
    }
    return qualifier.isPresent() || elsewhere.isEmpty()
        ? NOTHING
        : new Meaning.OfTable(elsewhere.get(0));
  }

  /** The tables that a word of a statement may mean. */
  List<Table> mentioned(Optional<String> qualifier, String current, String name) {
    Table found = tables.get(qualifier.orElse(current) + "." + name);
    return found != null ? List.of(found) : byName.getOrDefault(name, List.of());
  }

  /** The tables of a name in whatever schema. */
  List<Table> mentioned(String name) {
    return byName.getOrDefault(name, List.of());
  }

  boolean isTable(String name) {
    return byName.containsKey(name);
  }

  boolean isView(String name) {
    return views.contains(name);
  }

  /** How the recording writes a stored name: in small letters where quotes are not needed. */
  static String shown(String stored, RecordedDialect dialect) {
    return stored.equals(dialect.folded(stored))
        ? stored.toLowerCase(Locale.ROOT)
        : "\"" + stored + "\"";
  }
}
