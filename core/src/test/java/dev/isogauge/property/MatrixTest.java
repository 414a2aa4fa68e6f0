package dev.isogauge.property;

import static dev.isogauge.level.IsolationLevel.CAUSAL;
import static dev.isogauge.level.IsolationLevel.MONOTONIC_READS;
import static dev.isogauge.level.IsolationLevel.MONOTONIC_WRITES;
import static dev.isogauge.level.IsolationLevel.PARALLEL_SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.PREFIX_CONSISTENCY;
import static dev.isogauge.level.IsolationLevel.READ_ATOMIC;
import static dev.isogauge.level.IsolationLevel.READ_COMMITTED;
import static dev.isogauge.level.IsolationLevel.READ_YOUR_WRITES;
import static dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
import static dev.isogauge.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.WRITES_FOLLOW_READS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.CommitOrderDefinition;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every cell of data model × values × outcomes × level against the one definition of all levels, by
 * brute force; every proof is verified. 7,230 verdicts, when thorough 420,000.
 */
public class MatrixTest {
  private static final Set<IsolationLevel> LEVELS =
      EnumSet.of(
          READ_COMMITTED,
          READ_ATOMIC,
          CAUSAL,
          READ_YOUR_WRITES,
          MONOTONIC_READS,
          MONOTONIC_WRITES,
          WRITES_FOLLOW_READS,
          PREFIX_CONSISTENCY,
          PARALLEL_SNAPSHOT_ISOLATION,
          SNAPSHOT_ISOLATION,
          SERIALIZABILITY);

  private static final Set<IsolationLevel> IN_REAL_TIME =
      EnumSet.of(
          IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
          IsolationLevel.KEY_STRICT_SERIALIZABILITY,
          IsolationLevel.STRICT_SERIALIZABILITY);

  /** One in so many is left open: what shows most of a list may not have happened, but must. */
  private static final int FEW = 10_000;

  @ParameterizedTest
  @CsvSource({
    "registers, unique, committed",
    "registers, unique, unsure",
    "registers, repeated, committed",
    "registers, repeated, unsure",
    "registers, repeated, unread",
    "lists, unique, committed",
    "lists, unique, unsure",
    "lists, unique, unread",
    "both, unique, committed",
    "both, unique, unsure",
    "both, repeated, committed",
    "both, repeated, unsure",
  })
  void agreesWithTheDefinition(String model, String values, String outcomes) throws IOException {
    int histories = TestSize.pick(40, 2_000);
    int satisfied = 0;
    int unknown = 0;
    for (long seed = 0; seed < histories; seed++) {
      String text = history(new Random(seed), model, values.equals("repeated"), outcomes);
      History history = IsogaugeText.parse(text);
      Set<IsolationLevel> holding = CommitOrderDefinition.satisfied(history, LEVELS);
      satisfied += holding.size();
      for (IsolationLevel level : LEVELS) {
        Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
        unknown += require(history, level, verdict, holding, "seed " + seed + ": " + text) ? 0 : 1;
      }
    }
    int verdicts = LEVELS.size() * histories;
    assertThat(satisfied).isBetween(verdicts / 20, verdicts - verdicts / 50);
    assertThat(unknown).isLessThanOrEqualTo(verdicts / FEW);
  }

  /** Every transaction at a level of its own. */
  @ParameterizedTest
  @CsvSource({
    "registers, unique, committed",
    "registers, unique, unsure",
    "registers, repeated, committed",
    "registers, repeated, unsure",
    "registers, repeated, unread",
    "lists, unique, committed",
    "lists, unique, unsure",
    "both, unique, committed",
    "both, repeated, unsure",
  })
  void mixedLevelsAgreeWithTheDefinition(String model, String values, String outcomes)
      throws IOException {
    int histories = TestSize.pick(100, 8_000);
    int satisfied = 0;
    int unknown = 0;
    for (long seed = 0; seed < histories; seed++) {
      Random random = new Random(seed);
      String text = mixed(random, history(random, model, values.equals("repeated"), outcomes));
      History history = IsogaugeText.parse(text);
      Set<IsolationLevel> holding =
          CommitOrderDefinition.satisfied(history, EnumSet.of(IsolationLevel.RECORDED));
      satisfied += holding.size();
      Verdict verdict = Checks.check(history, IsolationLevel.RECORDED, Limits.DEFAULT);
      unknown +=
          require(history, IsolationLevel.RECORDED, verdict, holding, "seed " + seed + ": " + text)
              ? 0
              : 1;
    }
    assertThat(satisfied).isBetween(histories / 20, histories - histories / 50);
    assertThat(unknown).isLessThanOrEqualTo(histories / FEW);
  }

