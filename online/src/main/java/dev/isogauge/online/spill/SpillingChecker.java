package dev.isogauge.online.spill;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.host.OnlineChecker;
import dev.isogauge.online.host.OnlineSettings;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.OnlineListener;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks a recorded history that does not fit into memory, against snapshot isolation or
 * serializability in the order of its timestamps.
 *
 * <ol>
 *   <li>What comes about in the order of commits goes to an {@link OnlineChecker} at once, whose
 *       state spills: a history is mostly recorded so.
 *   <li>From where a block reaches back further than the one before it, transactions are sorted by
 *       commit on disk ({@link SortedRuns}), and checked in the end. A session keeps its order:
 *       none goes before what came before it in its session.
 * </ol>
 *
 * <p>What is found does not depend on the order, so it is what checking in memory finds.
 */
public final class SpillingChecker implements AutoCloseable {
  private static final Duration DELAY = Duration.ofSeconds(1);
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** With less, a block alone fills the memory. */
  private static final long LEAST_BYTES = 16 << 20;

  /** How many sorted transactions are judged together. */
  private static final int TOGETHER = 1000;

  private final Atoms atoms;
  private final long stringBytes;
  private final OnlineChecker checker;
  private final SortedRuns runs;
  private final Long2LongOpenHashMap sessions = new Long2LongOpenHashMap();
  private final NameFiles names;

  /** The last block, while the next one may show that it needs sorting; and its lowest commit. */
  private Optional<RawBlock> held = Optional.empty();

  private long heldLowest = Long.MIN_VALUE;
  private boolean sorts;

  /**
   * Starts to check.
   *
   * @param memoryBytes for state, and for sorting
   * @param directory for what does not fit, which should be empty
   * @param atoms of the blocks to come; they stay in memory
   * @param initialValue the atom of the value that keys have before the first write
   */
  public SpillingChecker(
      IsolationLevel level,
      long memoryBytes,
      Path directory,
      Atoms atoms,
      long initialValue,
      OnlineListener listener) {
    this(
        level,
        Math.max(LEAST_BYTES, memoryBytes / 2),
        Math.max(LEAST_BYTES, memoryBytes / 4),
        directory,
        atoms,
        initialValue,
        listener);
  }

  SpillingChecker(
      IsolationLevel level,
      long stateBytes,
      long sortBytes,
      Path directory,
      Atoms atoms,
      long initialValue,
      OnlineListener listener) {
    this.atoms = atoms;
    this.stringBytes = stateBytes / 2;
    this.checker =
        new OnlineChecker(
            new OnlineSettings(
                level,
                Runtime.getRuntime().availableProcessors(),
                DELAY,
                FinalityClock.ARRIVAL,
                IDLE,
                stateBytes,
                directory.resolve("state"),
                initialValue),
            atoms,
            listener);
    this.runs = new SortedRuns(directory, sortBytes);
    this.names = new NameFiles(directory);
    sessions.defaultReturnValue(Long.MIN_VALUE);
  }

  /**
   * Takes the next transactions; waits while memory is full.
   *
   * @return why the history cannot be judged so, if it cannot
   */
  public Optional<String> take(RawBlock block) throws IOException {
    Optional<String> fault = fault(block);
    if (fault.isPresent()) {
      return fault;
    }
    long lowest = Long.MAX_VALUE;
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      names.add(block.name(fragment), block.line(fragment));
      sessions.putIfAbsent(block.session(fragment), Long.MIN_VALUE);
      long commit = block.metadata().commit(fragment);
      lowest = commit == RawBlock.NO_TIME ? lowest : Math.min(lowest, commit);
    }
    sorts |= lowest < heldLowest;
    passHeld();
    if (sorts) {
      sort(block);
    } else {
      held = Optional.of(block);
      heldLowest = lowest == Long.MAX_VALUE ? heldLowest : lowest;
    }
    return Optional.empty();
  }

  private void passHeld() throws IOException {
    if (held.isPresent()) {
      RawBlock block = held.get();
      held = Optional.empty();
      if (sorts) {
        sort(block);
      } else {
        submit(block);
      }
    }
  }

  private void submit(RawBlock block) throws IOException {
    try {
      checker.submit(block);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for memory");
    } catch (IllegalStateException e) {
      throwCause(e);
    }
  }

  /** Says what is wrong with the disk, if that is why checking has failed. */
  private static void throwCause(IllegalStateException failure) throws IOException {
    if (failure.getCause() instanceof UncheckedIOException disk) {
      throw disk.getCause();
    }
    throw failure;
  }

  /** No transaction goes before one of its session that came earlier. */
  private void sort(RawBlock block) throws IOException {
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      long session = block.session(fragment);
      long number = Math.max(sessions.get(session), block.metadata().commit(fragment));
      sessions.put(session, number);
      TransactionCodec.write(block, fragment, runs.record(number, 0));
    }
  }

  private void submitSorted() throws IOException {
    RawBlock[] together = {new RawBlock()};
    runs.merge(
        (number, rank, transaction) -> {
          TransactionCodec.read(transaction, together[0]);
          if (together[0].fragmentCount() == TOGETHER) {
            submit(together[0]);
            together[0] = new RawBlock();
          }
        });
    submit(together[0]);
  }

  private Optional<String> fault(RawBlock block) {
    try {
      checker.validate(block, atoms);
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    if (atoms.symbolBytes() > stringBytes) {
      return Optional.of(
          "keys, values and names that are strings stay in memory, and take more than a quarter of"
              + " it");
    }
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      Optional<String> why = fault(block, fragment);
      if (why.isPresent()) {
        return Optional.of(
            String.format(Locale.ROOT, "line %d: %s", block.line(fragment), why.get()));
      }
    }
    return Optional.empty();
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

  /**
   * Judges to the end.
   *
   * @return a name that two transactions have, and the line of one of them, if there is such a name
   */
  public Optional<Twice> finish() throws IOException {
    passHeld();
    submitSorted();
    try {
      checker.drain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while judging");
    } catch (IllegalStateException e) {
      throwCause(e);
    }
    return names.twice().map(entry -> new Twice(atoms.token(entry.name()), entry.line()));
  }

  /** How many sessions there are. */
  public long sessionCount() {
    return sessions.size();
  }

  /** How many keys there are. */
  public long keyCount() {
    return checker.keyCount();
  }

  /** A name that is not one transaction's alone. */
  public record Twice(String name, long line) {}

  @Override
  public void close() {
    checker.close();
    names.close();
  }
}
