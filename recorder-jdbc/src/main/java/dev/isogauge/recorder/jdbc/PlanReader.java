package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.StatementPlan.Control;
import dev.isogauge.recorder.jdbc.StatementPlan.Control.Effect;
import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out what the statements of a text mean for recorded tables, in one pass over its tokens.
 * Simple forms are understood ({@link DataReader}). Of anything else the words are compared with
 * the names of tables: a statement reads, and may write, no table that it does not name, except
 * through views, functions, triggers and cascades, which the catalog knows.
 */
final class PlanReader {
  /** Words that begin statements which read and write no rows. */
  private static final Set<String> HARMLESS =
      Set.of(
          "SHOW",
          "ANALYZE",
          "COMMENT",
          "GRANT",
          "REVOKE",
          "LISTEN",
          "NOTIFY",
          "UNLISTEN",
          "VACUUM",
          "REINDEX",
          "CLUSTER",
          "CHECKPOINT",
          "DESCRIBE",
          "DESC",
          "LOCK",
          "UNLOCK",
          "PRAGMA",
          "DEALLOCATE",
          "REFRESH",
          "SCRIPT",
          "HELP",
          "OPTIMIZE",
          "CLOSE",
          "SECURITY");

  /**
   * Those among them, and others, that commit what came before in databases that do such things.
   */
  private static final Set<String> COMMITTING =
      Set.of(
          "ANALYZE",
          "COMMENT",
          "GRANT",
          "REVOKE",
          "LOCK",
          "UNLOCK",
          "CHECKPOINT",
          "SCRIPT",
          "OPTIMIZE",
          "FLUSH",
          "CHECK",
          "REPAIR");

  private static final Map<RecordedDialect, Set<String>> SURELY_COMMITTING =
      Map.of(
          RecordedDialect.H2, Set.of("ANALYZE", "COMMENT", "GRANT", "REVOKE", "SCRIPT"),
          RecordedDialect.MYSQL,
              Set.of("ANALYZE", "GRANT", "REVOKE", "LOCK", "OPTIMIZE", "FLUSH", "CHECK", "REPAIR"));

  /** What H2 can set without a commit. */
  private static final Set<String> H2_SETTINGS =
      Set.of(
          "@",
          "LOCK_TIMEOUT",
          "QUERY_TIMEOUT",
          "SCHEMA",
          "SCHEMA_SEARCH_PATH",
          "SEARCH_PATH",
          "THROTTLE",
          "TIME",
          "VARIABLE_BINARY");

