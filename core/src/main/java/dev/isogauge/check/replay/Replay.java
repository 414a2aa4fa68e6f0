package dev.isogauge.check.replay;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.order.ClaimedOrder;
import dev.isogauge.predicate.Predicate;
import dev.isogauge.predicate.PredicateException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;

/**
 * Runs the transactions one after the other in the claimed order, and compares every result with
 * the state. The state follows the order and never what was read, so one fault does not hide or
 * cause another.
 */
final class Replay {
  private static final int TRANSACTIONS_BETWEEN_CLOCKS = 1024;

  private final History history;
  private final ClaimedOrder order;
  private final PredicateReads predicates;
  private final RelationRows relations;
  private final ReplayFindings findings;
  private final Budget budget;

  /** By key: its last write so far. */
  private final int[] lastWrite;

  /** By key: the appends so far; null for none. */
  private final IntArrayList[] appends;

  /** By key: the last predicate read that returned it, and that it has been expected by. */
  private final int[] returnedBy;

  Replay(
      History history,
      ClaimedOrder order,
      RelationRows relations,
      ReplayFindings findings,
      Budget budget) {
    this.history = history;
    this.order = order;
    this.predicates = history.predicateReads();
    this.relations = relations;
    this.findings = findings;
    this.budget = budget;
    this.lastWrite = new int[history.keyCount()];
    Arrays.fill(lastWrite, History.INITIAL);
    this.appends = new IntArrayList[history.hasLists() ? history.keyCount() : 0];
    this.returnedBy = new int[predicates.count() == 0 ? 0 : history.keyCount()];
    Arrays.fill(returnedBy, History.NONE);
  }

  void run() {
    ProgramSteps steps = new ProgramSteps(history);
    for (int position = 0; position < order.size(); position++) {
      if (position % TRANSACTIONS_BETWEEN_CLOCKS == 0) {
        budget.checkTime();
      }
      steps.begin(order.transaction(position));
      while (steps.next()) {
        if (steps.isPredicate()) {
          readPredicate(steps.number());
        } else if (history.isWrite(steps.number())) {
          write(steps.number());
        } else {
          read(steps.number());
        }
      }
    }
  }

  private void write(int write) {
    int key = history.keyOf(write);
    if (!history.isAppend(write)) {
      lastWrite[key] = write;
      relations.update(key, history.valueOf(write));
      return;
    }
    if (appends[key] == null) {
      appends[key] = new IntArrayList();
    }
    appends[key].add(write);
  }

  private void read(int read) {
    int key = history.keyOf(read);
    if (history.isListRead(read)) {
      if (!isList(read, key)) {
        findings.list(read, appends[key] == null ? new IntArrayList() : appends[key]);
      }
    } else if (!history.isUnknownRead(read) && !isCurrent(read)) {
      findings.item(read, lastWrite[key]);
    }
  }

  private boolean isCurrent(int read) {
    int key = history.keyOf(read);
    int write = lastWrite[key];
    return history.valueOf(read)
        == (write == History.INITIAL ? history.initialValue(key) : history.valueOf(write));
  }

  private boolean isList(int read, int key) {
    int size = appends[key] == null ? 0 : appends[key].size();
    boolean same = history.listSize(read) == size;
    for (int e = 0; same && e < size; e++) {
      same = history.listElement(read, e) == history.valueOf(appends[key].getInt(e));
    }
    return same;
  }

  private void readPredicate(int p) {
    Optional<Predicate> predicate = relations.predicate(p);
    if (predicate.isEmpty()) {
      readRows(p);
      return;
    }
    budget.checkTime();
    try {
      if (predicate.get().aggregate().isPresent()) {
        Optional<Object> expected = relations.table(p).aggregate(predicate.get());
        if (!expected.equals(relations.rows().value(predicates.value(p)))) {
          findings.aggregate(p, predicate.get(), relations.table(p), expected, lastWrite);
        }
      } else if (!hasExpectedRows(p, predicate.get())) {
        findings.rows(p, predicate.get(), relations.table(p), lastWrite);
      }
    } catch (PredicateException e) {
      relations.refuse(p, e.getMessage());
      readRows(p);
    }
  }

  /** Rows that came with their values were read, whether the predicate can be judged or not. */
  private void readRows(int p) {
    for (int i = 0; i < predicates.resultCount(p); i++) {
      if (predicates.resultRead(p, i) != PredicateReads.NO_READ) {
        read(predicates.resultRead(p, i));
      }
    }
  }

  private boolean hasExpectedRows(int p, Predicate predicate) {
    int returned = 0;
    boolean sameValues = true;
    for (int i = 0; i < predicates.resultCount(p); i++) {
      int key = predicates.resultKey(p, i);
      int read = predicates.resultRead(p, i);
      sameValues &=
          read == PredicateReads.NO_READ || history.isUnknownRead(read) || isCurrent(read);
      returned += returnedBy[key] == p ? 0 : 1;
      returnedBy[key] = p;
    }
    Matches matches = new Matches(p);
    relations.table(p).forEachMatch(predicate, matches::add);
    return sameValues && matches.all && matches.count == returned;
  }

  /** Counts the rows that match, and whether all were returned. */
  private final class Matches {
    private final int predicate;
    private int count;
    private boolean all = true;

    Matches(int predicate) {
      this.predicate = predicate;
    }

    void add(int key) {
      count++;
      all &= returnedBy[key] == predicate;
    }
  }
}
