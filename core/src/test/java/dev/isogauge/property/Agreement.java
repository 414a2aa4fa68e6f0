package dev.isogauge.property;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.check.weak.WeakChecker;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.Confirm;
import dev.isogauge.oracle.Finding;
import dev.isogauge.oracle.Oracle;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.oracle.TinyHistory;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.oracle.WriterChoices;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the checkers with the oracle on one history; answers with the first difference. */
final class Agreement {
  private final TinyHistory tiny;
  private final History history;
  private final Oracle oracle;
  private final Confirm confirm;

  private Agreement(TinyHistory tiny) {
    this.tiny = tiny;
    history = tiny.toHistory();
    oracle = new Oracle(tiny);
    confirm = new Confirm(oracle, history);
  }

  /** The first difference at any level, with the smallest history that still shows one. */
  static Optional<String> difference(TinyHistory tiny) {
    return firstDifference(tiny)
        .map(
            difference -> {
              TinyHistory smallest =
                  Shrinker.shrink(tiny, smaller -> firstDifference(smaller).isPresent());
              return difference
                  + "\n  in "
                  + tiny
                  + "\n  smallest: "
                  + firstDifference(smallest).orElseThrow()
                  + "\n  in "
                  + smallest;
            });
  }

  private static Optional<String> firstDifference(TinyHistory tiny) {
    Agreement agreement = new Agreement(tiny);
    Optional<String> misread = agreement.oracle.misread(agreement.history);
    if (misread.isPresent()) {
      return misread;
    }
    for (IsolationLevel level : levels(tiny)) {
      Optional<String> difference = agreement.guardedAt(level);
      if (difference.isPresent()) {
        return difference.map(text -> level.id() + ": " + text);
      }
    }
    return Optional.empty();
  }

  /** Session guarantees take as long as the other levels; a quarter of all histories must do. */
  private static Collection<IsolationLevel> levels(TinyHistory tiny) {
    boolean all = tiny.toString().hashCode() % TestSize.pick(4, 1) == 0;
    return all ? WeakLevels.ALL : IsolationLevel.weak();
  }

  private Optional<String> guardedAt(IsolationLevel level) {
    try {
      return at(level);
    } catch (RuntimeException crash) {
      return Optional.of(crash + " at " + crash.getStackTrace()[0]);
    }
  }

  private Optional<String> at(IsolationLevel level) {
    String expected = oracle.bySaturation(level).name().toLowerCase(Locale.ROOT);
    Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
    if (expected.equals("unknown")) {
      Optional<String> difference = byChoices(level, verdict);
      if (difference.isPresent()) {
        return difference;
      }
    } else if (!verdict.word().equals(expected)) {
      return Optional.of("expected " + expected + " but was " + verdict);
    }
    Optional<String> wrongNote = falseClaim(verdict.notes(), level);
    if (wrongNote.isPresent()) {
      return wrongNote;
    }
    if (!WeakLevels.requiresReadConsistency(level)) {
      Set<Finding> faults =
          oracle.findings().stream().filter(f -> f.letter() <= 'f').collect(Collectors.toSet());
      Set<Finding> noted = findings(verdict.notes());
      noted.removeIf(finding -> finding.letter() > 'f');
      if (!noted.equals(faults)) {
        return Optional.of("expected the notes " + faults + " but were " + noted);
      }
    }
    if (expected.equals("unknown")) {
      return namesWriters(verdict);
    }
    if (verdict instanceof Verdict.Satisfied satisfied) {
      return witness(level, satisfied.witness());
    }
    return violated(level, (Verdict.Violated) verdict);
  }

