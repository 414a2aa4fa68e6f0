package dev.isogauge.oracle.unknown;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.property.TestSize;
import dev.isogauge.shrink.ShrinkResult;
import dev.isogauge.shrink.Shrinker;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An unknown operation may have been anything in its scope. The oracle tries that: nothing, or any
 * one read or write of a key there. No level is said to hold, and one is said to be violated only
 * if it is violated whatever the unknown operations were.
 */
class UnknownOperationsTest {
  private static final String[] KEYS = {"a/1", "a/2", "b/1"};
  private static final int[] VALUES = {0, 1, 2, 3};

  private static History parse(String text) {
    try {
      return HistoryFiles.read(
              HistoryFiles.bytes("test", text.getBytes(StandardCharsets.UTF_8)),
              Optional.of(HistoryFormat.ISOGAUGE))
          .history();
    } catch (Exception e) {
      throw new AssertionError(text, e);
    }
  }

  private static Verdict check(String text, Question question) {
    return Checks.check(parse(text), question, Limits.DEFAULT);
  }

  private static Verdict check(String text, IsolationLevel level) {
    return check(text, Question.of(level));
  }

  /** A text with places for unknown operations: what stands there, and what may have happened. */
  private record Unknown(String scope, boolean isWrite) {
    String operation() {
      return (isWrite ? "uw(" : "ur(") + scope + ")";
    }

    List<String> possibilities() {
      List<String> all = new ArrayList<>(List.of(""));
      for (String key : KEYS) {
        if (scope.equals("*") || scope.equals(key) || scope.equals("table " + key.charAt(0))) {
          for (int value : VALUES) {
            all.add((isWrite ? "w(" : "r(") + key + "," + value + ")");
          }
        }
      }
      return all;
    }
  }

  private record Draft(String pattern, List<Unknown> unknowns) {
    String recorded() {
      return String.format(pattern, unknowns.stream().map(Unknown::operation).toArray());
    }

    List<String> completions() {
      List<List<String>> choices = List.of(List.of());
      for (Unknown unknown : unknowns) {
        List<List<String>> longer = new ArrayList<>();
        for (List<String> chosen : choices) {
          for (String next : unknown.possibilities()) {
            List<String> more = new ArrayList<>(chosen);
            more.add(next);
            longer.add(more);
          }
        }
        choices = longer;
      }
      return choices.stream().map(chosen -> String.format(pattern, chosen.toArray())).toList();
    }
  }

  private static Draft draft(Random random, boolean timestamps) {
    StringBuilder text = new StringBuilder("init *=0\n");
    List<Unknown> unknowns = new ArrayList<>();
    int transactions = 2 + random.nextInt(3);
    int time = 1;
    for (int t = 0; t < transactions; t++) {
      text.append('s').append(random.nextInt(3)).append(" T").append(t).append(": ");
      int outcome = random.nextInt(8);
      text.append(outcome == 0 ? "aborted " : outcome == 1 ? "indeterminate " : "");
      if (timestamps) {
        text.append("[ts ").append(time).append("..").append(time + 3).append("] ");
        time += 1 + random.nextInt(5);
      }
      int operations = 1 + random.nextInt(3);
      for (int i = 0; i < operations; i++) {
        if (unknowns.size() < 2 && random.nextInt(5) == 0) {
          String[] scopes = {"a/1", "a/2", "b/1", "table a", "table b", "*"};
          unknowns.add(new Unknown(scopes[random.nextInt(6)], random.nextInt(3) > 0));
          text.append("%s ");
        } else {
          text.append(random.nextBoolean() ? "r(" : "w(")
              .append(KEYS[random.nextInt(KEYS.length)])
              .append(',')
              .append(VALUES[random.nextInt(VALUES.length)])
              .append(") ");
        }
      }
      text.append('\n');
    }
    return new Draft(text.toString(), unknowns);
  }

