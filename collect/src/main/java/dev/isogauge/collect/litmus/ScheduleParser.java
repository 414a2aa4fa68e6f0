package dev.isogauge.collect.litmus;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import dev.isogauge.predicate.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a schedule:
 *
 * <pre>
 * file     = { header | step | "#" comment | blank line }         one a line
 * header   = "title:" text | "column:" text
 *          | "about:" text { line that begins with a blank }
 *          | "shows:" anomaly { "," anomaly }                     names as in reports
 *          | "setup:" { item "=" integer }
 *          | "session" name ":" transaction { transaction }       share a connection
 * step     = transaction action
 * action   = ( "read" | "lock" | "take" | "delete" ) item
 *          | ( "write" | "insert" | "update" | "merge" ) item integer
 *          | "append" list integer
 *          | "copy" item condition integer                       the integer and the sum
 *          | "select" condition | "join" condition | "delete where" condition
 *          | "update where" condition integer
 *          | "savepoint" | "rollback to savepoint"
 *          | "commit" | "rollback"
 * condition = SQL over the column value, in double quotes
 * </pre>
 *
 * <p>Headers come before steps. A transaction begins with its first step. Each value of an item is
 * written once, so that a read shows which write it saw. An item that something is appended to is a
 * list: it is empty at first, a read returns all of it, and nothing else can be done with it. A
 * schedule with lists has no conditions.
 */
final class ScheduleParser {
  private static final String[] ACTIONS = {
    "read",
    "write",
    "insert",
    "update",
    "delete",
    "append",
    "select",
    "lock",
    "take",
    "merge",
    "copy",
    "join",
    "savepoint",
    "commit",
    "rollback"
  };

  /** Names that the runner and the history format use. */
  private static final List<String> RESERVED =
      List.of(ScheduleRunner.SETUP, ScheduleRunner.LAST, "init", "order", "nil", "dead");

  private static final Set<String> COLUMNS = Set.of(Row.VALUE);

  private final String input;
  private final String id;
  private String title = "";
  private String column = "";
  private final StringBuilder about = new StringBuilder();
  private final Set<AnomalyKind> shows = EnumSet.noneOf(AnomalyKind.class);
  private final Map<String, Long> setup = new LinkedHashMap<>();
  private final Map<String, String> sessions = new LinkedHashMap<>();
  private final Set<String> keys = new LinkedHashSet<>();
  private final List<Step> steps = new ArrayList<>();

  /** By step: its line. */
  private final List<Integer> lines = new ArrayList<>();

  private final Set<String> ended = new HashSet<>();

  private final Set<String> savepoints = new HashSet<>();

  /** By session: the transaction that used it last. */
  private final Map<String, String> latest = new HashMap<>();

  private final Set<String> written = new HashSet<>();
  private final Set<Long> ofItems = new HashSet<>();

  /** Values of changes by condition, which any item may get. */
  private final Set<Long> ofAny = new HashSet<>();

  private boolean inAbout;

  private ScheduleParser(String input, String id) {
    this.input = input;
    this.id = id;
  }

