package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.OnlineListener;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a recorded history that memory need not hold, in one pass, against snapshot isolation or
 * serializability in the order of its timestamps.
 *
 * <ol>
 *   <li>What comes about in the order of commits goes to an {@link OnlineChecker} at once, whose
 *       state spills: a history is mostly recorded so.
 *   <li>From where a block reaches back further than the one before it, transactions are sorted by
 *       commit on disk, and checked in the end: the checker needs no order, but with it state need
 *       not come back. A session keeps its order: none goes before what came before it in its
 *       session.
 * </ol>
 */
public final class HistoryChecker implements AutoCloseable {
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** With less, a block alone fills the memory. */
  private static final long LEAST_BYTES = 16 << 20;

  /** Which part of the memory sorting has. */
  private static final int SORT_SHARE = 2;

  /** How many sorted transactions are judged together. */
  private static final int TOGETHER = 1000;

  private final OnlineChecker checker;
  private final HistoryStore store;
  private final Atoms atoms;

  /** By token, and those by atom that came since strings were forgotten. */
  private final Set<String> sessions = new HashSet<>();

  private final LongOpenHashSet sessionAtoms = new LongOpenHashSet();
  private boolean hasBegun;

  /** By session, where its last sorted transaction is. */
  private final Map<String, Long> places = new HashMap<>();

  /** The last block, while the next one may show that it needs sorting; and its lowest commit. */
  private Optional<RawBlock> held = Optional.empty();

  private long heldLowest = Long.MIN_VALUE;
  private boolean sorts;

  /**
   * Starts to check.
   *
   * @param memoryBytes for state and strings
   * @param directory for what does not fit, which should be empty
   * @param atoms of the blocks to come
   * @param initialValue the atom of the value that keys have before the first write
   */
  public HistoryChecker(
      IsolationLevel level,
      long memoryBytes,
      Path directory,
      Atoms atoms,
      long initialValue,
      OnlineListener listener)
      throws IOException {
    this(
        settings(level, Math.max(LEAST_BYTES, memoryBytes), directory, initialValue),
        atoms,
        listener);
  }

  HistoryChecker(OnlineSettings settings, Atoms atoms, OnlineListener listener) throws IOException {
    this.atoms = atoms;
    long memoryToSort = settings.memoryBytes() / SORT_SHARE;
    store = new HistoryStore(settings.directory().resolve("sorted"), memoryToSort, atoms);
    checker = new OnlineChecker(settings, atoms, listener);
  }

  static OnlineSettings settings(
      IsolationLevel level, long memoryBytes, Path directory, long initialValue) {
    return new OnlineSettings(
        level,
        Runtime.getRuntime().availableProcessors(),
        DELAY,
        FinalityClock.ARRIVAL,
        IDLE,
        memoryBytes,
        directory.resolve("state"),
        initialValue);
  }

  /**
   * Sets the value that keys have before the first write, if nothing was taken yet.
   *
   * @return whether it was set
   */
  public boolean initialValue(long atom) {
    if (!hasBegun) {
      checker.initialValue(atom);
    }
    return !hasBegun;
  }

  /**
   * Takes the next transactions; waits while memory is full.
   *
   * @return why the history cannot be judged so, if it cannot
   */
  public Optional<String> take(RawBlock block) throws IOException {
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      if (sessionAtoms.add(block.session(fragment))) {
        sessions.add(atoms.token(block.session(fragment)));
      }
      Optional<String> why = fault(block, fragment);
      if (why.isPresent()) {
        return Optional.of(
            String.format(Locale.ROOT, "line %d: %s", block.line(fragment), why.get()));
      }
    }
    hasBegun |= block.fragmentCount() > 0;
    try {
      checker.validate(block, atoms);
      store.addNames(block);
      long lowest = lowestCommit(block);
      sorts |= lowest < heldLowest;
      passHeld();
      if (sorts) {
        sort(block);
      } else {
        held = Optional.of(block);
        heldLowest = lowest == Long.MAX_VALUE ? heldLowest : lowest;
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static long lowestCommit(RawBlock block) {
    long lowest = Long.MAX_VALUE;
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      long commit = block.metadata().commit(fragment);
      lowest = commit == RawBlock.NO_TIME ? lowest : Math.min(lowest, commit);
    }
    return lowest;
  }

  private void passHeld() throws IOException {
    if (held.isPresent()) {
      RawBlock block = held.get();
      held = Optional.empty();
      if (sorts) {
        sort(block);
      } else {
        run(() -> checker.submit(block));
      }
    }
  }

  private void sort(RawBlock block) throws IOException {
    long[] sorted = new long[block.fragmentCount()];
    for (int fragment = 0; fragment < sorted.length; fragment++) {
      sorted[fragment] =
          places.merge(
              atoms.token(block.session(fragment)), block.metadata().commit(fragment), Math::max);
    }
    store.addTransactions(block, sorted);
  }

  private void submitSorted() throws IOException {
    RawBlock[] together = {new RawBlock()};
    store.takeSorted(
        transaction -> {
          TransactionCodec.read(transaction, atoms, together[0]);
          if (together[0].fragmentCount() == TOGETHER) {
            submit(together[0]);
            together[0] = new RawBlock();
          }
        });
    submit(together[0]);
  }

  private void submit(RawBlock block) throws IOException {
    run(() -> checker.submit(block));
    forgetStrings();
  }

  /** What only the whole history can tell. */
  private static Optional<String> fault(RawBlock block, int fragment) {
    if (block.predicateReaders().get(fragment) && block.outcome(fragment) != Outcome.ABORTED) {
      return Optional.of("a predicate read");
    }
    if (block.fragmentsWithUnknown().get(fragment)) {
      return Optional.of("a read or write of which only the scope is known");
    }
    if (block.outcome(fragment) == Outcome.INDETERMINATE
        && block.metadata().commit(fragment) == RawBlock.NO_TIME
        && writes(block, fragment)) {
      return Optional.of("an indeterminate transaction that writes, without a commit timestamp");
    }
    return Optional.empty();
  }

  private static boolean writes(RawBlock block, int fragment) {
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isWrite(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether strings take so much memory that {@link #forgetStrings} is to be called. */
  public boolean hasManyStrings() {
    return checker.hasManyStrings();
  }

  /** Lets strings leave memory: no block to come may use atoms that were made before. */
  public void forgetStrings() throws IOException {
    if (hasManyStrings()) {
      passHeld();
      run(checker::forgetStrings);
      sessionAtoms.clear();
    }
  }

  /**
   * Judges to the end.
   *
   * @return a name that two transactions have, if there is one
   */
  public Optional<Twice> finish() throws IOException {
    passHeld();
    if (sorts) {
      submitSorted();
    }
    run(checker::drain);
    return store.twice();
  }

  @FunctionalInterface
  private interface Work {
    void run() throws InterruptedException;
  }

  /** Says what is wrong with the disk, if that is why checking has failed. */
  private static void run(Work work) throws IOException {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while judging");
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof UncheckedIOException disk) {
        throw disk.getCause();
      }
      throw e;
    }
  }

  /** How many sessions there are. */
  public long sessionCount() {
    return sessions.size();
  }

  /** How many keys there are. */
  public long keyCount() {
    return checker.keyCount();
  }

  /**
   * A name that is not one transaction's alone.
   *
   * @param line of its second use
   */
  public record Twice(String name, long line) {}

  @Override
  public void close() {
    checker.close();
    store.close();
  }
}
