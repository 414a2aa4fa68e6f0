package dev.isogauge.recorder.jdbc;

import dev.isogauge.recorder.jdbc.Tokens.Kind;
import dev.isogauge.recorder.jdbc.Tokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the subqueries of a change test, where its condition is a conjunction:
 *
 * <pre>
 *   UPDATE accounts SET ... WHERE id = 1 AND (SELECT sum(balance) FROM accounts) > 100
 *   DELETE FROM accounts WHERE id = 1 AND EXISTS (SELECT 1 FROM items WHERE id = 2 AND v > 0)
 * </pre>
 *
 * A row that is changed met all of it, so each subquery was computed. One of EXISTS asks for a row
 * by its key, since the server need not look at all others.
 */
final class SubqueryReader extends SqlCursor {
  private final Catalog catalog;
  private final List<TableSearch> tests = new ArrayList<>();

  /** A table that is searched, and for what. */
  record TableSearch(Table table, PortableCondition condition) {}

  private SubqueryReader(List<Token> tokens, int at, Catalog catalog) {
    super(tokens, at);
    this.catalog = catalog;
  }

  /** What is tested; nothing if one of the subqueries is something else. */
  static List<TableSearch> read(List<Token> tokens, Catalog catalog) {
    Optional<SnapshotGate.Place> place = SnapshotGate.place(tokens);
    boolean isChange = tokens.get(0).is("UPDATE") || tokens.get(0).is("DELETE");
    if (!isChange || place.isEmpty() || place.get().where() < 0) {
      return List.of();
    }
    int where = place.get().where();
    boolean isElsewhere =
        tokens.subList(0, where).stream().anyMatch(each -> each.is("SELECT"))
            || tokens.subList(place.get().end(), tokens.size()).stream()
                .anyMatch(each -> each.is("SELECT"));
    try {
      SubqueryReader reader = new SubqueryReader(tokens, where, catalog);
      reader.conjunction(place.get().end());
      return isElsewhere ? List.of() : reader.tests;
    } catch (NotUnderstoodException e) {
      return List.of();
    }
  }

  private void conjunction(int end) {
    while (at < end) {
      int begin = at;
      int depth = 0;
      boolean isPlain = true;
      while (at < end && !(depth == 0 && peek().is("AND"))) {
        if (depth == 0 && (peek().is("OR") || peek().is("BETWEEN"))) {
          throw new NotUnderstoodException();
        }
        depth += peek().is("(") ? 1 : peek().is(")") ? -1 : 0;
        isPlain &= !peek().is("SELECT");
        at++;
      }
      if (!isPlain) {
        term(begin, at);
      }
      at++;
    }
  }

  private void term(int begin, int end) {
    int from = begin + (tokens.get(begin).is("NOT") ? 1 : 0);
    if (tokens.get(from).is("EXISTS")) {
      exists(inner(from + 1, end));
    } else if (from == begin && tokens.get(begin).is("(")) {
      // A comparison with a value.
      boolean isCompared = isComparison(tokens.get(end - 2)) && isValue(tokens.get(end - 1));
      if (!isCompared) {
        throw new NotUnderstoodException();
      }
      aggregate(inner(begin, end - 2));
    } else {
      throw new NotUnderstoodException();
    }
  }

  private static boolean isComparison(Token token) {
    return token.is("=")
        || token.is("<>")
        || token.is("!=")
        || token.is("<")
        || token.is("<=")
        || token.is(">")
        || token.is(">=");
  }

  private static boolean isValue(Token token) {
    return token.kind() == Kind.NUMBER
        || token.kind() == Kind.STRING
        || token.kind() == Kind.PARAMETER;
  }

  /** The only query in parentheses between two tokens. */
  private List<Token> inner(int begin, int end) {
    List<Token> all = new ArrayList<>(tokens.subList(begin, end));
    boolean isOne =
        all.size() > 2
            && all.get(0).is("(")
            && all.get(1).is("SELECT")
            && all.get(all.size() - 1).is(")")
            && all.subList(2, all.size()).stream().noneMatch(each -> each.is("SELECT"));
    if (!isOne) {
      throw new NotUnderstoodException();
    }
    all.remove(0);
    Token last = all.remove(all.size() - 1);
    all.add(new Token(Kind.END, "", null, last.begin(), last.end()));
    return all;
  }

  private void aggregate(List<Token> query) {
    int from = 0;
    while (!query.get(from).is("FROM")) {
      if (query.get(from).kind() == Kind.END) {
        throw new NotUnderstoodException();
      }
      from++;
    }
    Token name = query.get(from + 1);
    Catalog.Meaning meaning =
        name.isName()
            ? catalog.meaning(Optional.empty(), catalog.schema(), catalog.stored(name))
            : null;
    SnapshotGate.Place place = place(query);
    if (!(meaning instanceof Catalog.Meaning.OfTable found) || found.table().hidesRows()) {
      throw new NotUnderstoodException();
    }
    tests.add(
        new TableSearch(
            found.table(),
            PortableCondition.ofAggregate(query, place, found.table(), catalog)
                .orElseThrow(NotUnderstoodException::new)));
  }

  private void exists(List<Token> query) {
    StatementPlan plan =
        new DataReader(query, 0, catalog, catalog.schema(), new Origin("", Origin.FORM)).read();
    boolean isByKey =
        plan instanceof QueryPlan found
            && found.isWhole()
            && found.condition().keys().size() == 1
            && !found.table().hidesRows();
    if (!isByKey) {
      throw new NotUnderstoodException();
    }
    QueryPlan found = (QueryPlan) plan;
    SnapshotGate.Place place = place(query);
    boolean hasAlias = query.get(place.where() - 2).isName();
    String alias = hasAlias ? catalog.stored(query.get(place.where() - 2)) : "";
    tests.add(
        new TableSearch(
            found.table(),
            PortableCondition.of(query, place.where(), place.end(), found.table(), alias, catalog)
                .orElseThrow(NotUnderstoodException::new)));
  }

  private static SnapshotGate.Place place(List<Token> query) {
    return SnapshotGate.place(query).orElseThrow(NotUnderstoodException::new);
  }
}