  private static final Set<String> DEFINITIONS = Set.of("CREATE", "ALTER", "DROP", "RENAME");
  private static final Set<String> CHANGES =
      Set.of(
          "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "UPSERT", "TRUNCATE", "COPY", "LOAD");
  private static final Set<String> QUERIES = Set.of("SELECT", "VALUES", "TABLE", "DECLARE");

  private static final StatementPlan NOTHING = new StatementPlan.Nothing();

  private final Catalog catalog;
  private final String schema;

  /** Relations that the database's clock writes. */
  private final Set<String> clocks = new HashSet<>();

  private final Set<String> temporary = new HashSet<>();

  PlanReader(Catalog catalog, String schema) {
    this.catalog = catalog;
    this.schema = schema;
  }

  Set<String> clocks() {
    return clocks;
  }

  /** Names of tables that connections make for themselves. */
  Set<String> temporary() {
    return temporary;
  }

  /** What the statements of a text mean. */
  StatementPlan read(String sql) {
    Optional<List<Token>> found = Tokens.of(sql, catalog.dialect());
    if (found.isEmpty()) {
      return anything(new Origin(Origin.cut(sql), Origin.FORM));
    }
    List<Token> tokens = found.get();
    List<StatementPlan> plans = new ArrayList<>();
    int begin = 0;
    while (begin < tokens.size() - 1) {
      int end = end(tokens, begin);
      if (end > begin) {
        plans.add(plan(tokens, begin, end));
      }
      begin = end + 1;
    }
    if (plans.size() <= 1) {
      return plans.isEmpty() ? NOTHING : plans.get(0);
    }
    Origin origin = new Origin(Origin.text(tokens, 0, tokens.size() - 1), Origin.SEVERAL);
    return plans.stream().anyMatch(each -> each instanceof Control)
        ? controlled(plans, origin)
        : new StatementPlan.Sequence(plans, origin);
  }

  /** Settings do no harm among other statements; to follow transactions there would be a guess. */
  private static StatementPlan controlled(List<StatementPlan> plans, Origin origin) {
    boolean isHarmless =
        plans.stream()
            .allMatch(
                each -> !(each instanceof Control control) || control.effect() == Effect.SCHEMA);
    return isHarmless ? new StatementPlan.Sequence(plans, origin) : anything(origin);
  }

  /** Where the statement ends that begins there; one that contains others ends with the text. */
  static int end(List<Token> tokens, int begin) {
    boolean isRoutine = false;
    for (int i = begin; i < Math.min(begin + 8, tokens.size()); i++) {
      Token token = tokens.get(i);
      isRoutine |=
          tokens.get(begin).is("CREATE")
              && (token.is("FUNCTION")
                  || token.is("PROCEDURE")
                  || token.is("TRIGGER")
                  || token.is("EVENT")
                  || token.is("ALIAS"));
    }
    int end = begin;
    while (tokens.get(end).kind() != Kind.END && (isRoutine || !tokens.get(end).is(";"))) {
      end++;
    }
    return end;
  }

  private StatementPlan plan(List<Token> tokens, int begin, int end) {
    Origin origin = new Origin(Origin.text(tokens, begin, end), Origin.FORM);
    Token first = tokens.get(begin);
    String word = first.is("(") ? "SELECT" : first.kind() == Kind.WORD ? first.text() : "";
    noteTemporary(tokens, begin, end, word);
    Optional<StatementPlan> control = control(tokens, begin, end, word);
    if (control.isPresent()) {
      return control.get();
    }
    if (COMMITTING.contains(word) && catalog.dialect().commitsImplicitly()) {
      return committing(word);
    } else if (HARMLESS.contains(word)) {
      return NOTHING;
    } else if (DEFINITIONS.contains(word)) {
      return definition(tokens, begin, end, origin);
    } else if (word.equals("TRUNCATE")) {
      StatementPlan content = mentioned(tokens, begin, end, true, origin);
      return new StatementPlan.Definition(
          content, Set.of(), false, commits(tokens, begin, end, word));
    } else if (word.equals("EXPLAIN")) {
      return has(tokens, begin, Math.min(end, begin + 8), "ANALYZE")
          ? mentioned(tokens, begin, end, hasChange(tokens, begin, end), origin)
          : NOTHING;
    } else if (word.equals("WITH")) {
      return mentioned(tokens, begin, end, hasChange(tokens, begin, end), origin);
    } else if (word.equals("CALL") && catalog.dialect() == RecordedDialect.H2) {
      return mentioned(tokens, begin, end, false, origin);
    } else if (QUERIES.contains(word) || CHANGES.contains(word)) {
      try {
        DataReader reader = new DataReader(tokens, begin, catalog, schema, origin);
        StatementPlan plan = reader.read();
        clocks.addAll(reader.clocks());
        return plan;
      } catch (SqlCursor.NotUnderstoodException e) {
        return mentioned(
            tokens, begin, end, !QUERIES.contains(word) || has(tokens, begin, end, "INTO"), origin);
      }
    }
    return anything(origin);
  }

  private static boolean has(List<Token> tokens, int begin, int end, String word) {
    return tokens.subList(begin, end).stream().anyMatch(token -> token.is(word));
  }

  private static boolean hasChange(List<Token> tokens, int begin, int end) {
    return tokens.subList(begin, end).stream()
        .anyMatch(token -> token.kind() == Kind.WORD && CHANGES.contains(token.text()));
  }

  private static StatementPlan anything(Origin origin) {
    return new StatementPlan.Unknown(Set.of(), Set.of(), true, origin);
  }

  /** A statement about transactions or the session. */
  private Optional<StatementPlan> control(List<Token> tokens, int begin, int end, String word) {
    Token second = tokens.get(Math.min(begin + 1, end));
    return switch (word) {
      case "BEGIN", "START" -> effect(Effect.BEGIN, "");
      case "COMMIT", "END" ->
          second.is("PREPARED")
              ? Optional.empty()
              : effect(Effect.COMMIT, chain(tokens, begin, end));
      case "ABORT" -> effect(Effect.ROLLBACK, chain(tokens, begin, end));
      case "SAVEPOINT" -> effect(Effect.SAVEPOINT, second.text());
      case "RELEASE" ->
          catalog.dialect() == RecordedDialect.SQLITE
              ? effect(Effect.RELEASE, tokens.get(end - 1).text())
              : Optional.of(NOTHING);
      case "ROLLBACK" -> {
        if (has(tokens, begin, end, "TO")) {
          yield effect(Effect.ROLLBACK_TO, tokens.get(end - 1).text());
        }
        yield second.is("PREPARED")
            ? Optional.empty()
            : effect(Effect.ROLLBACK, chain(tokens, begin, end));
      }
      case "USE", "RESET", "DISCARD" -> effect(Effect.SCHEMA, "");
      case "SET" -> set(tokens, begin, end);
      default -> Optional.empty();
    };
  }

  private static String chain(List<Token> tokens, int begin, int end) {
    return has(tokens, begin, end, "CHAIN") && !has(tokens, begin, end, "NO") ? Control.CHAIN : "";
  }

  private StatementPlan committing(String word) {
    Set<String> sure = SURELY_COMMITTING.getOrDefault(catalog.dialect(), Set.of());
    return new Control(sure.contains(word) ? Effect.COMMIT : Effect.PERHAPS_COMMIT, "");
  }

  private static Optional<StatementPlan> effect(Effect effect, String name) {
    return Optional.of(new Control(effect, name));
  }

  private Optional<StatementPlan> set(List<Token> tokens, int begin, int end) {
    if (has(tokens, begin, end, "SELECT")) {
      return Optional.of(
          mentioned(
              tokens, begin, end, false, new Origin(Origin.text(tokens, begin, end), Origin.FORM)));
    }
    if (has(tokens, begin, end, "AUTOCOMMIT")) {
      Token last = tokens.get(end - 1);
      boolean isOff =
          last.is("FALSE")
              || last.is("OFF")
              || (last.kind() == Kind.NUMBER && last.text().equals("0"));
      return effect(isOff ? Effect.AUTOCOMMIT_OFF : Effect.AUTOCOMMIT_ON, "");
    }
    boolean isSchema =
        has(tokens, begin, end, "SCHEMA")
            || has(tokens, begin, end, "SEARCH_PATH")
            || has(tokens, begin, end, "ROLE")
            || has(tokens, begin, end, "SCHEMA_SEARCH_PATH");
    if (isSchema) {
      return effect(Effect.SCHEMA, "");
    }
    Token what = tokens.get(Math.min(begin + 1, end));
    boolean mayCommit =
        switch (catalog.dialect()) {
          case H2 -> !H2_SETTINGS.contains(what.text());
          case MYSQL -> what.is("PASSWORD");
          default -> false;
        };
    return mayCommit ? effect(Effect.PERHAPS_COMMIT, "") : Optional.of(NOTHING);
  }

  /** Rows change only where a table is filled from others, or a column gets another type. */
  private StatementPlan definition(List<Token> tokens, int begin, int end, Origin origin) {
    StatementPlan content = NOTHING;
    boolean isView = has(tokens, begin, Math.min(begin + 6, end), "VIEW");
    if (tokens.get(begin).is("CREATE") && has(tokens, begin, end, "SELECT") && !isView) {
      content = mentioned(tokens, begin, end, false, origin);
    } else if (tokens.get(begin).is("ALTER")
        && (has(tokens, begin, end, "TYPE")
            || has(tokens, begin, end, "MODIFY")
            || has(tokens, begin, end, "CHANGE")
            || has(tokens, begin + 1, end, "ALTER"))) {
      content = mentioned(tokens, begin, end, true, origin);
    }
    boolean isTable = has(tokens, begin, Math.min(begin + 6, end), "TABLE");
    Set<String> dropped = new HashSet<>();
    if (isTable && tokens.get(begin).is("DROP")) {
      tokens.subList(begin, end).stream()
          .filter(Token::isName)
          .map(catalog::stored)
          .filter(name -> catalog.isTable(name) && !catalog.temporary().contains(name))
          .forEach(dropped::add);
    }
    return new StatementPlan.Definition(
        content,
        dropped,
        isTable && tokens.get(begin).is("CREATE") && content == NOTHING,
        commits(tokens, begin, end, tokens.get(begin).text()));
  }

  /** Notes the table or view that it makes for its connection, which may hide another. */
  private void noteTemporary(List<Token> tokens, int begin, int end, String word) {
    int at = begin;
    while (at < end && !isTemporary(tokens.get(at))) {
      at++;
    }
    boolean isMade =
        (word.equals("CREATE") || word.equals("DECLARE") || has(tokens, begin, at, "INTO"))
            && at < end;
    // H2 has temporary tables that are everyone's.
    if (!isMade || (catalog.dialect() == RecordedDialect.H2 && !has(tokens, begin, at, "LOCAL"))) {
      return;
    }
    while (at < end && isBeforeName(tokens.get(at))) {
      at++;
    }
    while (at + 2 < end && tokens.get(at + 1).is(".")) {
      at += 2;
    }
    if (at < end && tokens.get(at).isName()) {
      temporary.add(catalog.stored(tokens.get(at)));
    }
  }

  private static boolean isTemporary(Token token) {
    return token.is("TEMPORARY") || token.is("TEMP") || token.is("PG_TEMP");
  }

  private static boolean isBeforeName(Token token) {
    return token.is("TEMPORARY")
        || token.is("TEMP")
        || token.is("TABLE")
        || token.is("VIEW")
        || token.is("RECURSIVE")
        || token.is("SEQUENCE")
        || token.is("IF")
        || token.is("NOT")
        || token.is("EXISTS");
  }

  /** Whether a definition commits what came before it. */
  private StatementPlan.Commits commits(List<Token> tokens, int begin, int end, String word) {
    int head = Math.min(begin + 6, end);
    boolean isTemporary = has(tokens, begin, head, "TEMPORARY") || has(tokens, begin, head, "TEMP");
    boolean isSequence = has(tokens, begin, head, "SEQUENCE");
    boolean isApart =
        switch (catalog.dialect()) {
          case POSTGRES, SQLITE -> true;
          case MYSQL -> isTemporary;
          case H2 ->
              (isTemporary && has(tokens, begin, end, "TRANSACTIONAL"))
                  || (isSequence && !word.equals("DROP"));
          default -> false;
        };
    boolean isOpen =
        catalog.dialect() == RecordedDialect.OTHER
            && (isTemporary || isSequence || word.equals("TRUNCATE"));
    return isApart
        ? StatementPlan.Commits.NO
        : isOpen ? StatementPlan.Commits.PERHAPS : StatementPlan.Commits.YES;
  }

  /** Whether only the table that is named first can be written. */
  private static boolean writesFirstOnly(List<Token> tokens, int begin, int end) {
    Token first = tokens.get(begin);
    if (first.is("UPDATE")) {
      int set = begin;
      while (set < end && !tokens.get(set).is("SET")) {
        set++;
      }
      return !has(tokens, begin, set, "JOIN") && !has(tokens, begin, set, ",");
    }
    return (first.is("DELETE") && tokens.get(begin + 1).is("FROM"))
        || first.is("INSERT")
        || first.is("REPLACE")
        || first.is("MERGE");
  }

  private boolean assignsKey(List<Token> tokens, int begin, int end, Table table) {
    for (int i = begin; i < end && !tokens.get(i).is("WHERE"); i++) {
      Token token = tokens.get(i);
      String name = token.isName() ? Catalog.shown(catalog.stored(token), catalog.dialect()) : "";
      if (table.keys().stream().anyMatch(key -> key.name().equals(name))) {
        return true;
      }
    }
    return false;
  }

  /** Reads, and perhaps writes, something in the tables whose names stand in the statement. */
  private StatementPlan mentioned(
      List<Token> tokens, int begin, int end, boolean isWrite, Origin origin) {
    Set<String> reads = new LinkedHashSet<>();
    Set<String> writes = new LinkedHashSet<>();
    Set<String> words = new HashSet<>();
    for (int i = begin; i < end; i++) {
      if (tokens.get(i).isName()) {
        words.add(Catalog.shown(catalog.stored(tokens.get(i)), catalog.dialect()));
      }
    }
    boolean isUpdate = tokens.get(begin).is("UPDATE");
    boolean writesFirstOnly = writesFirstOnly(tokens, begin, end);
    for (int i = begin; i < end; i++) {
      Token token = tokens.get(i);
      if (!token.isName()) {
        continue;
      }
      String name = catalog.stored(token);
      boolean isCall = i + 1 < end && tokens.get(i + 1).is("(");
      if (catalog.isView(name) || (isCall && catalog.functions().contains(token.text()))) {
        return isWrite || isCall
            ? anything(origin)
            : new StatementPlan.Unknown(Set.of("*"), Set.of(), false, origin);
      }
      Optional<String> qualifier =
          i > begin + 1 && tokens.get(i - 1).is(".") && tokens.get(i - 2).isName()
              ? Optional.of(catalog.stored(tokens.get(i - 2)))
              : Optional.empty();
      for (Table table : catalog.mentioned(qualifier, schema, name)) {
        reads.add(table.values().get(0).relation());
        if (isWrite && (writes.isEmpty() || !writesFirstOnly)) {
          if (table.doubt() != null) {
            return anything(origin.because(table.doubt() + ", which may write anything"));
          }
          writes.addAll(table.writes());
          for (Column column : table.values()) {
            // An update writes only columns that it names, unless it moves rows to other keys.
            if (!isUpdate
                || words.contains(column.name())
                || assignsKey(tokens, begin, end, table)) {
              writes.add(column.relation());
            }
          }
        }
      }
    }
    return reads.isEmpty() ? NOTHING : new StatementPlan.Unknown(reads, writes, false, origin);
  }
}
