package dev.isogauge.history;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.isogauge.util.Parallel;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;

/**
 * Makes a {@link History} of raw blocks.
 *
 * <ol>
 *   <li>Number sessions, transactions and keys in the order they first appear.
 *   <li>Move transactions that only load initial values into the initial state, where the format
 *       says so.
 *   <li>Renumber transactions session by session and copy the operations to their final places, on
 *       all cores.
 *   <li>Resolve reads ({@link ReadResolver}); later, when first asked for, where timestamps may do.
 *   <li>Settle which versions orders mean ({@link VersionNaming}), and decide which indeterminate
 *       transactions count.
 * </ol>
 *
 * <p>O(operations) expected.
 */
public final class HistoryBuilder {
  private final Atoms atoms;
  private final List<RawBlock> blocks = new ArrayList<>();
  private final List<VersionNaming.LocatedOrder> versionOrders = new ArrayList<>();
  private final List<Fault> faults = new ArrayList<>();
  private final List<UnknownStatement> statements = new ArrayList<>();
  private String ending;
  private final Long2LongOpenHashMap initialValues = new Long2LongOpenHashMap();
  private final List<String> remarks = new ArrayList<>();
  private long defaultInitialValue = Atoms.NIL;
  private boolean statesInitialValue;
  private boolean leadingLoadIsInitial;
  private boolean readsTellInitialValues;
  private boolean namesAreUnique;

  private final RawTransactions transactions;
  private final BlockTaker taker;

  /** A builder of a history whose blocks use these atoms. */
  public HistoryBuilder(Atoms atoms) {
    this.atoms = atoms;
    this.transactions = new RawTransactions(atoms, blocks);
    this.taker = blocks::add;
  }

  /**
   * A builder that keeps no block, for histories that are not to be in memory: it knows what an
   * input says beside its transactions.
   *
   * @param atoms of the blocks
   * @param taker takes the blocks in the order of the input
   */
  public HistoryBuilder(Atoms atoms, BlockTaker taker) {
    this.atoms = atoms;
    this.transactions = new RawTransactions(atoms, blocks);
    this.taker = taker;
  }

  /** Adds the next part of the input. */
  public void add(RawBlock block) {
    taker.take(block);
  }

  /** Whether {@link #alone} is to be called once all that was read is added. */
  public boolean wantsAtoms() {
    return taker.wantsAtoms();
  }

  /** Nothing is being read: who takes the blocks may forget atoms. */
  public void alone() {
    taker.alone();
  }

  /** The initial value of every key that {@link #initialValue} does not name; nil by default. */
  public void defaultInitialValue(long value) {
    defaultInitialValue = value;
    statesInitialValue = true;
    taker.initialValue(value);
  }

  /** The value of a key before all transactions. */
  public void initialValue(long key, long value) {
    initialValues.put(key, value);
    taker.directive();
  }

  /** Adds an order of versions that was found nowhere in particular. */
  public void versionOrder(VersionOrder order) {
    versionOrder(order, "");
  }

  /**
   * Adds an order of versions.
   *
   * @param origin where it was found, for remarks: file and line
   */
  public void versionOrder(VersionOrder order, String origin) {
    versionOrders.add(new VersionNaming.LocatedOrder(order, origin));
    taker.directive();
  }

  /** Adds the orders of versions of another builder, with their origins. */
  public void takeVersionOrders(HistoryBuilder other) {
    versionOrders.addAll(other.versionOrders);
  }

  /** The orders of versions so far. */
  public List<VersionOrder> versionOrders() {
    return versionOrders.stream().map(VersionNaming.LocatedOrder::order).toList();
  }

  /** Adds a statement that unknown operations name by its number. */
  public void statement(UnknownStatement statement) {
    statements.add(statement);
  }

  /** Says that the recording ended before the application did, and why. */
  public void endedEarly(String reason) {
    ending = reason;
  }

  /** Adds a fault that was on for a time. */
  public void fault(Fault fault) {
    faults.add(fault);
  }

  /** The first read of a key that names the initial writer gives the key's initial value. */
  public void readsTellInitialValues() {
    readsTellInitialValues = true;
  }

  /**
   * Transactions at the very start that only write the default initial value belong to the initial
   * state.
   */
  public void leadingLoadIsInitial() {
    leadingLoadIsInitial = true;
  }

  /** Every fragment is a transaction of its own: using a name twice is a fault of the input. */
  public void namesAreUnique() {
    namesAreUnique = true;
  }

  /** Adds what a user should know about the reading. */
  public void remark(String remark) {
    remarks.add(remark);
  }

  /** What a user should know about the reading, so far. */
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** The blocks added so far, for callers that need raw transactions and not a history. */
  public List<RawBlock> blocks() {
    return List.copyOf(blocks);
  }

  /**
   * The initial value of all keys; empty if they do not have one in common, or if the input says
   * something else of the history as a whole.
   */
  public OptionalLong commonInitialValue() {
    return versionOrders.isEmpty() && initialValues.isEmpty()
        ? OptionalLong.of(defaultInitialValue)
        : OptionalLong.empty();
  }

