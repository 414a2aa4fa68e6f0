package dev.isogauge.explain;

import dev.isogauge.anomaly.Place;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.text.Printable;
import dev.isogauge.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.IntFunction;

/** What transactions, keys, values and operations are called in sentences; harmless to show. */
public final class Names {
  private static final int LONGEST_LIST = 12;
  private static final int SHOWN_AT_ENDS = 5;

  private final History history;
  private final Optional<Marks> marks;

  /** The names of what the history holds. */
  public Names(History history) {
    this(history, Optional.empty());
  }

  /** Names that are marked as what they name. */
  Names(History history, Optional<Marks> marks) {
    this.history = history;
    this.marks = marks;
  }

  /** A part of a sentence that is about something. */
  String about(Subject subject, String text) {
    return marks.isPresent() ? marks.get().on(subject, text) : text;
  }

  /** A part of a sentence that is about a read or write. */
  String about(int operation, String text) {
    Place place = Place.ofOperation(history, operation);
    return about(new Subject.OfPlace(place.withoutKey()), text);
  }

  /** {@code T1 wrote}, about a write. */
  String wrote(int write) {
    return about(write, transactionOf(write) + " wrote");
  }

  /** The original name; a number gets a T in front, so that it does not read as a value. */
  public String transaction(int transaction) {
    return about(
        new Subject.OfPlace(Place.ofTransaction(transaction)),
        transaction == History.INITIAL
            ? "the initial state"
            : named(history.transactionName(transaction)));
  }

  /** The transaction of an operation; of {@code History.INITIAL} the initial state. */
  String transactionOf(int operation) {
    return transaction(operation < 0 ? History.INITIAL : history.transactionOf(operation));
  }

  /** As {@link #transaction}, for a name that need not be any transaction's. */
  String named(long atom) {
    return named(history.atoms().token(atom));
  }

  /** What a transaction of this name is called. */
  public static String named(String name) {
    return Printable.name(isNumber(name) ? "T" + name : name);
  }

  /** The transaction's session and position, and how it ended unless it simply committed. */
  String place(int transaction) {
    int session = history.sessionOf(transaction);
    String place = "session " + session(session);
    if (history.nameAtom(transaction) == Atoms.NO_NAME) {
      int position = transaction - history.firstTransaction(session) + 1;
      place = "transaction " + position + " of " + place;
    }
    return switch (history.outcome(transaction)) {
      case COMMITTED -> place;
      case ABORTED -> place + ", aborted";
      case INDETERMINATE -> place + ", outcome unknown to its client";
    };
  }

  /** The name of a session. */
  public String session(int session) {
    return Printable.name(history.sessionName(session));
  }

  /** A key in a sentence: {@code x}, or {@code key 5}, so that it is not taken for a value. */
  public String key(int key) {
    return keyNamed(history.keyName(key));
  }

  /** As {@link #key}, for a key that need not be in the history. */
  String keyOfAtom(long atom) {
    return keyNamed(history.atoms().token(atom));
  }

  /** As {@link #key}, for a key of this name. */
  public static String keyNamed(String name) {
    String shown = Printable.name(name);
    return isNumber(shown) ? "key " + shown : shown;
  }

  /** A key as operations name it. */
  public String bareKey(int key) {
    return Printable.name(history.keyName(key));
  }

  /** The value; of a long list, the elements at both ends. */
  public String value(int operation) {
    return history.isListRead(operation)
        ? list(history.listSize(operation), i -> atom(history.listElement(operation, i)))
        : Printable.name(history.valueName(operation));
  }

  /** The value of a key before all transactions. */
  public String initialValue(int key) {
    return atom(history.initialValue(key));
  }

  /** Key and value of an operation: {@code x = 1}, or {@code key 5 = 1}. */
  public String version(int operation) {
    return about(operation, key(history.keyOf(operation)) + " = " + value(operation));
  }

  private static boolean isNumber(String token) {
    return token.charAt(0) == '-' || Character.isDigit(token.charAt(0));
  }

  /** The operation as Isogauge text writes it: {@code r(x,1)}. */
  public String operation(int operation) {
    if (history.isDelete(operation)) {
      return "d(" + bareKey(history.keyOf(operation)) + ")";
    }
    String kind = !history.isWrite(operation) ? "r" : history.isAppend(operation) ? "a" : "w";
    String value = history.isUnknownRead(operation) ? "?" : value(operation);
    return about(operation, kind + "(" + bareKey(history.keyOf(operation)) + "," + value + ")");
  }

