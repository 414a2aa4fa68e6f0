package dev.isogauge.check.replica;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.checker.AnomalyTally;
import dev.isogauge.checker.Budget;
import dev.isogauge.checker.BudgetExceededException;
import dev.isogauge.checker.Checker;
import dev.isogauge.checker.SmallestPart;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.order.CanonicalOrder;
import dev.isogauge.order.OverlappingSessions;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.versions.ListAppends;
import dev.isogauge.versions.Versions;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Checks prefix consistency and parallel snapshot isolation of registers and lists.
 *
 * <ol>
 *   <li>Reads that are wrong by themselves violate both.
 *   <li>Look for an order of commits that gives every read what it saw ({@link ReplicaSearch}),
 *       whichever writer that is where several wrote the value ({@link WriterChoices}).
 *   <li>If there is none, find a smallest set of reads for which there is none.
 * </ol>
 *
 * <p>Where there are too many such choices, the verdict is unknown.
 *
 * <p>Reference: Cerone, Bernardi and Gotsman, "A Framework for Transactional Consistency Models
 * with Atomic Visibility", CONCUR 2015.
 */
public final class ReplicaChecker extends Checker {
  /** More reads than this show nothing, unless each is known to be needed. */
  private static final int MOST_UNSHRUNK = 500;

  /** Up to this many transactions can be shown. */
  private static final int FEW_WRITERS = 12;

  private final IsolationLevel level;
  private final Limits limits;
  private final long begin;

  /** A checker whose time counts from {@code begin} on, by {@link System#nanoTime()}. */
  public ReplicaChecker(IsolationLevel level, Limits limits, long begin) {
    this.level = level;
    this.limits = limits;
    this.begin = begin;
  }

  /** Whether it is a level for this checker. */
  public static boolean decides(IsolationLevel level) {
    return level == IsolationLevel.PREFIX_CONSISTENCY
        || level == IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
  }

  @Override
  protected Verdict decide(History history) {
    List<Anomaly> notes = new ArrayList<>(OverlappingSessions.notes(history));
    try {
      Budget budget = new Budget(limits.timeout(), limits.memoryBytes(), begin);
      // Step 1.
      List<Anomaly> faults = new ArrayList<>();
      Anomaly.FaultyRead.forEach(history, faults::add);
      Optional<String> open = Optional.empty();
      if (history.hasLists()) {
        Versions lists = ListAppends.ORDER.versions(history, budget::checkTime);
        faults.addAll(lists.findings());
        open = lists.open(true);
      }
      if (!faults.isEmpty()) {
        return AnomalyTally.violated(faults, limits.maxAnomalies(), Optional.empty(), notes);
      }
      // Step 2.
      WriterChoices choices = new WriterChoices(history, read -> true, level, budget);
      Optional<WriterChoices.Found> found = choices.run();
      if (found.isEmpty() && !choices.gaveUp()) {
        return unordered(history, notes);
      }
      Optional<String> left = found.isEmpty() ? several(history) : open;
      return left.isPresent()
          ? new Verdict.Unknown(left.get(), notes)
          : new Verdict.Satisfied(witness(found.orElseThrow()), notes);
    } catch (BudgetExceededException e) {
      return e.verdict(notes);
    }
  }

  /** The first read that several writes explain. */
  private static Optional<String> several(History history) {
    for (int i = 0; !history.allReadsClean() && i < history.operationCount(); i++) {
      if (WriterChoices.isOpen(history, i)) {
        return Optional.of(
            String.format(
                "%s reads %s = %s, which several transactions wrote, and too many such reads"
                    + " leave it open; write every value of a key only once",
                history.transactionName(history.transactionOf(i)),
                history.keyName(history.keyOf(i)),
                history.valueName(i)));
      }
    }
    return Optional.empty();
  }

  private Witness witness(WriterChoices.Found found) {
    if (level == IsolationLevel.PREFIX_CONSISTENCY) {
      return new Witness.StartsAndCommits(startsAndCommits(found.index(), found.order()));
    }
    return found.writers().isEmpty()
        ? new Witness.CommitOrder(found.order())
        : new Witness.ChosenWriters(Arrays.stream(found.order()).boxed().toList(), found.writers());
  }

  /** Each transaction starts as soon as it may: behind the last that it follows or reads from. */
  private static int[] startsAndCommits(ReplicaIndex index, int[] order) {
    int[] place = new int[index.transactionCount()];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    // By place, and first those that start before all commits: which start behind it.
    IntArrayList[] starts = new IntArrayList[order.length + 1];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = new IntArrayList(0);
    }
    for (int t : order) {
      int last = -1;
      for (int p : index.predecessors(t)) {
        last = Math.max(last, place[p]);
      }
      starts[last + 1].add(t);
    }
    IntArrayList events = new IntArrayList(starts[0]);
    for (int i = 0; i < order.length; i++) {
      events.add(-1 - order[i]);
      events.addAll(starts[i + 1]);
    }
    return events.toIntArray();
  }

  /** Step 3. */
  private Verdict unordered(History history, List<Anomaly> notes) {
    IntOpenHashSet all = new IntOpenHashSet();
    for (int i = 0; i < history.operationCount(); i++) {
      if (!history.isWrite(i)) {
        all.add(i);
      }
    }
    SmallestPart part =
        new SmallestPart(
            (reads, time) -> {
              WriterChoices choices = new WriterChoices(history, reads::contains, level, time);
              return choices.run().isEmpty() && !choices.gaveUp();
            },
            CanonicalOrder.of(history)::compareOperations,
            new Budget(limits.evidence(), limits.memoryBytes()));
    int[] reads = part.of(all);
    Optional<String> incomplete =
        part.isSmallest()
            ? Optional.empty()
            : Optional.of("there was no time to leave out what a contradiction does not need");
    List<Anomaly> anomalies =
        part.isSmallest() || reads.length <= MOST_UNSHRUNK
            ? List.of(
                new Anomaly.NoVersionOrder(
                    level, operations(history, reads), new Refutation.TooManyCases()))
            : List.of();
    return AnomalyTally.violated(anomalies, limits.maxAnomalies(), incomplete, notes);
  }

  /**
   * The reads, and all writes of their keys: by these transactions, by those that they saw, and,
   * where they are few, by all others.
   */
  private static List<Integer> operations(History history, int[] reads) {
    TreeSet<Integer> transactions = new TreeSet<>();
    IntOpenHashSet keys = new IntOpenHashSet();
    TreeSet<Integer> operations = new TreeSet<>();
    for (int read : reads) {
      operations.add(read);
      keys.add(history.keyOf(read));
      transactions.add(history.transactionOf(read));
      if (WriterChoices.isOpen(history, read)) {
        for (int write : history.candidates(read)) {
          if (write != History.INITIAL) {
            transactions.add(history.transactionOf(write));
          }
        }
      } else if (!history.isListRead(read) && history.readFrom(read) >= 0) {
        transactions.add(history.transactionOf(history.readFrom(read)));
      }
    }
    TreeSet<Integer> writers = new TreeSet<>();
    for (int i = 0; i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      if (history.isWrite(i) && keys.contains(history.keyOf(i)) && history.counts(t)) {
        writers.add(t);
      }
    }
    if (writers.size() <= FEW_WRITERS) {
      transactions.addAll(writers);
    }
    for (int t : transactions) {
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (keys.contains(history.keyOf(i)) && (history.isFinalWrite(i) || history.isAppend(i))) {
          operations.add(i);
        }
      }
    }
    return List.copyOf(operations);
  }
}
