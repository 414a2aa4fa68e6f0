package dev.isogauge.predict;

import dev.isogauge.history.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A run of a store, as a program for a database: its items, and what each statement does. */
public final class PredictedRun {
  private final Interleaving run;
  private final RunText text;
  private final History history;

  PredictedRun(Interleaving run, RunText text, History history) {
    this.run = run;
    this.text = text;
    this.history = history;
  }

  Interleaving run() {
    return run;
  }

  /** What an operation does on a database. */
  public enum Verb {
    READ,
    READ_FOR_UPDATE,
    READ_FOR_SHARE,
    UPDATE,
    ADD,
    INSERT,
    DELETE,
    APPEND,
    SELECT
  }

  /**
   * An operation.
   *
   * @param item the number of its item; -1 of a search
   * @param condition of a search, over the value
   * @param value what is written
   * @param seen the value that it reads, {@code nil} where there is no row; empty if it reads
   *     nothing
   */
  public record Operation(Verb verb, int item, String condition, OptionalLong value, String seen) {}

  /** The names of the items, as they were recorded. */
  public List<String> items() {
    List<String> items = new ArrayList<>();
    for (int key : run.scene().keys()) {
      items.add(history.atoms().plain(history.keyAtom(key)));
    }
    return items;
  }

  /** By item that is there at first: its value. */
  public Map<Integer, Long> setup() {
    Map<Integer, Long> setup = new LinkedHashMap<>();
    for (int key = 0; key < run.scene().keyCount(); key++) {
      if (run.scene().isThere()[key] && !run.scene().isList()[key]) {
        setup.put(key, text.initialValue(key));
      }
    }
    return setup;
  }

  /** By transaction and statement: its operations. The first statement may have none. */
  public List<List<List<Operation>>> statements() {
    List<List<List<Operation>>> members = new ArrayList<>();
    for (int m = 0; m < run.scene().size(); m++) {
      List<List<Operation>> statements = new ArrayList<>();
      for (int s = 0; s < run.scene().code()[m].length; s++) {
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < run.scene().code()[m][s].length; i++) {
          operations.add(operation(m, s, i));
        }
        statements.add(operations);
      }
      members.add(statements);
    }
    return members;
  }

  private Operation operation(int m, int s, int i) {
    int operation = run.scene().code()[m][s][i];
    Access access = Access.of(operation);
    int key = Access.keyOf(operation);
    if (access == Access.SEARCH) {
      return new Operation(Verb.SELECT, -1, text.condition(key), OptionalLong.empty(), "");
    }
    OptionalLong value =
        access.writes() && access != Access.DELETE
            ? OptionalLong.of(text.writtenValue(m, s, i))
            : OptionalLong.empty();
    Verb verb =
        switch (access) {
          case READ, SEARCH -> Verb.READ;
          case LOCK -> Verb.READ_FOR_UPDATE;
          case SHARE -> Verb.READ_FOR_SHARE;
          case UPDATE -> Verb.UPDATE;
          case CHANGE -> Verb.ADD;
          case INSERT -> Verb.INSERT;
          case DELETE -> Verb.DELETE;
          case APPEND -> Verb.APPEND;
        };
    return new Operation(verb, key, "", value, text.seenBy(m, s, i));
  }

  /** By item its row, from 0; columns of a table are items of one row. */
  public List<Integer> rowOf() {
    return Arrays.stream(run.scene().rowOf()).boxed().toList();
  }

  /** The names of the rows. */
  public List<String> rows() {
    String[] rows = new String[run.scene().rows()];
    for (int key = 0; key < run.scene().keyCount(); key++) {
      rows[run.scene().rowOf()[key]] = SceneBuilder.row(items().get(key));
    }
    return List.of(rows);
  }

  /** Whether two items are columns of one row. */
  public boolean sharesRows() {
    return run.scene().rows() < run.scene().keyCount();
  }

  /** By item the transactions that changed it, in the order of its versions. */
  public List<List<Integer>> orders() {
    List<List<Integer>> orders = new ArrayList<>();
    for (int key = 0; key < run.scene().keyCount(); key++) {
      List<Integer> order = new ArrayList<>();
      for (int place = 0; place < run.scene().size(); place++) {
        if (run.end().version(key, place) != 0) {
          order.add(run.end().version(key, place) - 1);
        }
      }
      orders.add(order);
    }
    return orders;
  }

  /** The transaction that runs each next statement; a commit is its last one. */
  public List<Integer> choices() {
    return List.copyOf(run.choices());
  }
}
