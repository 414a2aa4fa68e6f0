package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.feed.FeedException;
import dev.isogauge.app.feed.FeedSettings;
import dev.isogauge.app.feed.Feeder;
import dev.isogauge.app.feed.FinishedReport;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.certificate.CertifiedHistories;
import dev.isogauge.oracle.replay.RandomRuns;
import dev.isogauge.oracle.timestamp.TimedHistories;
import dev.isogauge.property.RecordedHistories;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Feeding a history to a service says what checking it by its timestamps says. What that cannot
 * decide is refused, and so is what a service does not know: predicate reads, several initial
 * values, and lists beside plain values.
 */
class FeedAgreementTest {
  private static final int RUNS = TestSize.pick(40, 2_000);

  @TempDir Path directory;

  private final Map<String, Integer> outcomes = new HashMap<>();
  private int services;

  @AfterEach
  void allWasMet() {
    assertThat(outcomes).containsKeys("refused");
  }

  @Test
  void timedHistories() throws Exception {
    for (long seed = 0; seed < 2L * RUNS; seed++) {
      IsolationLevel level = level(seed);
      Atoms atoms = new Atoms();
      RawBlock block = new RawBlock();
      new TimedHistories(seed)
          .next(seed % 4 < 2, level == IsolationLevel.SNAPSHOT_ISOLATION)
          .forEach(transaction -> transaction.addTo(block, atoms));
      HistoryBuilder builder = new HistoryBuilder(atoms);
      if (seed % 5 == 0) {
        builder.defaultInitialValue(seed % 10 == 0 ? 0 : atoms.text("none"));
      }
      builder.add(block);
      agrees(builder.build(), level);
    }
    assertThat(outcomes).containsKeys("satisfied", "violated");
    outcomes.merge("refused", 0, Integer::sum);
  }