  /**
   * Reads a schedule.
   *
   * @param input the file's name, for messages
   * @param id what to call the schedule
   */
  static Schedule parse(String input, String id, String text) throws InputException {
    ScheduleParser parser = new ScheduleParser(input, id);
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      parser.line(i + 1, lines.get(i));
    }
    return parser.schedule(lines.size());
  }

  private void line(int number, String line) throws InputException {
    if (line.isBlank() || line.startsWith("#")) {
      inAbout = false;
      return;
    }
    LineScanner scanner = new LineScanner(input, number, line);
    if (Character.isWhitespace(line.charAt(0))) {
      if (!inAbout) {
        throw scanner.fault("a blank", "a header or a step at the beginning of the line");
      }
      about.append(' ').append(line.strip());
      return;
    }
    inAbout = false;
    String first = scanner.name("a header or a transaction");
    if (first.equals("session") || line.startsWith(":", first.length())) {
      if (!steps.isEmpty()) {
        throw scanner.fault("found a header after the first step");
      }
      header(first, scanner, line);
    } else {
      step(first, scanner);
      lines.add(number);
    }
  }

  private void header(String name, LineScanner scanner, String line) throws InputException {
    if (name.equals("session")) {
      session(scanner);
      return;
    }
    String rest = line.substring(name.length() + 1).strip();
    scanner.symbol(':');
    switch (name) {
      case "title" -> title = rest;
      case "column" -> column = rest;
      case "about" -> {
        about.append(rest);
        inAbout = true;
      }
      case "shows" -> {
        while (!scanner.atEnd()) {
          shows.addAll(anomaly(scanner));
        }
      }
      case "setup" -> {
        while (!scanner.atEnd()) {
          String key = key(scanner);
          scanner.symbol('=');
          long value = scanner.number();
          written.add(key + "=" + value);
          ofItems.add(value);
          if (setup.put(key, value) != null) {
            throw scanner.fault("item " + key + " is set up twice");
          }
        }
      }
      default ->
          throw scanner.fault("'" + name + ":'", "title, column, about, shows, setup or session");
    }
  }

  private static Set<AnomalyKind> anomaly(LineScanner scanner) throws InputException {
    String name = scanner.peek();
    Set<AnomalyKind> kinds =
        Arrays.stream(AnomalyKind.values())
            .filter(kind -> kind.title().equalsIgnoreCase(name) && !kind.violates().isEmpty())
            .collect(Collectors.toSet());
    if (kinds.isEmpty()) {
      throw scanner.fault("'" + name + "'", "an anomaly, such as AbortedRead, G-single or G2-item");
    }
    scanner.skipWord();
    return kinds;
  }

  private void session(LineScanner scanner) throws InputException {
    String session = scanner.name("a session");
    requireFree(session, "session", scanner);
    scanner.symbol(':');
    if (sessions.containsValue(session)) {
      throw scanner.fault("session " + session + " is there already");
    }
    do {
      String transaction = scanner.name("a transaction");
      if (sessions.put(transaction, session) != null) {
        throw scanner.fault("transaction " + transaction + " has a session already");
      }
    } while (!scanner.atEnd());
  }

  private void step(String transaction, LineScanner scanner) throws InputException {
    requireFree(transaction, "transaction", scanner);
    if (ended.contains(transaction)) {
      throw scanner.fault("transaction " + transaction + " has ended before");
    }
    String session = sessionOf(transaction, scanner);
    String before = latest.put(session, transaction);
    if (before != null && !before.equals(transaction) && !ended.contains(before)) {
      throw scanner.fault(
          "transaction " + before + " of the same session has not ended before " + transaction);
    }
    Action action = action(scanner);
    scanner.end();
    if (action.isEnd()) {
      ended.add(transaction);
    } else if (action.verb() == Action.Verb.SAVEPOINT) {
      savepoints.add(transaction);
    } else if (action.verb() == Action.Verb.ROLLBACK_TO_SAVEPOINT
        && !savepoints.remove(transaction)) {
      throw scanner.fault("transaction " + transaction + " has no savepoint to go back to");
    }
    steps.add(new Step(transaction, action));
  }

  private static void requireFree(String name, String what, LineScanner scanner)
      throws InputException {
    if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      throw scanner.fault("no " + what + " may be called " + name);
    }
  }

  /** A transaction without a session gets one of its own. */
  private String sessionOf(String transaction, LineScanner scanner) throws InputException {
    String own = transaction.toLowerCase(Locale.ROOT);
    if (!sessions.containsKey(transaction)) {
      if (sessions.containsValue(own)) {
        throw scanner.fault(
            "the session of transaction " + transaction + " would be called as another, " + own);
      }
      sessions.put(transaction, own);
    }
    return sessions.get(transaction);
  }

  private Action action(LineScanner scanner) throws InputException {
    String verb = scanner.peek();
    if (!List.of(ACTIONS).contains(verb)) {
      throw scanner.fault(
          verb.isEmpty() ? "the end of the line" : "'" + verb + "'",
          "one of " + String.join(", ", ACTIONS));
    }
    scanner.skipWord();
    boolean where = scanner.peek().equals("where");
    if (where && (verb.equals("update") || verb.equals("delete"))) {
      scanner.skipWord();
      String condition = condition(scanner);
      return verb.equals("delete")
          ? Action.where(Action.Verb.DELETE_WHERE, condition)
          : Action.updateWhere(condition, newValueOfAny(scanner));
    }
    return switch (verb) {
      case "commit" -> Action.commit();
      case "rollback" -> rollback(scanner);
      case "savepoint" -> Action.plain(Action.Verb.SAVEPOINT);
      case "lock" -> Action.onItem(Action.Verb.LOCK, key(scanner));
      case "take" -> Action.onItem(Action.Verb.TAKE, key(scanner));
      case "join" -> Action.where(Action.Verb.JOIN, condition(scanner));
      case "copy" -> {
        String key = key(scanner);
        yield Action.copy(key, condition(scanner), newValue(key, scanner));
      }
      case "select" -> Action.where(Action.Verb.SELECT, condition(scanner));
      case "read" -> Action.onItem(Action.Verb.READ, key(scanner));
      case "delete" -> Action.onItem(Action.Verb.DELETE, key(scanner));
      default -> {
        String key = key(scanner);
        yield Action.onItem(
            Action.Verb.valueOf(verb.toUpperCase(Locale.ROOT)), key, newValue(key, scanner));
      }
    };
  }

  private static Action rollback(LineScanner scanner) throws InputException {
    if (scanner.atEnd()) {
      return Action.rollback();
    }
    scanner.word("to");
    scanner.word("savepoint");
    return Action.plain(Action.Verb.ROLLBACK_TO_SAVEPOINT);
  }

  private long newValueOfAny(LineScanner scanner) throws InputException {
    long value = scanner.number();
    if (ofItems.contains(value) || !ofAny.add(value)) {
      throw scanner.fault(
          "an item may get the value " + value + " a second time; values must differ");
    }
    return value;
  }

  private long newValue(String key, LineScanner scanner) throws InputException {
    long value = scanner.number();
    ofItems.add(value);
    if (!written.add(key + "=" + value) || ofAny.contains(value)) {
      throw scanner.fault(key + " gets the value " + value + " a second time; values must differ");
    }
    return value;
  }

  /** A condition that the checkers understand. */
  private static String condition(LineScanner scanner) throws InputException {
    String text = scanner.quoted();
    try {
      Predicate predicate = Predicate.parse(text);
      if (predicate.aggregate().isPresent() || !COLUMNS.containsAll(predicate.columns())) {
        scanner.backTo(text);
        throw scanner.fault("\"" + text + "\"", "a condition on the column value alone");
      }
      predicate.matches(Row.ofValue(0L));
    } catch (PredicateException e) {
      scanner.backTo(text);
      throw scanner.fault("in the condition \"" + text + "\": " + e.getMessage());
    }
    return text;
  }

  private String key(LineScanner scanner) throws InputException {
    String key = scanner.name("an item");
    requireFree(key, "item", scanner);
    keys.add(key);
    return key;
  }

  private Schedule schedule(int lastLine) throws InputException {
    if (shows.isEmpty()) {
      throw fault(lastLine, "there is no 'shows:' with an anomaly to look for");
    }
    if (steps.isEmpty()) {
      throw fault(lastLine, "there are no steps");
    }
    for (String transaction : sessions.keySet()) {
      if (steps.stream().noneMatch(step -> step.transaction().equals(transaction))) {
        throw fault(lastLine, "transaction " + transaction + " has a session and no steps");
      }
    }
    requirePlainLists();
    return new Schedule(
        id,
        title.isEmpty() ? id : title,
        column.isEmpty() ? id : column,
        about.toString(),
        shows,
        setup,
        sessions,
        List.copyOf(keys),
        steps);
  }

  private void requirePlainLists() throws InputException {
    Set<String> lists = new HashSet<>();
    for (Step step : steps) {
      if (step.action().verb() == Action.Verb.APPEND) {
        lists.add(step.action().key());
      }
    }
    if (lists.isEmpty()) {
      return;
    }
    for (int i = 0; i < steps.size(); i++) {
      Action action = steps.get(i).action();
      if (!action.condition().isEmpty()) {
        throw fault(lines.get(i), "found a condition in a schedule that appends to lists");
      }
      if (lists.contains(action.key())) {
        if (action.verb() != Action.Verb.APPEND && action.verb() != Action.Verb.READ) {
          throw fault(
              lines.get(i),
              "found '" + action + "' of a list, " + action.key() + "; expected read or append");
        }
        if (setup.containsKey(action.key())) {
          throw fault(
              lines.get(i), action.key() + " is a list, which is empty at first and has no setup");
        }
      }
    }
  }

  private InputException fault(int line, String message) {
    return new InputException(input, Math.max(1, line), 1, message);
  }
}
