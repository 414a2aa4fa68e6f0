package dev.isogauge.search;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.ReadStatus;
import dev.isogauge.order.SessionPast;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * What every checker of an order that is open starts from: the transactions that take part, the
 * versions that they make, and what they read, from one or several possible sources.
 *
 * <p>A <i>version</i> is the last write or append of a key by a transaction. The versions of a key
 * stand together, by transaction, so those of one session do too. An <i>observation</i> is what a
 * transaction read of a key: one of some versions, its candidates, or {@link History#INITIAL}. A
 * read of a list is one of the last append that it shows and that is not its own; nothing else is
 * special about lists but the order of their appends ({@link #forEachAppend}).
 *
 * <p>A transaction is <i>optional</i> if its outcome is unknown and it happens only if an
 * observation is given to it.
 *
 * <ol>
 *   <li>Find the transactions that take part: those that count, and optional ones that some read
 *       may have seen.
 *   <li>Collect the versions by key.
 *   <li>Collect what each transaction read.
 * </ol>
 *
 * <p>O(operations + candidates). Candidates may be as many as the square of the operations, so the
 * clock is read and their memory reserved read by read.
 */
public class Observations {
  /** What else there is to collect. */
  public enum Option {
    /**
     * Optional transactions that cannot have happened take part too, with the reads that nothing
     * explains, which have no candidate.
     */
    FICTION,
    /** A read that repeats the one before it is an observation of its own. */
    REPEATS,
    /** Transactions without an operation that is kept take no part. */
    ONLY_KEPT,
    /** Optional transactions that show more of a list than all that counts cannot have happened. */
    AS_SHOWN
  }

  /**
   * What a candidate takes: its place in the observation, and that of the observation at its
   * version.
   */
  private static final int BYTES_PER_CANDIDATE = 12;

  private static final int[] NOTHING = {};

  public final History history;

  private final IntPredicate kept;
  private final Set<Option> options;
  private final Optional<Versions> lists;
  private final Budget budget;
  private final boolean[] present;
  private final boolean[] optional;

  // The versions of a key are from firstVersion[key] on.
  private final int[] firstVersion;
  private int[] versionWriter;
  private int[] versionWrite;

  // The versions of a transaction, and their keys, are from firstWritten[t] on.
  private final int[] firstWritten;
  private int[] written;
  private int[] writtenKey;

  // The observations of a transaction are from first[t] on.
  private final int[] first;
  private final IntArrayList reads = new IntArrayList();
  private final IntArrayList readers = new IntArrayList();
  private final IntArrayList keys = new IntArrayList();

  /** By observation: its first candidate; candidates that fell stand behind those that are left. */
  private final IntArrayList firstCandidate = new IntArrayList();

  private final IntArrayList candidateCount = new IntArrayList();
  private final IntArrayList candidates = new IntArrayList();
  private long reservedBytes;

  /** Made when it is first asked for. */
  private SessionPast sessions;

  /**
   * Collects them.
   *
   * @param kept which operations take part; the others constrain nothing
   * @param budget the time, and the memory for candidates, which {@link #release} gives back
   */
  public Observations(History history, IntPredicate kept, Set<Option> options, Budget budget) {
    this(history, kept, options, lists(history, options, budget::checkTime), budget);
    addParticipants();
    addVersions();
    addObservations();
  }

  private static Optional<Versions> lists(
      History history, Set<Option> options, Runnable checkTime) {
    if (!history.hasLists()) {
      return Optional.empty();
    }
    return Optional.of(
        options.contains(Option.AS_SHOWN)
            ? ListAppends.asShown(history, checkTime)
            : ListAppends.ORDER.versions(history, checkTime));
  }

  private Observations(
      History history,
      IntPredicate kept,
      Set<Option> options,
      Optional<Versions> lists,
      Budget budget) {
    this.history = history;
    this.kept = kept;
    this.options = options;
    this.lists = lists;
    this.budget = budget;
    present = new boolean[history.transactionCount()];
    optional = new boolean[history.transactionCount()];
    firstVersion = new int[history.keyCount() + 2];
    firstWritten = new int[history.transactionCount() + 1];
    first = new int[history.transactionCount() + 1];
  }

  /** None, where all reads have a known source and it is known what happened. */
  public static Observations none(History history) {
    return new Observations(history, operation -> false, Set.of(), Optional.empty(), null);
  }

  /** Step 1. */
  private void addParticipants() {
    boolean someMayHappen = false;
    for (int t = 0; t < present.length; t++) {
      present[t] = history.counts(t);
      someMayHappen |= history.outcome(t) == Outcome.INDETERMINATE && !history.counts(t);
    }
    IntArrayList waiting = new IntArrayList();
    for (int t = 0; someMayHappen && !history.allReadsClean() && t < present.length; t++) {
      if (present[t]) {
        waiting.add(t);
      }
    }
    while (!waiting.isEmpty()) {
      int t = waiting.popInt();
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        for (int write : isLookedAt(i) ? possibleWrites(i) : NOTHING) {
          int writer = write == INITIAL ? t : history.transactionOf(write);
          if (!present[writer] && (options.contains(Option.FICTION) || !hasFault(writer))) {
            present[writer] = true;
            optional[writer] = true;
            waiting.add(writer);
          }
        }
      }
    }
    for (int t = 0; options.contains(Option.ONLY_KEPT) && t < present.length; t++) {
      present[t] &= hasKept(t);
    }
  }

  private boolean hasKept(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (kept.test(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean isLookedAt(int operation) {
    if (history.isListRead(operation)) {
      return kept.test(operation)
          && lists.orElseThrow().seen(operation) != Versions.LEFT_OUT
          && !isFault(operation);
    }
    return kept.test(operation)
        && !history.isWrite(operation)
        && (history.readStatus(operation) == ReadStatus.EXTERNAL
            || history.readStatus(operation) == ReadStatus.SEVERAL);
  }

  private int[] possibleWrites(int read) {
    if (history.isListRead(read)) {
      return new int[] {lists.orElseThrow().seen(read)};
    }
    if (history.readStatus(read) != ReadStatus.SEVERAL) {
      return new int[] {history.readFrom(read)};
    }
    budget.checkTime();
    return history.candidates(read);
  }

  /** Whether the transaction cannot have happened, since one of its reads is impossible. */
  private boolean hasFault(int t) {
    for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
      if (isFault(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean isFault(int operation) {
    return history.isListRead(operation)
        ? lists.orElseThrow().seen(operation) == Versions.IMPOSSIBLE
        : !history.isWrite(operation) && history.readStatus(operation).isFault();
  }

  /** Step 2. */
  private void addVersions() {
    int total = 0;
    for (int t = 0; t < present.length; t++) {
      firstWritten[t] = total;
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (makesVersion(t, i)) {
          firstVersion[history.keyOf(i) + 2]++;
          total++;
        }
      }
    }
    firstWritten[present.length] = total;
    for (int k = 2; k < firstVersion.length; k++) {
      firstVersion[k] += firstVersion[k - 1];
    }
    versionWriter = new int[total];
    versionWrite = new int[total];
    written = new int[total];
    writtenKey = new int[total];
    int next = 0;
    for (int t = 0; t < present.length; t++) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (makesVersion(t, i)) {
          // Filling a key moves its end to where the next one begins.
          int version = firstVersion[history.keyOf(i) + 1]++;
          versionWriter[version] = t;
          versionWrite[version] = i;
          written[next] = version;
          writtenKey[next++] = history.keyOf(i);
        }
      }
    }
  }

  private boolean makesVersion(int t, int operation) {
    return present[t]
        && kept.test(operation)
        && (history.isFinalWrite(operation) || isLastAppend(t, operation));
  }

  private boolean isLastAppend(int t, int operation) {
    if (!history.isAppend(operation)) {
      return false;
    }
    for (int i = operation + 1; i < history.endOperation(t); i++) {
      if (history.isAppend(i) && history.keyOf(i) == history.keyOf(operation)) {
        return false;
      }
    }
    return true;
  }

  /** Step 3. */
  private void addObservations() {
    int[] latest = new int[history.keyCount()];
    Arrays.fill(latest, NONE);
    for (int t = 0; t < present.length; t++) {
      first[t] = count();
      for (int i = history.firstOperation(t); present[t] && i < history.endOperation(t); i++) {
        if (optional[t] && isFault(i)) {
          addObservation(t, i, NOTHING);
        } else if (isLookedAt(i)) {
          int before = latest[history.keyOf(i)];
          if (before < history.firstOperation(t) || !repeats(i, before)) {
            addObservation(t, i, possibleWrites(i));
            latest[history.keyOf(i)] = i;
          }
        }
      }
    }
    first[present.length] = count();
  }

  private boolean repeats(int read, int before) {
    if (options.contains(Option.REPEATS)) {
      return false;
    }
    return history.isListRead(read)
        ? lists.orElseThrow().seen(read) == lists.orElseThrow().seen(before)
        : history.valueOf(read) == history.valueOf(before)
            && history.readFrom(read) == history.readFrom(before);
  }

  private void addObservation(int t, int read, int[] possible) {
    int from = candidates.size();
    long bytes = (long) BYTES_PER_CANDIDATE * possible.length;
    budget.reserve(bytes, "the choice of writers");
    reservedBytes += bytes;
    for (int write : possible) {
      int version =
          write == INITIAL ? INITIAL : versionOf(history.transactionOf(write), history.keyOf(read));
      if (version != NONE) {
        candidates.add(version);
      } else if (!kept.test(write)) {
        // A transaction that does not take part may have written it: nothing follows from this
        // read.
        candidates.size(from);
        return;
      }
    }
    reads.add(read);
    readers.add(t);
    keys.add(history.keyOf(read));
    firstCandidate.add(from);
    candidateCount.add(candidates.size() - from);
  }

  /** Gives back what candidates took of the budget, for its next user. */
  public void release() {
    budget.release(reservedBytes);
  }

  public int transactionCount() {
    return present.length;
  }

  /** Whether a transaction takes part. */
  public boolean isPresent(int transaction) {
    return present[transaction];
  }

  /**
   * Whether a transaction may not have happened. Then nothing that is known comes after it, so that
   * it can stand last where it does not happen, and only its own reads depend on whether it does.
   */
  public boolean isOptional(int transaction) {
    return optional[transaction];
  }

  public boolean hasOptional() {
    for (boolean isOptional : optional) {
      if (isOptional) {
        return true;
      }
    }
    return false;
  }

  /** Whether a transaction cannot have happened, since nothing explains one of its reads. */
  public boolean isFiction(int transaction) {
    boolean found = false;
    for (int o = first(transaction); o < end(transaction); o++) {
      found |= optional[transaction] && candidateCount(o) == 0;
    }
    return found;
  }

  // Versions.

  public int versionCount() {
    return versionWriter.length;
  }

  /** The first version of a key; it has none if this equals {@link #endVersion}. */
  public int firstVersion(int key) {
    return firstVersion[key];
  }

  /** The number after the key's last version. */
  public int endVersion(int key) {
    return firstVersion[key + 1];
  }

  /** The transaction that made a version. */
  public int writer(int version) {
    return versionWriter[version];
  }

  /** The operation that made a version. */
  public int write(int version) {
    return versionWrite[version];
  }

  public int keyOfVersion(int version) {
    return history.keyOf(versionWrite[version]);
  }

  /** The transaction's version of a key; {@code NONE} if it does not write it. */
  public int versionOf(int transaction, int key) {
    int found = Arrays.binarySearch(versionWriter, firstVersion(key), endVersion(key), transaction);
    return found < 0 ? NONE : found;
  }

  /** A key's first version by a transaction of a session or a later one. */
  public int firstVersionInSession(int session, int key) {
    int found =
        Arrays.binarySearch(
            versionWriter, firstVersion(key), endVersion(key), history.firstTransaction(session));
    return found < 0 ? ~found : found;
  }

  /** The first of what a transaction wrote; nothing if this equals {@link #endWritten}. */
  public int firstWritten(int transaction) {
    return firstWritten[transaction];
  }

  public int endWritten(int transaction) {
    return firstWritten[transaction + 1];
  }

  /** The version that a transaction wrote. */
  public int written(int index) {
    return written[index];
  }

  /** Its key. */
  public int writtenKey(int index) {
    return writtenKey[index];
  }

  /** How many pairs of writers of one key there are. */
  public long pairsOfWriters() {
    long pairs = 0;
    for (int key = 0; key < history.keyCount(); key++) {
      long writers = (long) endVersion(key) - firstVersion(key);
      pairs += writers * (writers - 1) / 2;
    }
    return pairs;
  }

  // Observations.

  public final int count() {
    return reads.size();
  }

  /** The first observation of a transaction; those of it are in the order of its program. */
  public int first(int transaction) {
    return first[transaction];
  }

  public int end(int transaction) {
    return first[transaction + 1];
  }

  /** The operation that is the read. */
  public int read(int observation) {
    return reads.getInt(observation);
  }

  /** The transaction of the read. */
  public int reader(int observation) {
    return readers.getInt(observation);
  }

  public int key(int observation) {
    return keys.getInt(observation);
  }

  /** How many versions it may have seen. */
  public int candidateCount(int observation) {
    return candidateCount.getInt(observation);
  }

  /** One of them, or {@code History.INITIAL}. */
  public int candidate(int observation, int index) {
    return candidates.getInt(firstCandidate.getInt(observation) + index);
  }

  /** The transaction that made it, or {@code History.INITIAL}. */
  public int source(int observation, int index) {
    int version = candidate(observation, index);
    return version == INITIAL ? INITIAL : versionWriter[version];
  }

  /** Whether it holds in every run and names one writer that is in every run. */
  public boolean isKnown(int observation) {
    return candidateCount(observation) == 1
        && !optional[reader(observation)]
        && (source(observation, 0) == INITIAL || !optional[source(observation, 0)]);
  }

  /** Drops a candidate; the last one takes its place. */
  public void dropCandidate(int observation, int index) {
    int from = firstCandidate.getInt(observation);
    int last = candidateCount.getInt(observation) - 1;
    int dropped = candidates.getInt(from + index);
    candidates.set(from + index, candidates.getInt(from + last));
    candidates.set(from + last, dropped);
    candidateCount.set(observation, last);
  }

  /** All that it may have seen at first, those that fell included. */
  public int[] allCandidates(int observation) {
    int end =
        observation + 1 < count() ? firstCandidate.getInt(observation + 1) : candidates.size();
    return Arrays.copyOfRange(candidates.elements(), firstCandidate.getInt(observation), end);
  }

  /** Of a read of a list: the transactions that appended its elements but the last. */
  public int[] alsoShown(int observation) {
    int read = read(observation);
    if (!history.isListRead(read) || candidateCount(observation) == 0) {
      return NOTHING;
    }
    IntArrayList shown = new IntArrayList();
    int own = reader(observation);
    for (int e = 0; e < history.listSize(read); e++) {
      int append = history.writeOf(key(observation), history.listElement(read, e));
      int appender = append < 0 ? own : history.transactionOf(append);
      if (appender != own && appender != source(observation, 0)) {
        shown.add(appender);
      }
    }
    return shown.toIntArray();
  }

  // Known order.

  /** Why it is not fully known what reads of lists saw. */
  public Optional<String> open() {
    return lists.flatMap(shown -> shown.open(true));
  }

  public boolean hasLists() {
    return lists.isPresent();
  }

  /**
   * Goes through the appends to lists in the order that reads show, neighbour by neighbour; those
   * that no read shows come after the last one shown, and so do those of optional transactions.
   */
  public void forEachAppend(Versions.Pair action) {
    for (int key = 0; lists.isPresent() && key < history.keyCount(); key++) {
      lists.get().forEachPair(key, action);
    }
    for (int t = 0; lists.isPresent() && t < present.length; t++) {
      for (int i = history.firstOperation(t); optional[t] && i < history.endOperation(t); i++) {
        if (history.isAppend(i) && lists.get().tail(history.keyOf(i)) != INITIAL) {
          action.accept(lists.get().tail(history.keyOf(i)), i);
        }
      }
    }
  }

  /** Session order, whether transactions take part or not. */
  public SessionPast sessions() {
    if (sessions == null) {
      sessions = new SessionPast(history);
    }
    return sessions;
  }
}
