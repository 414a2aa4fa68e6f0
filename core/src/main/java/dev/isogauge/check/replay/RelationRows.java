package dev.isogauge.check.replay;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.predicate.ParsedRows;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import dev.isogauge.predicate.Predicates;
import dev.isogauge.predicate.Relations;
import dev.isogauge.predicate.RowTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows of those relations that predicates are read of, as they are at the moment. */
final class RelationRows {
  private final History history;
  private final PredicateReads reads;
  private final ParsedRows rows;

  /** By predicate read: its predicate; null if it constrains nothing or cannot be evaluated. */
  private final Predicate[] predicates;

  /** By predicate read: its relation's rows. */
  private final RowTable[] tableOfRead;

  /** By key: the rows of its relation; null if no predicate is read there. */
  private final RowTable[] tableOfKey;

  private Optional<String> obstacle = Optional.empty();

  RelationRows(History history) {
    this.history = history;
    this.reads = history.predicateReads();
    this.rows = new ParsedRows(history.atoms());
    this.predicates = new Predicate[reads.count()];
    this.tableOfRead = new RowTable[reads.count()];
    this.tableOfKey = new RowTable[reads.count() == 0 ? 0 : history.keyCount()];
    if (reads.count() > 0) {
      fill();
    }
  }

  private void fill() {
    Predicates parser = new Predicates();
    Relations relations = new Relations(history);
    Map<Integer, List<Predicate>> byRelation = new HashMap<>();
    for (int p = 0; p < predicates.length; p++) {
      if (history.counts(reads.transactionOf(p)) && (reads.hasRows(p) || reads.hasValue(p))) {
        parse(parser, p);
        if (predicates[p] != null) {
          byRelation
              .computeIfAbsent(relations.ofRead(p), r -> new ArrayList<>())
              .add(predicates[p]);
        }
      }
    }
    Map<Integer, RowTable> tables = new HashMap<>();
    byRelation.forEach((relation, asked) -> tables.put(relation, new RowTable(asked)));
    for (int p = 0; p < predicates.length; p++) {
      tableOfRead[p] = predicates[p] == null ? null : tables.get(relations.ofRead(p));
    }
    for (int key = 0; key < tableOfKey.length; key++) {
      tableOfKey[key] = tables.get(relations.ofKey(key));
      update(key, history.initialValue(key));
    }
    refuseLists();
  }

  private void parse(Predicates parser, int p) {
    try {
      Predicate predicate = parser.parse(textOf(p));
      if (predicate.aggregate().isPresent() == reads.hasValue(p)) {
        predicates[p] = predicate;
      } else {
        refuse(
            p,
            reads.hasValue(p)
                ? "its result is one value, but it is not an aggregate"
                : "it is an aggregate, but its result is a set of rows");
      }
    } catch (PredicateException e) {
      refuse(p, e.getMessage());
    }
  }

  /** Remembers why a predicate read could not be judged. */
  void refuse(int p, String reason) {
    if (obstacle.isEmpty()) {
      obstacle =
          Optional.of(
              String.format(
                  "the predicate \"%s\" of %s cannot be evaluated: %s",
                  textOf(p), history.transactionName(reads.transactionOf(p)), reason));
    }
  }

  /** Lists have no columns. */
  private void refuseLists() {
    for (int i = 0; history.hasLists() && i < history.operationCount(); i++) {
      int key = history.keyOf(i);
      if ((history.isAppend(i) || history.isListRead(i)) && tableOfKey[key] != null) {
        for (int p = 0; p < predicates.length; p++) {
          if (predicates[p] != null && tableOfRead[p] == tableOfKey[key]) {
            predicates[p] = null;
            refuse(p, history.keyName(key) + " is a list, which has no columns");
          }
        }
        tableOfKey[key] = null;
      }
    }
  }

  /** The first reason why some predicate read was not judged. */
  Optional<String> obstacle() {
    return obstacle;
  }

  String textOf(int p) {
    return history.atoms().plain(reads.condition(p));
  }

  /** Gives a key its new value, or removes it. */
  void update(int key, long value) {
    if (tableOfKey.length == 0 || tableOfKey[key] == null) {
      return;
    }
    if (value == Atoms.NIL) {
      tableOfKey[key].remove(key);
    } else {
      tableOfKey[key].put(key, rows.row(value));
    }
  }

  /** The predicate of a predicate read, unless that is not judged. */
  Optional<Predicate> predicate(int p) {
    return Optional.ofNullable(predicates[p]);
  }

  /** The rows of the relation of a predicate read that is judged, numbered by key. */
  RowTable table(int p) {
    return tableOfRead[p];
  }

  ParsedRows rows() {
    return rows;
  }
}