  /** The initial value of all keys that are not named, if the input or its format states one. */
  public OptionalLong statedInitialValue() {
    return statesInitialValue ? OptionalLong.of(defaultInitialValue) : OptionalLong.empty();
  }

  /** Builds the history; the builder and its blocks are used up. */
  public History build() {
    // Step 1.
    int[][] transactionOfFragment = transactions.number(namesAreUnique);
    AtomIndex keys = new AtomIndex();
    int[][] keyIds = numberKeys(keys);
    boolean hasLists = blocks.stream().anyMatch(RawBlock::hasLists);
    if (hasLists) {
      new ListKeys(blocks, keyIds, keys.size()).settle();
    }
    // Step 2.
    int loading = leadingLoadIsInitial ? countLoading(transactionOfFragment) : 0;
    // Step 3.
    HistoryColumns columns = new HistoryColumns();
    int[] renumbered = orderBySession(columns, loading);
    WriteNames writeNames = copyOperations(columns, transactionOfFragment, keyIds, renumbered);
    copyTransactions(columns, renumbered);
    columns.inputOrder = renumbered;
    new TransactionMetadata(blocks, transactionOfFragment, renumbered).copy(columns);
    columns.hasLists = hasLists;
    columns.faults = List.copyOf(faults);
    columns.statements = List.copyOf(statements);
    columns.ending = ending;
    columns.keyNames = keys.toArray();
    columns.initialValues = new long[keys.size()];
    for (int key = 0; key < keys.size(); key++) {
      columns.initialValues[key] = initialValues.getOrDefault(keys.atom(key), defaultInitialValue);
    }
    if (readsTellInitialValues && writeNames.writers() != null) {
      takeInitialValues(columns, writeNames.writers());
    }
    blocks.clear();
    // Steps 4 and 5.
    TransactionNames names = transactions.byName(renumbered);
    LazyResolution resolution =
        new LazyResolution(columns, writeNames, names, hasLists || !versionOrders.isEmpty());
    if (columns.times == null || hasIndeterminate(columns)) {
      resolution.ensure();
    }
    List<VersionOrder> orders =
        versionOrders.isEmpty() ? List.of() : settle(columns, keys, resolution);
    new CountingTransactions(columns, resolution, writeNames, names, orders).mark();
    return new History(columns, atoms, resolution, orders, writeNames.writers());
  }

  private List<VersionOrder> settle(
      HistoryColumns columns, AtomIndex keys, LazyResolution resolution) {
    VersionNaming naming = new VersionNaming(columns, keys, atoms, resolution.ensure());
    // Orders of one key continue one another.
    List<VersionOrder> settled =
        versionOrders.stream()
            .collect(groupingBy(each -> each.order().key(), LinkedHashMap::new, toList()))
            .values()
            .stream()
            .map(VersionNaming.LocatedOrder::joined)
            .map(naming::settle)
            .toList();
    remarks.addAll(naming.remarks());
    return settled;
  }

  private static boolean hasIndeterminate(HistoryColumns columns) {
    for (byte outcome : columns.outcomes) {
      if (outcome == Outcome.INDETERMINATE.code()) {
        return true;
      }
    }
    return false;
  }

  private int[][] numberKeys(AtomIndex keys) {
    int[][] keyIds = new int[blocks.size()][];
    for (int b = 0; b < keyIds.length; b++) {
      AtomIndex local = blocks.get(b).keys();
      keyIds[b] = new int[local.size()];
      for (int i = 0; i < keyIds[b].length; i++) {
        keyIds[b][i] = keys.intern(local.atom(i));
      }
    }
    return keyIds;
  }

  /** How many of the first transactions only write the default initial value. */
  private int countLoading(int[][] transactionOfFragment) {
    int loading = transactions.count();
    for (int b = 0; b < transactionOfFragment.length && loading > 0; b++) {
      for (int fragment = 0; fragment < transactionOfFragment[b].length; fragment++) {
        int transaction = transactionOfFragment[b][fragment];
        if (transaction < loading && !onlyLoads(blocks.get(b), fragment)) {
          loading = transaction;
        }
      }
    }
    return loading;
  }

