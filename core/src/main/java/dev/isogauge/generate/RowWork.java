package dev.isogauge.generate;

import dev.isogauge.generate.SimulatedRows.Account;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * Reads, writes and deletes of rows. Half of the operations are about the row of one key, half
 * about the rows that match a condition: queries that return rows or an aggregate, updates and
 * deletes. A condition is evaluated on what the transaction sees of every key, so to the store a
 * query is a read of all of them, and nothing can appear unseen.
 */
final class RowWork extends Work {
  private final SimulatedRows rows;

  /** The versions in the order of their writes. */
  private final LongArrayList ownVersions = new LongArrayList();

  private final List<RowStep> steps = new ArrayList<>();

  RowWork(int session, SimulatedClient.Shared shared, TransactionPlan plan) {
    super(session, shared, plan);
    this.rows = shared.rows();
  }

  @Override
  void begin() {
    super.begin();
    ownVersions.clear();
    steps.clear();
  }

  @Override
  void operate(int operation) {
    SplitMix random = plan.detail(operation);
    if (shared.spec().model() == DataModel.ITEMS && plan.isWrite(operation)) {
      changeItem(plan.key(operation), random);
      return;
    }
    boolean isSingle =
        random.fraction() < 1 - shared.spec().predicateRatio()
            || shared.spec().model() == DataModel.ITEMS;
    if (!plan.isWrite(operation)) {
      if (isSingle) {
        read(plan.key(operation));
      } else {
        query(random);
      }
      return;
    }
    boolean deletes = random.below(5) == 0;
    if (isSingle) {
      change(plan.key(operation), deletes, AccountCondition.drawAccount(random));
    } else {
      changeMatching(AccountCondition.drawNarrow(random), deletes, random);
    }
  }

  /** Of twelve changes six update, four increment, one inserts and one deletes. */
  private void changeItem(int key, SplitMix random) {
    int choice = random.below(12);
    boolean increments = choice >= 6 && choice < 10;
    boolean inserts = choice == 10;
    if (increments || inserts) {
      read(key);
    }
    if (!inserts || !rows.isPresent(see(key))) {
      change(key, choice == 11, AccountCondition.drawAccount(random));
    }
  }

  private long see(int key) {
    long own = written.get(key);
    return own == Store.INITIAL_VALUE ? shared.store().read(session, key) : own;
  }

  private void read(int key) {
    steps.add(new RowStep.Read(key, see(key), written.containsKey(key)));
  }

  private void query(SplitMix random) {
    AccountCondition condition = AccountCondition.draw(random);
    boolean aggregates = random.below(3) == 0;
    RowAggregate aggregate = RowAggregate.values()[random.below(RowAggregate.values().length)];
    steps.add(look(condition, aggregates ? Optional.of(aggregate) : Optional.empty(), true));
  }

  private RowStep.Query look(
      AccountCondition condition, Optional<RowAggregate> aggregate, boolean returnsValues) {
    long[] seen = new long[rows.keyCount()];
    boolean[] matches = new boolean[seen.length];
    IntSummaryStatistics balances = new IntSummaryStatistics();
    for (int key = 0; key < seen.length; key++) {
      seen[key] = see(key);
      Optional<Account> account = rows.account(seen[key]).filter(condition.matches());
      matches[key] = account.isPresent();
      account.ifPresent(each -> balances.accept(each.balance()));
    }
    return new RowStep.Query(
        condition.sql(),
        aggregate.map(each -> new RowStep.Aggregated(each.sql(), each.of(balances))),
        seen,
        matches,
        returnsValues);
  }

  /** Writes or deletes a row; of a row that is not there nothing can be deleted. */
  private void change(int key, boolean deletes, Account account) {
    long version = deletes && rows.isPresent(see(key)) ? rows.delete() : rows.write(account);
    ownVersions.add(version);
    written.put(key, version);
    steps.add(new RowStep.Write(key, version));
  }

  private void changeMatching(AccountCondition condition, boolean deletes, SplitMix random) {
    RowStep.Query found = look(condition, Optional.empty(), false);
    steps.add(found);
    for (int key = 0; key < found.seen().length; key++) {
      if (found.matches()[key]) {
        Account drawn = AccountCondition.drawAccount(random);
        String owner = rows.account(found.seen()[key]).orElseThrow().owner();
        change(key, deletes, new Account(owner, drawn.balance()));
      }
    }
  }

  @Override
  void ended(long name) {
    ownVersions.forEach(version -> rows.writtenBy(version, name));
  }

  @Override
  void record() {
    steps.forEach(step -> step.record(rows, shared.recorder()));
  }
}
