package dev.isogauge.verify;

import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Witness;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Checks a witness again, trusting nothing but the history.
 *
 * <ol>
 *   <li>The run is one: it has every transaction that counts, each starts once and then commits.
 *   <li>It goes along sessions, and along real time or a claimed order where that is asked.
 *   <li>Strong levels, prefix consistency and linearizability: executing the run gives what was
 *       read ({@link Execution}).
 *   <li>Weak levels and parallel snapshot isolation: no read misses a write that is visible to it
 *       ({@link VisibilityVerifier}). Where a read has several possible writers and the run does
 *       not name one, the run is executed instead.
 * </ol>
 *
 * <p>Verifiers share with the checkers only the model of a history, which includes the write that
 * each read saw, and the evaluation of SQL conditions on single rows (package {@code predicate}).
 *
 * <pre>{@code
 * if (verdict instanceof Verdict.Satisfied satisfied) {
 *   Optional<String> flaw = WitnessVerifier.refute(history, question, satisfied.witness());
 * }
 * }</pre>
 */
public final class WitnessVerifier {
  private final History history;
  private final Question question;
  private final IsolationLevel level;
  private final Run run;

  private WitnessVerifier(History history, Question question, Witness witness) {
    this.history = history;
    this.question = question;
    this.level = question.level();
    this.run = new Run(history, witness);
  }

  /** What is wrong with the witness; empty if it proves that the level holds in some order. */
  public static Optional<String> refute(History history, IsolationLevel level, Witness witness) {
    return refute(history, Question.of(level), witness);
  }

  /** What is wrong with the witness; empty if it proves that the answer is yes. */
  public static Optional<String> refute(History history, Question question, Witness witness) {
    if (question.order() == OrderSource.TIMESTAMPS) {
      return new TimestampVerifier(history, question.level()).refute();
    }
    if (question.level() == IsolationLevel.CUT_ISOLATION) {
      return new CutVerifier(history).refute();
    }
    return new WitnessVerifier(history, question, witness).refute();
  }

  private Optional<String> refute() {
    // Step 1.
    Optional<String> flaw =
        run.refuteEvents(
            level == IsolationLevel.LINEARIZABILITY
                ? t -> history.outcome(t) == Outcome.COMMITTED
                : history::counts);
    if (flaw.isPresent()) {
      return flaw;
    }
    // Step 2.
    SessionChains sessions = new SessionChains(history, run::happens);
    boolean usesSessions = level.usesSessionOrder() && question.sessionOrder();
    boolean usesTimeOfKeys = level == IsolationLevel.KEY_STRICT_SERIALIZABILITY;
    boolean usesTime = level.usesRealTime() && !usesTimeOfKeys;
    flaw = usesSessions ? run.refuteSessions(sessions) : flaw;
    return flaw.or(() -> usesTime ? run.refuteRealTime() : Optional.empty())
        .or(() -> usesTimeOfKeys ? run.refuteRealTimeOfKeys() : Optional.empty())
        .or(this::refuteClaim)
        .or(() -> refuteReads(sessions));
  }

  private Optional<String> refuteClaim() {
    return switch (question.order()) {
      case REPLAY -> new ClaimedOrders(run).refuteCommits();
      case VERSION_ORDER -> new ClaimedOrders(run).refuteVersions();
      default -> Optional.empty();
    };
  }

  private Optional<String> refuteReads(SessionChains sessions) {
    switch (level) {
      // Step 3.
      case SERIALIZABILITY, KEY_STRICT_SERIALIZABILITY, STRICT_SERIALIZABILITY, PL_2_99, PL_3 -> {
        return run.refuteSerial().or(() -> refuteExecution(false));
      }
      case LINEARIZABILITY -> {
        return refuteRegisters().or(run::refuteSerial).or(() -> refuteExecution(false));
      }
      case SNAPSHOT_ISOLATION, STRONG_SNAPSHOT_ISOLATION, PL_SI -> {
        return refuteExecution(false);
      }
      case PREFIX_CONSISTENCY -> {
        return refuteExecution(true);
      }
      case PL_1 -> {
        return new ReadSources(run).refuteOrderOfLists();
      }
      case RECORDED -> {
        return refuteRecorded(sessions);
      }
      default -> {
        // Step 4.
        if (ReadSources.areOpen(run)) {
          return refuteExecution(IsolationLevel.PREFIX_CONSISTENCY.implies(level));
        }
        ReadSources sources = new ReadSources(run);
        return level == IsolationLevel.PL_2
            ? sources.refute()
            : sources
                .refute()
                .or(
                    () ->
                        new VisibilityVerifier(run, level, t -> true, sessions, sources).refute());
      }
    }
  }

  /** Step 4 for each level that transactions record, at the reads of those. */
  private Optional<String> refuteRecorded(SessionChains sessions) {
    List<Optional<IsolationLevel>> levels =
        IntStream.range(0, history.transactionCount())
            .mapToObj(t -> IsolationLevel.byName(history.recordedLevel(t)))
            .toList();
    ReadSources sources = new ReadSources(run);
    Optional<String> flaw = sources.refute();
    for (IsolationLevel each : IsolationLevel.values()) {
      IntPredicate isOfLevel = t -> levels.get(t).equals(Optional.of(each));
      if (flaw.isEmpty()
          && IntStream.range(0, levels.size()).filter(run::happens).anyMatch(isOfLevel)) {
        flaw = new VisibilityVerifier(run, each, isOfLevel, sessions, sources).refute();
      }
    }
    return flaw.or(
        () ->
            IntStream.range(0, levels.size())
                .filter(t -> run.happens(t) && levels.get(t).isEmpty())
                .mapToObj(t -> run.name(t) + " records no level")
                .findFirst());
  }

  private Optional<String> refuteExecution(boolean mayLoseUpdates) {
    boolean predicates = question.order().isClaim() && level != IsolationLevel.PL_2_99;
    return new Execution(run, mayLoseUpdates, predicates).refute();
  }

  /** Linearizability is a property of registers, each with operations of its own. */
  private Optional<String> refuteRegisters() {
    for (int i = 0; i < history.operationCount(); i++) {
      int t = history.transactionOf(i);
      if (run.happens(t)
          && (history.isAppend(i)
              || history.isListRead(i)
              || history.keyOf(i) != history.keyOf(history.firstOperation(t)))) {
        return Optional.of(run.name(t) + " is not an operation of one register");
      }
    }
    return Optional.empty();
  }
}
