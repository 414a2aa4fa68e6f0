package dev.isogauge.predict;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import dev.isogauge.predicate.Predicates;
import dev.isogauge.text.Words;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads the transactions of a history as programs:
 *
 * <ol>
 *   <li>Operations that a recording says one statement did belong together; others are statements
 *       of their own.
 *   <li>A write of a key that the same statement reads computes the new value from the old one.
 *   <li>A write of a key that is not there is an insert. What is there is followed in the order of
 *       the recording.
 * </ol>
 */
final class ProgramReader {
  private static final String ABORTED = "that did not commit";

  private final History history;
  private final ProgramSteps steps;
  private final Predicates parser = new Predicates();
  private final boolean[] isThere;
  private final boolean[] isList;
  private final List<ConditionSearch> searches = new ArrayList<>();
  private final Map<List<Object>, Integer> searchNumbers = new LinkedHashMap<>();
  private final List<Program> programs = new ArrayList<>();

  /** By reason the transactions that are left out. */
  private final Map<String, List<String>> leftOut = new TreeMap<>();

  private int unknownReads;

  /** The conditions of searches that are left out. */
  private final List<String> notEvaluated = new ArrayList<>();

  /** A transaction that cannot be a program. */
  private static final class NoProgram extends Exception {
    private static final long serialVersionUID = 1;

    NoProgram(String reason) {
      super(reason);
    }
  }

  ProgramReader(History history) {
    this.history = history;
    this.steps = ProgramSteps.withUnknown(history);
    this.isThere = new boolean[history.keyCount()];
    this.isList = new boolean[history.keyCount()];
    for (int key = 0; key < isThere.length; key++) {
      isThere[key] = history.initialValue(key) != Atoms.NIL;
    }
    for (int i = 0; i < history.operationCount(); i++) {
      if (history.isAppend(i) || history.isListRead(i)) {
        isList[history.keyOf(i)] = true;
      }
    }
    for (int t : history.inInputOrder()) {
      read(t);
    }
  }

  List<Program> programs() {
    return programs;
  }

  List<ConditionSearch> searches() {
    return searches;
  }

  /** What was left out, and why. */
  List<String> leftOut() {
    List<String> all = new ArrayList<>();
    if (unknownReads > 0) {
      all.add("left out: " + Words.count(unknownReads, "read") + " of unknown rows");
    }
    if (!notEvaluated.isEmpty()) {
      all.add(
          "left out: "
              + Words.count(notEvaluated.size(), "read")
              + " by conditions that cannot be evaluated, such as "
              + notEvaluated.get(0).replaceFirst("^\\? ", ""));
    }
    leftOut.forEach(
        (reason, names) ->
            all.add(
                "left out: "
                    + Words.count(names.size(), "transaction")
                    + " (such as "
                    + names.get(0)
                    + ") "
                    + reason));
    return all;
  }

  /** Whether nothing that committed was left out. */
  boolean isComplete() {
    return unknownReads == 0
        && notEvaluated.isEmpty()
        && Set.of(ABORTED).containsAll(leftOut.keySet());
  }

  boolean isList(int key) {
    return isList[key];
  }

