package dev.isogauge.online.reads;

import dev.isogauge.check.Checks;
import dev.isogauge.check.Plan;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells at which transaction a stream loses a level, by what reads show of the order of versions:
 * lists that grow by appends, or registers that are read before they are written. Callers must not
 * submit a value twice for the same key: an alarm that was raised before could be wrong. Should it
 * happen all the same, no more alarms are raised, and {@link #finish} is exact.
 *
 * <ol>
 *   <li>{@link #submit} keeps transactions in the order of arrival.
 *   <li>{@link #check} judges those that are <em>closed</em>: all values that they read have
 *       arrived with their writers, which are closed too, and so are all earlier transactions of
 *       their sessions. A run that explains the whole stream explains such a part, so what the part
 *       violates the stream violates: there is no false alarm.
 *   <li>A part of a closed part of fewer arrivals violates less. So the arrival with which a level
 *       was lost is found by bisection.
 *   <li>Beyond a number of operations the older half is settled ({@link KeptTransactions#settle}),
 *       after it was judged.
 *   <li>{@link #finish} judges all that arrived, closed or not, as a check of the whole history
 *       does; if something was settled, what it does not find violated is unknown.
 * </ol>
 *
 * <p>A check costs as much as one of the kept history. Callers leave as much time between two as
 * one takes.
 */
public final class ReadsChecker {
  private final List<IsolationLevel> levels;
  private final long mostOperations;
  private final Map<IsolationLevel, Loss> lost = new EnumMap<>(IsolationLevel.class);

  // Guarded by this.
  private final KeptTransactions kept;

  /**
   * A checker that has seen nothing.
   *
   * @param levels that a search of any order decides
   * @param atoms of the blocks to come
   * @param initialValue the atom of the value that registers have before the first write
   * @param mostOperations how many operations and elements of lists are kept; up to twice as many
   *     are taken before {@link #isFull}
   */
  public ReadsChecker(
      List<IsolationLevel> levels, Atoms atoms, long initialValue, long mostOperations) {
    this.levels = List.copyOf(levels);
    this.mostOperations = mostOperations;
    this.kept = new KeptTransactions(atoms, initialValue);
  }

  /**
   * Takes the transactions of a block, which nobody changes any more.
   *
   * @param time when they arrived
   */
  public synchronized void submit(RawBlock block, long time) {
    kept.add(block, time);
  }

  /** How many transactions have arrived. */
  public synchronized long transactions() {
    return kept.arrived();
  }

  /** Whether no more is to be submitted before the next check. */
  public synchronized boolean isFull() {
    return kept.weight() >= 2 * mostOperations;
  }

  /** The levels that are lost, and how. */
  public Map<IsolationLevel, Loss> lost() {
    return Map.copyOf(lost);
  }

  /** Judges what has arrived; returns levels that are found to be lost now. By one thread. */
  public List<Loss> check(Limits limits) {
    List<Loss> found = new ArrayList<>();
    int count;
    Optional<History> history;
    synchronized (this) {
      count = kept.count();
      history = kept.closedPart(count);
    }
    List<IsolationLevel> open = levels.stream().filter(level -> !lost.containsKey(level)).toList();
    if (history.isPresent() && history.get().transactionCount() > 0 && !open.isEmpty()) {
      for (IsolationLevel level : violated(history.get(), open, limits)) {
        found.add(loss(level, count, limits));
      }
    }
    found.forEach(loss -> lost.put(loss.level(), loss));
    settle();
    return found;
  }

  /** Makes room without a check. */
  public synchronized void settle() {
    if (kept.weight() > mostOperations) {
      kept.settle(mostOperations / 2);
    }
  }

  /** How many operations and elements of lists are kept. */
  public synchronized long operations() {
    return kept.weight();
  }

  /** What {@link #finish} judges. */
  public synchronized History kept() {
    return kept.hasSettled()
        ? kept.closedPart(kept.count()).orElseGet(() -> kept.closedPart(0).orElseThrow())
        : kept.all();
  }

  private static List<IsolationLevel> violated(
      History history, List<IsolationLevel> levels, Limits limits) {
    Plan plan = Plan.of(history);
    return plan
        .measure(levels.stream().map(Question::of).toList(), route -> limits, route -> {})
        .violated()
        .stream()
        .map(Question::level)
        .toList();
  }

  /** Step 3: fewer arrivals than {@code low} do not violate the level, and {@code high} do. */
  private Loss loss(IsolationLevel level, int count, Limits limits) {
    int low = 0;
    int high = count;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      Optional<History> part;
      synchronized (this) {
        part = kept.closedPart(middle);
      }
      boolean isLost =
          part.isPresent()
              && Checks.check(part.get(), Question.of(level), limits) instanceof Verdict.Violated;
      low = isLost ? low : middle;
      high = isLost ? middle : high;
    }
    synchronized (this) {
      History history = kept.closedPart(high).orElseThrow();
      Verdict verdict = Checks.check(history, Question.of(level), limits);
      return new Loss(
          level,
          kept.number(high - 1),
          kept.session(high - 1),
          kept.name(high - 1),
          kept.time(high - 1),
          history,
          (Verdict.Violated) verdict);
    }
  }

  /**
   * Judges everything, at the end. Nothing may be submitted or checked afterwards.
   *
   * @return the verdict on each level
   */
  public synchronized Map<IsolationLevel, Verdict> finish(Limits limits) {
    Map<IsolationLevel, Verdict> verdicts = new EnumMap<>(IsolationLevel.class);
    Plan plan = Plan.of(kept());
    plan.measure(levels.stream().map(Question::of).toList(), route -> limits, route -> {})
        .answers()
        .forEach(answer -> verdicts.put(answer.question().level(), answer.verdict()));
    if (kept.hasSettled()) {
      verdicts.replaceAll(
          (level, verdict) ->
              lost.containsKey(level)
                  ? lost.get(level).verdict()
                  : verdict instanceof Verdict.Violated
                      ? verdict
                      : new Verdict.Unknown(
                          "older transactions were settled to save memory, and nothing that arrived"
                              + " later is compared with them; raise the limit, or check the"
                              + " recorded history",
                          List.of()));
    }
    return verdicts;
  }
}
