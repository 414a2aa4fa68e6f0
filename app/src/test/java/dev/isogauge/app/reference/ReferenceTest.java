package dev.isogauge.app.reference;

import static dev.isogauge.app.CommandRun.isogauge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.CommandRun;
import dev.isogauge.check.Plan;
import dev.isogauge.collect.Level;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.LoadedHistory;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists, help topics and explanations of anomalies. */
class ReferenceTest {
  private static final Path HISTORIES = CommandRun.root().resolve("histories");
  private static final Path SAMPLES =
      CommandRun.root().resolve("app/src/main/resources/dev/isogauge/app/reference/samples.txt");

  private record Found(Path file, HistoryFormat format, History history) {}

  /**
   * The smallest history of each kind, in text for people where there is one, and the first level
   * at which it shows: a usual one first.
   */
  @Test
  void theSampleOfEachKindIsTheSmallest() throws IOException {
    List<Found> histories = new ArrayList<>();
    try (Stream<Path> files = Files.walk(HISTORIES)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        LoadedHistory read = HistoryFiles.read(HistoryFiles.file(file), Optional.empty());
        histories.add(new Found(HISTORIES.relativize(file), read.format(), read.history()));
      }
    }
    histories.sort(
        Comparator.comparingInt(
                (Found found) ->
                    found.history().operationCount() + found.history().predicateReads().count())
            .thenComparing(found -> found.format() != HistoryFormat.ISOGAUGE));
    List<IsolationLevel> levels =
        Stream.of(IsolationLevel.values())
            .filter(level -> !level.isUnusual())
            .sorted(Comparator.comparing(IsolationLevel::isOfReplicas))
            .toList();
    Map<AnomalyKind, String> smallest = new TreeMap<>();
    for (Found found : histories) {
      Plan plan = Plan.of(found.history());
      for (IsolationLevel level : levels) {
        Verdict verdict = plan.route(plan.question(level)).check(Limits.DEFAULT);
        ExplainCommand.found(verdict)
            .forEach(
                anomaly ->
                    smallest.putIfAbsent(
                        anomaly.kind(),
                        anomaly.kind().name() + " " + found.file() + " " + level.id()));
      }
    }
    List<String> lines = List.copyOf(smallest.values());
    if (System.getProperty("isogauge.golden", "").equals("update")) {
      Files.write(SAMPLES, lines);
    }
    assertThat(Files.readAllLines(SAMPLES)).isEqualTo(lines);
  }

  @ParameterizedTest
  @EnumSource(AnomalyKind.class)
  void everyAnomalyIsExplained(AnomalyKind kind) {
    CommandRun run = isogauge("explain", kind.letter().isEmpty() ? kind.title() : kind.letter());
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(kind.titleWithLetter() + ": " + kind.meaning());
    if (Samples.of(kind).isPresent()) {
      assertThat(run.out()).contains("The smallest example, histories/");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          lost-update | postgres at READ UNCOMMITTED, READ COMMITTED
          lost-update | Levels that allow it: cut-isolation, read-committed, read-atomic, causal, pl-1, pl-2
          g2-item     | Levels that allow it: cut-isolation, read-committed, read-atomic, causal, snapshot-isolation
          G2ITEM      | postgres at READ UNCOMMITTED, READ COMMITTED, REPEATABLE READ
          """)
  void itSaysWhichLevelsAndDatabasesAllowAnAnomaly(String name, String said) {
    assertThat(isogauge("explain", name).out()).contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "G7", "G2-item extra"})
  void anUnknownAnomalyIsRefused(String names) {
    List<String> words = new ArrayList<>(List.of("explain"));
    words.addAll(names.isEmpty() ? List.of() : List.of(names.split(" ")));
    CommandRun run = isogauge(words.toArray(String[]::new));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("anomal");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          databases | postgres[:VERSION]
          levels    | repeatable-read
          formats   | jsonl (read, write)
          workloads | list-append
          schedules | g2-item
          anomalies | FracturedRead (TAP-k)
          topics    | exit-codes
          """)
  void whatCanBeNamedIsListed(String subject, String entry) {
    CommandRun run = isogauge("list", subject);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(entry);
    assertThat(isogauge("list", subject, "--quiet").out().lines().count())
        .isPositive()
        .isLessThan(run.out().lines().count());
  }

  /** One table in code: what is listed is what databases are held to. */
  @Test
  void sqlsNamesAreListedWithWhatTheyMean() {
    String out = isogauge("list", "levels").out();
    for (Level level : Level.standards()) {
      assertThat(out).containsPattern(level.name() + " +" + String.join(", ", level.claimed()));
    }
    assertThat(IsolationLevel.byName("rr")).contains(IsolationLevel.PL_2_99);
    assertThat(IsolationLevel.byName("REPEATABLE READ")).contains(IsolationLevel.PL_2_99);
  }

  @Test
  void everyOrderIsExplained() {
    String orders = isogauge("help", "orders").out();
    for (OrderSource order : OrderSource.values()) {
      assertThat(orders).contains("\n  " + order.id() + " ");
    }
    for (RegisterOrder rule : RegisterOrder.values()) {
      assertThat(orders).contains("\n  " + rule.id() + " ");
    }
  }

  @Test
  void everyTopicHasAText() {
    for (Topics.Topic topic : Topics.all()) {
      assertThat(isogauge("help", topic.name()).out()).as(topic.name()).isNotBlank();
    }
    assertThat(isogauge("help", "nothing").exitCode()).isEqualTo(2);
  }

  /** Words that people bring, beside the titles of reports. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          write skew  | G2-item
          read skew   | G-single-item
          dirty read  | AbortedRead (TAP-b)
          dirty read  | IntermediateRead (TAP-f)
          phantom     | G2:
          long fork   | G-nonadjacent-item
          lost-update | LostUpdate
          G1a         | AbortedRead (TAP-b)
          G1b         | IntermediateRead (TAP-f)
          P4          | LostUpdate
          otv         | NonMonotonicRead (TAP-h)
          PMP         | G-single:
          TAP-k       | FracturedRead (TAP-k)
          """)
  void explainTakesTheWordsOfPeople(String words, String title) {
    CommandRun run = isogauge(("explain " + words).split(" "));
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(title);
  }

  @Test
  void explainSaysHowToPreventIt() {
    assertThat(isogauge("explain", "LostUpdate").out())
        .contains("How to prevent it:", "balance = balance - 10", "FOR UPDATE", "@Version");
  }

  @Test
  void aMissProposesTheNearestNames() {
    assertThat(isogauge("explain", "skew").err())
        .contains(
            "unknown anomaly 'skew'; did you mean 'read skew', 'write skew' or 'phantom skew'?");
    assertThat(isogauge("explain", "xyzzy-plugh").err())
        .containsPattern("the nearest of [0-9]+ names are [^,]+, [^,]+, [^,]+\n");
  }
}
