package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Plan;
import dev.isogauge.explain.Explainer;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What sentences say of single transactions is true of the history: what they read, wrote and
 * appended, when they began and ended, and in which session they follow one another. The text of
 * the history is the judge.
 */
class ClaimsTest {
  private static final int COUNT = TestSize.pick(20, 2_000);
  private static final String VALUE = "(nil|\\d+|\\[[\\d,]*\\])";

  /** By name of a transaction: its line. */
  private final Map<String, String> lines = new HashMap<>();

  private int claims;

  @ParameterizedTest
  @EnumSource
  void claimsAreTrue(FaultyStoreHistories.Kind kind) throws InputException {
    for (long seed = 0; seed < COUNT; seed++) {
      String text = FaultyStoreHistories.make(kind, seed, 12);
      lines.clear();
      text.lines()
          .filter(line -> !line.startsWith("order"))
          .forEach(line -> lines.put(line.substring(3, line.indexOf(':')), line));
      History history = IsogaugeText.parse(text);
      Plan plan = Plan.of(history);
      for (IsolationLevel level : IsolationLevel.values()) {
        if (plan.route(plan.question(level)).check(Limits.DEFAULT)
            instanceof Verdict.Violated violated) {
          for (Anomaly anomaly : violated.anomalies()) {
            verify(new Explainer(history).explain(anomaly).text(), text);
          }
        }
      }
    }
    assertThat(claims).isGreaterThan(COUNT);
  }

  private void verify(String story, String text) {
    String context = story + "\nabout\n" + text;
    each(story, "(T\\d+) read (k\\d) = " + VALUE, c -> does(c.group(1), "r", c), context);
    each(story, "(T\\d+) wrote (k\\d) = " + VALUE, c -> does(c.group(1), "w", c), context);
    each(
        story,
        "read (k\\d) = (\\d+), which (T\\d+) wrote",
        c -> has(c.group(3), "w(%s,%s)".formatted(c.group(1), c.group(2))),
        context);
    each(story, "(T\\d+) overwrote with (k\\d) = " + VALUE, c -> does(c.group(1), "w", c), context);
    each(
        story,
        "(T\\d+) appended (\\d+)(?: to (k\\d))?",
        c -> has(c.group(1), c.group(3) == null ? "," + c.group(2) + ")" : appended(c)),
        context);
    each(
        story,
        "(T\\d+) follows (T\\d+) in session (s\\d)",
        c -> isIn(c.group(1), c.group(3)) && isIn(c.group(2), c.group(3)),
        context);
    each(
        story,
        "(T\\d+) began at (-?\\d+), after (T\\d+) had ended at (-?\\d+)",
        c ->
            has(c.group(1), "[rt " + c.group(2) + "..")
                && has(c.group(3), ".." + c.group(4) + "]")
                && Long.parseLong(c.group(4)) < Long.parseLong(c.group(2)),
        context);
  }

  private void each(String story, String pattern, Predicate<MatchResult> truth, String context) {
    Pattern.compile(pattern)
        .matcher(story)
        .results()
        .forEach(
            claim -> {
              claims++;
              assertThat(truth.test(claim)).as("'%s' in%n%s", claim.group(), context).isTrue();
            });
  }

  private boolean does(String transaction, String kind, MatchResult claim) {
    return has(transaction, "%s(%s,%s)".formatted(kind, claim.group(2), claim.group(3)));
  }

  private static String appended(MatchResult claim) {
    return "a(%s,%s)".formatted(claim.group(3), claim.group(2));
  }

  private boolean has(String transaction, String what) {
    return lines.get(transaction).contains(what);
  }

  private boolean isIn(String transaction, String session) {
    return lines.get(transaction).startsWith(session + " ");
  }
}