  private void read(int t) {
    try {
      if (history.outcome(t) != Outcome.COMMITTED) {
        throw new NoProgram(ABORTED);
      }
      Program program = program(t);
      if (!program.statements().isEmpty()) {
        programs.add(program);
      }
    } catch (NoProgram e) {
      leftOut
          .computeIfAbsent(e.getMessage(), reason -> new ArrayList<>())
          .add(history.transactionName(t));
    }
    if (history.outcome(t) != Outcome.ABORTED) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (history.isWrite(i)) {
          isThere[history.keyOf(i)] = !history.isDelete(i);
        }
      }
    }
  }

  private Program program(int t) throws NoProgram {
    List<int[]> statements = new ArrayList<>();
    IntSet absent = new IntOpenHashSet();
    IntSet touched = new IntOpenHashSet();
    boolean[] there = isThere;
    Map<Integer, Boolean> own = new LinkedHashMap<>();
    String recorded = history.recordedStatements(t);
    String[] sizes = recorded.isEmpty() ? new String[0] : recorded.split(" ", -1);
    int place = 0;
    steps.begin(t);
    boolean more = steps.next();
    while (more) {
      if (sizes.length > 0 && place == sizes.length) {
        throw new NoProgram("whose statements do not cover their operations");
      }
      String size = sizes.length == 0 ? "1" : sizes[place++];
      char lock = size.charAt(size.length() - 1);
      int count =
          Integer.parseInt(Character.isDigit(lock) ? size : size.substring(0, size.length() - 1));
      Access read = lock == 'u' ? Access.LOCK : lock == 's' ? Access.SHARE : Access.READ;
      IntArrayList statement = new IntArrayList();
      for (int i = 0; i < count; i++) {
        if (!more) {
          throw new NoProgram("whose statements do not cover their operations");
        }
        step(statement, read, absent, touched, there, own);
        more = steps.next();
      }
      if (!statement.isEmpty()) {
        statements.add(statement.toIntArray());
      }
    }
    return new Program(
        t,
        programs.size(),
        history.transactionName(t),
        statements,
        absent,
        history.recordedLevel(t));
  }

  private void step(
      IntArrayList statement,
      Access read,
      IntSet absent,
      IntSet touched,
      boolean[] there,
      Map<Integer, Boolean> own)
      throws NoProgram {
    if (steps.isUnknown()) {
      unknown(steps.number(), read);
    } else if (steps.isPredicate()) {
      search(statement, read, steps.number());
    } else {
      int operation = steps.number();
      int key = history.keyOf(operation);
      boolean isRead = !history.isWrite(operation);
      boolean exists = own.getOrDefault(key, there[key]);
      if (touched.add(key)) {
        if (isRead && !isList[key] && !history.isUnknownRead(operation)) {
          exists = history.valueOf(operation) != Atoms.NIL;
        }
        if (!exists) {
          absent.add(key);
        }
        own.put(key, exists);
      }
      if (isRead) {
        statement.add(read.on(key));
        return;
      }
      int before = -1;
      for (Access access : new Access[] {Access.READ, Access.LOCK, Access.SHARE}) {
        before = Math.max(before, statement.indexOf(access.on(key)));
      }
      boolean deletes = history.isDelete(operation);
      Access access = Access.UPDATE;
      if (isList[key]) {
        access = Access.APPEND;
      } else if (deletes) {
        access = Access.DELETE;
      } else if (!exists) {
        access = Access.INSERT;
      } else if (before >= 0) {
        access = Access.CHANGE;
      }
      if (before >= 0 && access != Access.APPEND) {
        statement.removeInt(before);
      }
      statement.add(access.on(key));
      own.put(key, !deletes);
    }
  }

  private void search(IntArrayList statement, Access read, int p) throws NoProgram {
    PredicateReads reads = history.predicateReads();
    String relation =
        reads.relation(p) == Atoms.NO_NAME ? "" : history.atoms().plain(reads.relation(p));
    String condition = history.atoms().plain(reads.condition(p));
    Integer number = searchNumbers.get(List.<Object>of(relation, condition));
    if (number == null) {
      try {
        Predicate predicate = parser.parse(condition);
        number = searches.size();
        searches.add(new ConditionSearch(relation, predicate));
        searchNumbers.put(List.<Object>of(relation, condition), number);
      } catch (PredicateException e) {
        if (read != Access.READ) {
          throw new NoProgram("of which not all locks are known");
        }
        notEvaluated.add(condition);
        return;
      }
    }
    statement.add(Access.SEARCH.on(number));
    if (read != Access.READ && reads.hasRows(p)) {
      for (int i = 0; i < reads.resultCount(p); i++) {
        statement.add(read.on(reads.resultKey(p, i)));
      }
    }
  }

  private void unknown(int number, Access read) throws NoProgram {
    UnknownOperations unknown = history.unknownOperations();
    if (unknown.isWrite(number)) {
      throw new NoProgram("of which not all writes are known");
    }
    if (read != Access.READ) {
      throw new NoProgram("of which not all locks are known");
    }
    unknownReads++;
  }
}
