package dev.isogauge.online.spill;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.FragmentMetadata;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks through a recorded history of plain keys that does not fit into memory, for keys and
 * sessions where something may be wrong by its timestamps. Elsewhere nothing is wrong, so that only
 * a small part of a history needs an engine that can name what is.
 *
 * <ol>
 *   <li>Transactions by themselves, as they come: one that is not clearly after all of its session
 *       is left out, its session and its keys are suspect ({@link ScreenedSessions}). A key that it
 *       reads otherwise than before is suspect.
 *   <li>Events: what a transaction reads at its start, and what it writes at its commit; both at
 *       once for serializability, and where start and commit are equal. They are sorted by time on
 *       disk ({@link SortedRuns}). At one time commits come first, then transactions that read and
 *       write at once, then those that only read, then starts.
 *   <li>Replay ({@link ScreenedKeys}): a key is suspect if a writer started before its last commit,
 *       or if two transactions that read and write at once touch it at one time. Reads that do not
 *       show the last value are counted, and some of their keys are suspect.
 * </ol>
 *
 * <p>These are the rules of {@link dev.isogauge.timestamp.TimestampRules}, made stricter where that
 * is simpler: a suspect key or session may turn out to be innocent. What decides between equal
 * times, and which of a session's transactions follow one another, only matters for suspects.
 */
public final class Screen implements AutoCloseable {
  /** Logical times have room above the kind of an event. */
  private static final long MOST_LOGICAL = Long.MAX_VALUE >> 2;

  /** How many events to replay between two looks at the clock. */
  private static final int STRIDE = 1 << 12;

  private final boolean snapshots;
  private final long memoryBytes;
  private final Atoms atoms;
  private final NameFiles names;
  private final SortedRuns events;
  private final ScreenedSessions sessions;
  private final ScreenedKeys keys = new ScreenedKeys();
  private long replayed;

  /**
   * Starts to look.
   *
   * @param level snapshot isolation or serializability
   * @param memoryBytes half of it for keys, a quarter each for sorting and for strings
   * @param directory for what does not fit; it is made
   * @param atoms of the blocks to come; they stay in memory
   */
  public Screen(IsolationLevel level, long memoryBytes, Path directory, Atoms atoms)
      throws IOException {
    Files.createDirectories(directory);
    this.snapshots = level == IsolationLevel.SNAPSHOT_ISOLATION;
    this.memoryBytes = memoryBytes;
    this.atoms = atoms;
    this.names = new NameFiles(directory);
    this.events = new SortedRuns(directory, memoryBytes / 4);
    this.sessions = new ScreenedSessions(snapshots);
  }

  /**
   * Takes the next transactions.
   *
   * @return whether the history can be screened, as far as it is known; do not go on if not
   */
  public boolean take(RawBlock block) throws IOException {
    if (block.hasPredicates()
        || !block.fragmentsWithUnknown().isEmpty()
        || atoms.symbolBytes() > memoryBytes / 4
        || keys.bytes() > memoryBytes / 2) {
      return false;
    }
    keys.begin(block);
    for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
      names.add(block.name(fragment), block.line(fragment));
      if (!take(block, fragment)) {
        return false;
      }
    }
    keys.end();
    return true;
  }

  /** Step 1. */
  private boolean take(RawBlock block, int fragment) throws IOException {
    if (!sessions.expects(block, fragment)) {
      return false;
    }
    if (block.outcome(fragment) == Outcome.ABORTED) {
      return true;
    }
    FragmentMetadata times = block.metadata();
    if (times.start(fragment) == RawBlock.NO_TIME
        || times.commit(fragment) == RawBlock.NO_TIME
        || !hasRoom(times.startLogical(fragment))
        || !hasRoom(times.commitLogical(fragment))
        || hasLists(block, fragment)) {
      return false;
    }
    boolean clear = sessions.take(block, fragment) && block.outcome(fragment) == Outcome.COMMITTED;
    keys.take(fragment);
    if (clear) {
      addEvents(times, fragment);
    } else {
      keys.suspectTaken();
      sessions.suspect(block.session(fragment));
    }
    return true;
  }

  private static boolean hasRoom(long logical) {
    return logical >= 0 && logical <= MOST_LOGICAL;
  }

  private static boolean hasLists(RawBlock block, int fragment) {
    for (int i = block.fragmentBegin(fragment); i < block.fragmentEnd(fragment); i++) {
      if (block.isAppend(i) || block.isListRead(i)) {
        return true;
      }
    }
    return false;
  }

  /** Step 2. */
  private void addEvents(FragmentMetadata times, int fragment) throws IOException {
    long start = times.start(fragment);
    long commit = times.commit(fragment);
    long startLogical = times.startLogical(fragment);
    long commitLogical = times.commitLogical(fragment);
    boolean atOnce = !snapshots || (start == commit && startLogical == commitLogical);
    if (keys.hasReads() && (!atOnce || !keys.hasWrites())) {
      ScreenedKeys.Kind kind = atOnce ? ScreenedKeys.Kind.LOOK : ScreenedKeys.Kind.START;
      long time = atOnce ? commit : start;
      long logical = atOnce ? commitLogical : startLogical;
      keys.writeReads(events.record(time, kind.rank(logical)));
    }
    if (keys.hasWrites()) {
      ScreenedKeys.Kind kind = atOnce ? ScreenedKeys.Kind.UPDATE : ScreenedKeys.Kind.COMMIT;
      NumberBuffer to = events.record(commit, kind.rank(commitLogical));
      if (atOnce) {
        keys.writeReads(to);
      } else {
        to.number(start);
        to.number(startLogical);
      }
      keys.writeWrites(to);
    }
  }

  /**
   * Step 3.
   *
   * @param initialValue the atom of the value that keys have before the first write
   * @param wanted how many findings of a kind are to be named; reads that show a wrong value are
   *     only counted beyond that, where nothing else is suspect
   * @param poll called now and then; it may throw to stop the replay
   * @return empty if the history cannot be screened
   */
  public Optional<Suspects> finish(long initialValue, int wanted, Runnable poll)
      throws IOException {
    if (names.twice().isPresent()) {
      return Optional.empty();
    }
    keys.beginReplay(initialValue);
    events.merge(
        (time, rank, event) -> {
          if (++replayed % STRIDE == 0) {
            poll.run();
          }
          keys.replay(time, rank, event);
        });
    keys.endReplay(wanted);
    return Optional.of(
        new Suspects(keys::isSuspect, sessions::isSuspect, isClear(), keys.wrongElsewhere()));
  }

  private boolean isClear() {
    return !keys.hasSuspects() && keys.wrongElsewhere() == 0 && !sessions.hasSuspects();
  }

  /** How many sessions there are. */
  public long sessionCount() {
    return sessions.count();
  }

  /** How many keys there are. */
  public long keyCount() {
    return keys.count();
  }

  @Override
  public void close() {
    names.close();
  }
}