  /** Everything that can be recorded. */
  @Test
  void recordedHistories() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      agrees(RecordedHistories.make(seed, seed % 3 == 0), level(seed));
    }
  }

  /** Version orders and version sets, with timestamps or without. */
  @Test
  void certifiedHistories() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      agrees(IsogaugeText.parse(CertifiedHistories.text(seed, 6)), level(seed));
    }
  }

  /** Rows, deletes, lists and predicate reads of all outcomes, with the serial order for times. */
  @Test
  void runsWithPredicates() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      String text = RandomRuns.text(seed);
      agrees(IsogaugeText.parse(text), level(seed));
      History timed = IsogaugeText.parse(text.replaceAll("\\[serial ([0-9]+)\\]", "[ts $1..$1]"));
      agrees(timed, level(seed));
      agrees(new HistoryCopy(timed).of(plain(timed)), level(seed));
    }
    assertThat(outcomes).containsKeys("violated");
  }

  /** Neither lists nor predicates of known result. */
  private static HistoryCopy.Choice plain(History history) {
    return new HistoryCopy.Choice() {
      @Override
      public boolean operation(int operation) {
        return !history.isAppend(operation) && !history.isListRead(operation);
      }

      @Override
      public boolean predicateRead(int predicate) {
        return !history.predicateReads().saysSomething(predicate);
      }
    };
  }

  private static IsolationLevel level(long seed) {
    return seed % 2 == 0 ? IsolationLevel.SNAPSHOT_ISOLATION : IsolationLevel.SERIALIZABILITY;
  }

  private void agrees(History history, IsolationLevel level) throws Exception {
    Verdict verdict = Checks.check(history, Question.byTimestamps(level), Limits.DEFAULT);
    String said = fed(history, level);
    outcomes.merge(said.split(" ", 2)[0], 1, Integer::sum);
    String text = level + "\n" + IsogaugeText.format(history) + said;
    if (history.transactionCount() == 0) {
      assertThat(said).as(text).isEqualTo(verdict.word() + " {}");
    } else if (verdict instanceof Verdict.Unknown || said.startsWith("refused")) {
      assertThat(said).as(text).startsWith("refused");
      assertThat(verdict instanceof Verdict.Unknown || isUnknownToServices(history))
          .as(text)
          .isTrue();
    } else {
      boolean isEmpty =
          IntStream.range(0, history.transactionCount()).allMatch(t -> saysNothing(history, t));
      assertThat(said)
          .as(text)
          .isEqualTo(
              isEmpty && verdict instanceof Verdict.Satisfied ? "unknown {}" : words(verdict));
    }
  }

  /** Whether a service, which does not look at who was seen, has nothing to judge. */
  private static boolean saysNothing(History history, int transaction) {
    PredicateReads searches = history.predicateReads();
    return history.outcome(transaction) == Outcome.ABORTED
        || (history.firstOperation(transaction) == history.endOperation(transaction)
            && history.unknownOperations().first(transaction)
                == history.unknownOperations().end(transaction)
            && IntStream.range(searches.first(transaction), searches.end(transaction))
                .noneMatch(searches::saysSomething));
  }

  private static String words(Verdict verdict) {
    if (!(verdict instanceof Verdict.Violated violated)) {
      return "satisfied {}";
    }
    Map<String, Long> counts = new TreeMap<>();
    for (Map.Entry<AnomalyKind, ? extends Number> count : violated.counts().entrySet()) {
      counts.merge(count.getKey().title(), count.getValue().longValue(), Long::sum);
    }
    return "violated " + counts;
  }

  private static boolean isUnknownToServices(History history) {
    PredicateReads predicates = history.predicateReads();
    boolean readsPredicates =
        IntStream.range(0, predicates.count())
            .filter(p -> history.outcome(predicates.transactionOf(p)) != Outcome.ABORTED)
            .anyMatch(
                p ->
                    predicates.hasRows(p) || predicates.hasValue(p) || predicates.hasVersionSet(p));
    boolean startsDifferently =
        IntStream.range(0, history.keyCount()).mapToLong(history::initialValue).distinct().count()
            > 1;
    boolean hasPlainValues =
        IntStream.range(0, history.operationCount())
            .anyMatch(i -> !history.isAppend(i) && !history.isListRead(i));
    return readsPredicates
        || startsDifferently
        || repeatsNumber(history)
        || (history.hasLists() && hasPlainValues);
  }

  private static boolean repeatsNumber(History history) {
    Set<List<Long>> seen = new HashSet<>();
    return IntStream.range(0, history.transactionCount())
        .filter(t -> history.sequenceNumber(t) != RawBlock.NO_NUMBER)
        .anyMatch(t -> !seen.add(List.of((long) history.sessionOf(t), history.sequenceNumber(t))));
  }

  /** Verdict and counts, or refused and why. */
  private String fed(History history, IsolationLevel level) throws Exception {
    Optional<String> obstacle = Feeder.obstacle(history);
    if (obstacle.isPresent()) {
      return "refused " + obstacle.get();
    }
    ServeSettings usual = ServeSettings.of(level, 0, directory.resolve("run" + services++));
    ServeSettings settings =
        new ServeSettings(
            level,
            usual.host(),
            0,
            usual.data(),
            Duration.ofHours(1),
            usual.clock(),
            usual.memoryBytes(),
            usual.token(),
            usual.initial(),
            1 << 20,
            usual.retention());
    try (RunningService service = RunningService.start(settings)) {
      Feeder feeder =
          new Feeder(
              history,
              new FeedSettings(
                  URI.create("http://127.0.0.1:" + service.service().port()),
                  Optional.empty(),
                  2,
                  OptionalInt.empty(),
                  Duration.ZERO,
                  Duration.ZERO,
                  5,
                  services,
                  1,
                  Duration.ofSeconds(10)));
      feeder.run();
      FinishedReport report = FinishedReport.parse(feeder.finish());
      return report.verdict() + " " + report.counts();
    } catch (FeedException e) {
      assertThat(e.isRefused()).as(e.getMessage()).isTrue();
      return "refused " + e.getMessage();
    }
  }
}
