package dev.isogauge.search;

import static dev.isogauge.history.History.INITIAL;
import static dev.isogauge.history.History.NONE;

import dev.isogauge.checker.Budget;
import dev.isogauge.history.History;
import dev.isogauge.order.SessionPast;
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
 * <p>A <i>version</i> is the last write or append of a key by a transaction. An <i>observation</i>
 * is what a transaction read of a key: one of some versions, its candidates, or {@link
 * History#INITIAL}. A read of a list is one of the last append that it shows and that is not its
 * own; nothing else is special about lists but the order of their appends ({@link #forEachAppend}).
 *
 * <p>A transaction is <i>optional</i> if its outcome is unknown and it happens only if an
 * observation is given to it.
 *
 * <ol>
 *   <li>Find the transactions that take part ({@link Participants}).
 *   <li>Collect the versions by key ({@link KeyVersions}).
 *   <li>Collect what each transaction read.
 * </ol>
 *
 * <p>O(operations + candidates). Candidates may be as many as the square of the operations, so the
 * clock is read and their memory reserved read by read.
 */
public class Observations extends KeyVersions {
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
    this(new Participants(history, kept, options, budget));
  }

  private Observations(Participants participants) {
    super(participants);
    first = new int[history.transactionCount() + 1];
    addObservations();
  }

  /** None, where all reads have a known source and it is known what happened. */
  public static Observations none(History history) {
    return new Observations(Participants.none(history));
  }

  /** Step 3. */
  private void addObservations() {
    int[] latest = new int[history.keyCount()];
    Arrays.fill(latest, NONE);
    for (int t = 0; t < present.length; t++) {
      first[t] = count();
      for (int i = history.firstOperation(t); present[t] && i < history.endOperation(t); i++) {
        if (optional[t] && participants.isFault(i)) {
          addObservation(t, i, NOTHING);
        } else if (participants.isLookedAt(i)) {
          int before = latest[history.keyOf(i)];
          if (before < history.firstOperation(t) || !participants.repeats(i, before)) {
            addObservation(t, i, participants.possibleWrites(i));
            latest[history.keyOf(i)] = i;
          }
        }
      }
    }
    first[present.length] = count();
  }

  private void addObservation(int t, int read, int[] possible) {
    int from = candidates.size();
    long bytes = (long) BYTES_PER_CANDIDATE * possible.length;
    participants.budget.reserve(bytes, "the choice of writers");
    reservedBytes += bytes;
    for (int write : possible) {
      int version =
          write == INITIAL ? INITIAL : versionOf(history.transactionOf(write), history.keyOf(read));
      if (version != NONE) {
        candidates.add(version);
      } else if (!participants.kept.test(write)) {
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
    participants.budget.release(reservedBytes);
  }

  /** Whether a transaction cannot have happened, since nothing explains one of its reads. */
  public boolean isFiction(int transaction) {
    boolean found = false;
    for (int o = first(transaction); o < end(transaction); o++) {
      found |= optional[transaction] && candidateCount(o) == 0;
    }
    return found;
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
    return version == INITIAL ? INITIAL : writer(version);
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
    return participants.lists.flatMap(shown -> shown.open(true));
  }

  public boolean hasLists() {
    return participants.lists.isPresent();
  }

  /**
   * Goes through the appends to lists in the order that reads show, neighbour by neighbour; those
   * that no read shows come after the last one shown, and so do those of optional transactions.
   */
  public void forEachAppend(Versions.Pair action) {
    Optional<Versions> lists = participants.lists;
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