  private boolean onlyLoads(RawBlock block, int fragment) {
    if (block.outcomeCode(fragment) != Outcome.COMMITTED.code()) {
      return false;
    }
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.kind(i) != RawBlock.WRITE || block.value(i) != defaultInitialValue) {
        return false;
      }
    }
    return true;
  }

  /** Final numbers of the transactions, NONE for those that went into the initial state. */
  private int[] orderBySession(HistoryColumns columns, int loading) {
    int count = transactions.count();
    int[] first = new int[transactions.sessions().size() + 1];
    for (int t = loading; t < count; t++) {
      first[transactions.sessionOf(t) + 1]++;
    }
    for (int s = 0; s < transactions.sessions().size(); s++) {
      first[s + 1] += first[s];
    }
    columns.firstTransaction = first.clone();
    columns.sessionNames = transactions.sessions().toArray();
    int[] renumbered = new int[count];
    for (int t = 0; t < count; t++) {
      renumbered[t] = t < loading ? History.NONE : first[transactions.sessionOf(t)]++;
    }
    if (blocks.stream().anyMatch(block -> block.metadata().hasNumbers())) {
      new SessionNumbers(atoms, transactions).order(columns, renumbered);
    }
    return renumbered;
  }

  private WriteNames copyOperations(
      HistoryColumns columns, int[][] transactionOfFragment, int[][] keyIds, int[] renumbered) {
    int count = columns.firstTransaction[transactions.sessions().size()];
    int[] first = new int[count + 1];
    for (int t = 0; t < renumbered.length; t++) {
      if (renumbered[t] >= 0) {
        first[renumbered[t] + 1] = transactions.size(t);
      }
    }
    for (int t = 0; t < count; t++) {
      first[t + 1] = Math.addExact(first[t + 1], first[t]);
    }
    columns.firstOperation = first.clone();
    int operations = first[count];
    if (operations >= WriteTable.NOT_FINAL - 1) {
      throw new HistoryException(
          1, "the history has " + operations + " operations; expected fewer than 2^30");
    }
    columns.kinds = new byte[operations];
    columns.keys = new int[operations];
    columns.values = new long[operations];
    int[][] targets = targets(transactionOfFragment, renumbered, first);
    WriteNames writeNames = WriteNames.collect(blocks, targets);
    RawSteps.Numbers numbers =
        new RawSteps.Numbers(blocks, transactionOfFragment, renumbered, targets, keyIds);
    RawSteps.Steps steps = numbers.steps();
    columns.predicates = new PredicateReads(steps, numbers, count);
    columns.unknown = new UnknownOperations(steps, numbers, count);
    columns.hasDeletes = blocks.stream().anyMatch(RawBlock::hasDeletes);
    int[] firstList = takeLists(columns.lists);
    Parallel.tasks(
        blocks.size(),
        b -> {
          RawBlock block = blocks.get(b);
          for (int fragment = 0; fragment < targets[b].length; fragment++) {
            if (targets[b][fragment] >= 0) {
              block.copy(
                  block.fragmentBegin(fragment),
                  block.fragmentEnd(fragment),
                  keyIds[b],
                  firstList[b],
                  columns,
                  targets[b][fragment]);
            }
          }
        });
    return writeNames;
  }

  /** Moves the lists of all blocks into one table; returns the number of each block's first. */
  private int[] takeLists(ListTable lists) {
    int elements = 0;
    int count = 0;
    for (RawBlock block : blocks) {
      elements = Math.addExact(elements, block.lists().elementCount());
      count = Math.addExact(count, block.lists().count());
    }
    lists.reserve(count, elements);
    int[] firstList = new int[blocks.size()];
    for (int b = 0; b < firstList.length; b++) {
      firstList[b] = lists.count();
      lists.take(blocks.get(b).lists());
    }
    return firstList;
  }

  /** Where each fragment's operations go; NONE for those of the initial state. */
  private int[][] targets(int[][] transactionOfFragment, int[] renumbered, int[] next) {
    int[][] targets = new int[blocks.size()][];
    for (int b = 0; b < targets.length; b++) {
      RawBlock block = blocks.get(b);
      targets[b] = new int[block.fragmentCount()];
      for (int fragment = 0; fragment < targets[b].length; fragment++) {
        int transaction = renumbered[transactionOfFragment[b][fragment]];
        if (transaction < 0) {
          targets[b][fragment] = History.NONE;
          continue;
        }
        targets[b][fragment] = next[transaction];
        next[transaction] += block.fragmentEnd(fragment) - block.fragmentBegin(fragment);
      }
    }
    return targets;
  }

  private void copyTransactions(HistoryColumns columns, int[] renumbered) {
    int count = columns.firstTransaction[transactions.sessions().size()];
    columns.sessionOf = new int[count];
    columns.names = new long[count];
    columns.outcomes = new byte[count];
    for (int t = 0; t < renumbered.length; t++) {
      int transaction = renumbered[t];
      if (transaction >= 0) {
        RawBlock block = transactions.firstBlock(t);
        int fragment = transactions.firstFragment(t);
        columns.sessionOf[transaction] = transactions.sessionOf(t);
        columns.names[transaction] = block.name(fragment);
        columns.outcomes[transaction] = block.outcomeCode(fragment);
      }
    }
    columns.transactionOf = new int[columns.kinds.length];
    Parallel.ranges(
        count,
        columns.kinds.length,
        (begin, end) -> {
          for (int t = begin; t < end; t++) {
            for (int i = columns.firstOperation[t]; i < columns.firstOperation[t + 1]; i++) {
              columns.transactionOf[i] = t;
            }
          }
        });
  }

  private static void takeInitialValues(HistoryColumns columns, long[] writers) {
    boolean[] known = new boolean[columns.keyNames.length];
    for (int i = 0; i < writers.length; i++) {
      int key = columns.keys[i];
      if (writers[i] == Atoms.INITIAL_WRITER && !known[key]) {
        known[key] = true;
        columns.initialValues[key] = columns.values[i];
      }
    }
  }

  /** Finds the transaction of a name; NONE where there is none. */
  @FunctionalInterface
  interface TransactionNames {
    int find(long name);
  }
}