  /** Reads with several possible writers leave the level open: every choice is tried. */
  private Optional<String> byChoices(IsolationLevel level, Verdict verdict) {
    WriterChoices choices = new WriterChoices(tiny);
    if (!choices.areFew()) {
      return Optional.empty();
    }
    String expected = choices.answer(level).name().toLowerCase(Locale.ROOT);
    if (!verdict.word().equals(expected)) {
      return Optional.of("expected " + expected + " by choices but was " + verdict);
    }
    if (verdict instanceof Verdict.Satisfied satisfied) {
      Question question = Question.of(level);
      Verdict searched = new WeakChecker(level, Limits.DEFAULT).check(history);
      return WitnessVerifier.refute(history, question, satisfied.witness())
          .or(() -> byChoice(choices, level, searched));
    }
    Verdict.Violated violated = (Verdict.Violated) verdict;
    long expectedFindings =
        level == IsolationLevel.CUT_ISOLATION ? choices.fewestNonRepeatableReads() : 1;
    if (violated.anomalies().size() != expectedFindings || violated.incomplete().isPresent()) {
      return Optional.of(expectedFindings + " findings were expected: " + violated);
    }
    return Shapes.of(violated.anomalies().get(0)) instanceof Shapes.NoOrder unordered
        ? choices.flaw(unordered, level).map(flaw -> "wrong argument: " + flaw)
        : Optional.empty();
  }

  /** The search for writers alone, without a guess at a stronger level. */
  private Optional<String> byChoice(WriterChoices choices, IsolationLevel level, Verdict searched) {
    if (!(searched instanceof Verdict.Satisfied satisfied)) {
      return Optional.of("expected satisfied by the search but was " + searched);
    }
    if (!WeakLevels.requiresReadConsistency(level)) {
      return Optional.empty();
    }
    return choices.accepts(level, satisfied.witness())
        ? WitnessVerifier.refute(history, level, satisfied.witness())
        : Optional.of("no proof: " + satisfied.witness());
  }

  private static Optional<String> namesWriters(Verdict verdict) {
    boolean namesWriters =
        verdict.notes().stream().anyMatch(note -> note.kind() == AnomalyKind.DUPLICATE_WRITE);
    return namesWriters ? Optional.empty() : Optional.of("a choice without a duplicate write");
  }

  private Optional<String> witness(IsolationLevel level, Witness witness) {
    Optional<String> refuted = WitnessVerifier.refute(history, level, witness);
    if (refuted.isPresent()) {
      return refuted.map(reason -> "the verifier refutes the witness: " + reason);
    }
    return !WeakLevels.requiresReadConsistency(level)
            || oracle.accepts(level, transactions(witness))
        ? Optional.empty()
        : Optional.of("no proof: " + witness);
  }

  static List<Integer> transactions(Witness witness) {
    return Arrays.stream(witness.commitOrder()).boxed().toList();
  }

  private Optional<String> violated(IsolationLevel level, Verdict.Violated verdict) {
    Optional<String> wrong = falseClaim(verdict.anomalies(), level);
    if (wrong.isPresent()) {
      return wrong;
    }
    if (verdict.incomplete().isPresent() || verdict.anomalies().isEmpty()) {
      return Optional.of("incomplete or empty: " + verdict);
    }
    Set<Finding> found = findings(verdict.anomalies());
    Set<Finding> expected = oracle.findings(level);
    if (!found.equals(expected)) {
      Set<Finding> missing = new HashSet<>(expected);
      missing.removeAll(found);
      Set<Finding> surplus = new HashSet<>(found);
      surplus.removeAll(expected);
      return Optional.of("findings missing " + missing + ", surplus " + surplus);
    }
    Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
    verdict.anomalies().forEach(anomaly -> counts.merge(anomaly.kind(), 1L, Long::sum));
    if (!counts.equals(verdict.counts())) {
      return Optional.of("counts " + verdict.counts() + " of " + counts);
    }
    Optional<String> cycles = confirm.missingCycle(verdict.anomalies(), level);
    if (cycles.isPresent()) {
      return cycles;
    }
    long lettered =
        verdict.anomalies().stream().filter(a -> confirm.finding(a).isPresent()).count();
    return lettered == found.size()
        ? Optional.empty()
        : Optional.of("a finding comes twice: " + verdict.anomalies());
  }

  private Optional<String> falseClaim(List<Anomaly> anomalies, IsolationLevel level) {
    return anomalies.stream()
        .flatMap(anomaly -> confirm.falseClaim(anomaly, level).stream())
        .findFirst()
        .map(claim -> "false claim: " + claim);
  }

  private Set<Finding> findings(List<Anomaly> anomalies) {
    return anomalies.stream()
        .flatMap(anomaly -> confirm.finding(anomaly).stream())
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Override
  public String toString() {
    return tiny.toString();
  }
}