  private static void compare(long seeds, boolean timestamps, Question question) {
    int violated = 0;
    for (long seed = 0; seed < seeds; seed++) {
      Draft draft = draft(new Random(seed), timestamps);
      if (draft.unknowns().isEmpty()) {
        continue;
      }
      Verdict verdict = check(draft.recorded(), question);
      boolean holdsForCertain =
          draft.unknowns().stream().noneMatch(Unknown::isWrite)
              && isOfAborted(parse(draft.recorded()));
      if (!holdsForCertain) {
        assertThat(verdict)
            .as("seed %d: %s", seed, draft.recorded())
            .isNotInstanceOf(Verdict.Satisfied.class);
      }
      if (verdict instanceof Verdict.Violated) {
        violated++;
        for (String completion : draft.completions()) {
          assertThat(check(completion, question))
              .as("seed %d, %s:\n%s\nas\n%s", seed, question, draft.recorded(), completion)
              .isInstanceOf(Verdict.Violated.class);
        }
      }
    }
    assertThat(violated).as("violated ones").isPositive();
  }

  private static boolean isOfAborted(History history) {
    for (int u = 0; u < history.unknownOperations().count(); u++) {
      if (history.outcome(history.unknownOperations().transactionOf(u)) != Outcome.ABORTED) {
        return false;
      }
    }
    return true;
  }

  @ParameterizedTest
  @EnumSource(
      value = IsolationLevel.class,
      names = {
        "CUT_ISOLATION",
        "READ_COMMITTED",
        "READ_ATOMIC",
        "CAUSAL",
        "SNAPSHOT_ISOLATION",
        "SERIALIZABILITY"
      })
  void neitherHoldsNorIsViolatedByWhatCouldBeExplained(IsolationLevel level) {
    // Few histories have two reads of one key.
    int few = level == IsolationLevel.CUT_ISOLATION ? 600 : 150;
    compare(TestSize.pick(few, 20_000), false, Question.of(level));
  }

  @ParameterizedTest
  @EnumSource(
      value = IsolationLevel.class,
      names = {"SNAPSHOT_ISOLATION", "SERIALIZABILITY"})
  void noMoreByTimestamps(IsolationLevel level) {
    compare(TestSize.pick(150, 20_000), true, Question.byTimestamps(level));
  }

  @Test
  void theReasonNamesTheOperation() {
    Verdict verdict =
        check("s1: uw(table a) w(b/1,1)\ns2: r(b/1,1)\n", IsolationLevel.SERIALIZABILITY);
    assertThat(verdict).isInstanceOf(Verdict.Unknown.class);
    assertThat(((Verdict.Unknown) verdict).reason())
        .startsWith("s1.1 writes something unknown in table a: the known part");
  }

  private static final String LOST_UPDATE =
      "init *=0\ns1: r(a/1,0) w(a/1,1)\ns2: r(a/1,0) w(a/1,2)\n";

  @ParameterizedTest
  @ValueSource(strings = {"uw(b/1)", "uw(a/2)", "uw(table b)", "ur(*)", "ur(a/1)"})
  void whatCannotExplainAViolationDoesNotHideIt(String unknown) {
    String text = "s0: " + unknown + " w(b/1,7)\n" + LOST_UPDATE;
    Verdict verdict = check(text, IsolationLevel.SERIALIZABILITY);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    History history = parse(text);
    String words =
        new Explainer(history).explain(((Verdict.Violated) verdict).anomalies().get(0)).text();
    assertThat(words).contains("s1.1", "s2.1", "a/1");
    ShrinkResult shrunk =
        new Shrinker(Question.of(IsolationLevel.SERIALIZABILITY), Limits.DEFAULT).shrink(history);
    assertThat(shrunk).isInstanceOf(ShrinkResult.Shrunk.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"uw(a/1)", "uw(table a)", "uw(*)"})
  void whatCanExplainAViolationHidesIt(String unknown) {
    assertThat(check("s0: " + unknown + "\n" + LOST_UPDATE, IsolationLevel.SERIALIZABILITY))
        .isInstanceOf(Verdict.Unknown.class);
  }
}