  /** An operation of which only the scope is known, as Isogauge text writes it: {@code uw(x)}. */
  public String unknownOperation(int unknown) {
    UnknownOperations all = history.unknownOperations();
    String name = all.name(unknown) == Atoms.NO_NAME ? "*" : atom(all.name(unknown));
    return (all.isWrite(unknown) ? "uw(" : "ur(")
        + (all.scope(unknown) == UnknownOperations.Scope.TABLE ? "table " : "")
        + name
        + ")";
  }

  /** The predicate read as Isogauge text writes it, without its version set. */
  public String predicateRead(int predicate) {
    return "p(" + asked(predicate) + "," + result(predicate) + ")";
  }

  /** Relation and condition. */
  private String asked(int predicate) {
    PredicateReads reads = history.predicateReads();
    long relation = reads.relation(predicate);
    return (relation == Atoms.NO_NAME ? "*" : Printable.name(history.atoms().token(relation)))
        + ","
        + bareCondition(predicate);
  }

  /** The condition in quotes that SQL seldom has: its own are single ones. */
  String bareCondition(int predicate) {
    return Printable.name(
        '"' + history.atoms().plain(history.predicateReads().condition(predicate)) + '"');
  }

  /** {@code "balance > 5" in accounts}. */
  public String condition(int predicate) {
    PredicateReads reads = history.predicateReads();
    long relation = reads.relation(predicate);
    return about(
        new Subject.OfPlace(Place.ofPredicate(history, predicate, History.NONE)),
        bareCondition(predicate)
            + (relation == Atoms.NO_NAME
                ? ""
                : " in " + Printable.name(history.atoms().plain(relation))));
  }

  private String result(int predicate) {
    PredicateReads reads = history.predicateReads();
    if (reads.hasValue(predicate)) {
      return atom(reads.value(predicate));
    }
    if (!reads.hasRows(predicate)) {
      return "?";
    }
    return list(
        reads.resultCount(predicate),
        i -> {
          int read = reads.resultRead(predicate, i);
          return bareKey(reads.resultKey(predicate, i))
              + (read == PredicateReads.NO_READ ? "" : "=" + value(read));
        });
  }

  /** A list in brackets; of a long one, the elements at both ends. */
  private static String list(int size, IntFunction<String> element) {
    StringJoiner elements = new StringJoiner(",", "[", "]");
    for (int i = 0; i < size; i++) {
      if (size > LONGEST_LIST && i == SHOWN_AT_ENDS) {
        elements.add("…");
        i = size - SHOWN_AT_ENDS;
      }
      elements.add(element.apply(i));
    }
    return elements.toString();
  }

  /** What a predicate read saw of an object: {@code x = 1}, or {@code no x}. */
  public String seen(int predicate, int key) {
    long value = seenValue(predicate, key);
    return value == Atoms.DEAD ? "no " + key(key) : key(key) + " = " + atom(value);
  }

  boolean sawNone(int predicate, int key) {
    return seenValue(predicate, key) == Atoms.DEAD;
  }

  /** The atom of the value that a predicate read saw of an object; {@code Atoms.DEAD} if none. */
  public long seenValue(int predicate, int key) {
    PredicateReads reads = history.predicateReads();
    long value = Atoms.DEAD;
    for (int i = 0; i < reads.memberCount(predicate); i++) {
      value = reads.memberKey(predicate, i) == key ? reads.memberValue(predicate, i) : value;
    }
    for (int i = history.firstOperation(reads.transactionOf(predicate));
        i < reads.operationAfter(predicate);
        i++) {
      value = history.isWrite(i) && history.keyOf(i) == key ? history.valueOf(i) : value;
    }
    return value;
  }

  /** What a predicate read saw of objects; of many, the first ones. */
  String seen(int predicate, List<Integer> keys) {
    return some(keys, key -> seen(predicate, key));
  }

  /** A key, a value or a name that need not be in the history. */
  String atom(long atom) {
    return Printable.name(history.atoms().token(atom));
  }

  /** Keys in words; of many, the first ones. */
  String keys(List<Integer> keys) {
    return some(keys, this::key);
  }

  private static String some(List<Integer> keys, IntFunction<String> words) {
    List<String> shown = keys.stream().limit(SHOWN_AT_ENDS).map(words::apply).toList();
    int more = keys.size() - shown.size();
    return Words.list(shown) + (more == 0 ? "" : " and " + more + " more");
  }
}