  /** Levels that know real time, where transactions follow one another or overlap. */
  @ParameterizedTest
  @CsvSource({
    "registers, unique, committed",
    "registers, unique, unsure",
    "registers, repeated, committed",
    "registers, repeated, unsure",
    "lists, unique, committed",
    "lists, unique, unsure",
    "both, unique, committed",
  })
  void realTimeAgreesWithTheDefinition(String model, String values, String outcomes)
      throws IOException {
    int histories = TestSize.pick(50, 4_000);
    int satisfied = 0;
    int unknown = 0;
    for (long seed = 0; seed < histories; seed++) {
      Random random = new Random(seed);
      String text = timed(random, history(random, model, values.equals("repeated"), outcomes));
      History history = IsogaugeText.parse(text);
      Set<IsolationLevel> holding = CommitOrderDefinition.satisfied(history, IN_REAL_TIME);
      satisfied += holding.size();
      for (IsolationLevel level : IN_REAL_TIME) {
        Verdict verdict = Checks.check(history, level, Limits.DEFAULT);
        unknown += require(history, level, verdict, holding, "seed " + seed + ": " + text) ? 0 : 1;
      }
    }
    int verdicts = IN_REAL_TIME.size() * histories;
    assertThat(satisfied).isBetween(verdicts / 20, verdicts - verdicts / 50);
    assertThat(unknown).isLessThanOrEqualTo(verdicts / FEW);
  }

  /** Whether there is a verdict; it must be right, and proved if the level holds. */
  private static boolean require(
      History history,
      IsolationLevel level,
      Verdict verdict,
      Set<IsolationLevel> holding,
      String text) {
    if (verdict instanceof Verdict.Unknown) {
      return false;
    }
    String described = level + ", " + verdict + ", " + text;
    assertThat(verdict.word())
        .as(described)
        .isEqualTo(holding.contains(level) ? "satisfied" : "violated");
    if (verdict instanceof Verdict.Satisfied proved) {
      assertThat(WitnessVerifier.refute(history, Question.of(level), proved.witness()))
          .as(described)
          .isEmpty();
    }
    return true;
  }

  /** With times: each line begins some time before or after the one before it ends. */
  static String timed(Random random, String text) {
    StringBuilder timed = new StringBuilder();
    int at = 30;
    for (String line : text.lines().toList()) {
      int begin = at - random.nextInt(25);
      int end = at + random.nextInt(25);
      timed.append(line.replaceFirst(":", ": [rt " + begin + ".." + end + "]")).append('\n');
      at += 10;
    }
    return timed.toString();
  }

  /** With a level for each line; parallel snapshot isolation does not mix. */
  public static String mixed(Random random, String text) {
    List<IsolationLevel> mixing =
        LEVELS.stream().filter(level -> level != PARALLEL_SNAPSHOT_ISOLATION).toList();
    return text.lines()
        .map(
            line ->
                line.replaceFirst(
                    ":", ": [level " + mixing.get(random.nextInt(mixing.size())).id() + "]"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Up to five transactions; most reads are of the latest version, the others of an older one. */
  public static String history(Random random, String model, boolean repeats, String outcomes) {
    int count = 2 + random.nextInt(4);
    int sessions = 1 + random.nextInt(4);
    List<List<Integer>> versions = List.of(new ArrayList<>(), new ArrayList<>());
    List<List<Integer>> lists = List.of(new ArrayList<>(), new ArrayList<>());
    StringBuilder text = new StringBuilder();
    int fresh = 0;
    for (int i = 0; i < count; i++) {
      text.append('s').append(random.nextInt(sessions)).append(':');
      if (outcomes.equals("unsure") && random.nextInt(3) == 0) {
        text.append(" indeterminate");
      }
      for (int k = random.nextInt(3); k >= 0; k--) {
        int key = random.nextInt(2);
        boolean list = model.equals("lists") || (model.equals("both") && random.nextBoolean());
        List<Integer> of = (list ? lists : versions).get(key);
        String name = (list ? "l" : "r") + key;
        int seen = random.nextInt(3) == 0 ? random.nextInt(of.size() + 1) : of.size();
        if (random.nextInt(5) < 2) {
          fresh++;
          of.add(repeats && !list ? 1 + random.nextInt(3) : fresh);
          text.append(" %s(%s,%d)".formatted(list ? "a" : "w", name, of.get(of.size() - 1)));
        } else if (outcomes.equals("unread") && random.nextInt(4) == 0) {
          text.append(" r(%s,?)".formatted(name));
        } else if (list) {
          text.append(" r(%s,%s)".formatted(name, of.subList(0, seen)).replace(", ", ","));
        } else {
          text.append(" r(%s,%s)".formatted(name, seen == 0 ? "nil" : of.get(seen - 1)));
        }
      }
      text.append('\n');
    }
    return text.toString();
  }
}
