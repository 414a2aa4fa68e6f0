package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.check.Moment;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.CommitOrderDefinition;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The moment is the last line of the shortest beginning that the definition says is wrong. */
class MomentTest {
  private static final List<IsolationLevel> LEVELS =
      List.of(
          IsolationLevel.READ_COMMITTED,
          IsolationLevel.READ_ATOMIC,
          IsolationLevel.CAUSAL,
          IsolationLevel.SNAPSHOT_ISOLATION,
          IsolationLevel.SERIALIZABILITY);

  private static final Pattern READ = Pattern.compile("r\\((\\w+),([^)]*)\\)");

  @ParameterizedTest
  @CsvSource({"registers", "lists", "both"})
  void isThatOfTheShortestBeginning(String model) throws IOException {
    int found = 0;
    for (long seed = 0; seed < TestSize.pick(150, 6_000); seed++) {
      Random random = new Random(seed);
      List<String> lines =
          new ArrayList<>(MatrixTest.history(random, model, false, "committed").lines().toList());
      Collections.shuffle(lines, random);
      History history = IsogaugeText.parse(String.join("\n", lines) + "\n");
      for (IsolationLevel level : LEVELS) {
        if (Checks.check(history, level) instanceof Verdict.Violated) {
          found++;
          assertThat(Moment.of(history, Question.of(level), Limits.DEFAULT).map(Moment::place))
              .as("seed %d, %s: %s", seed, level, lines)
              .isEqualTo(Optional.of(shortest(lines, level)));
        }
      }
    }
    assertThat(found).isGreaterThan(100);
  }

  /** How many lines there are when the level is first violated. */
  private static int shortest(List<String> lines, IsolationLevel level) throws IOException {
    int count = 1;
    while (!CommitOrderDefinition.satisfied(beginning(lines, count), EnumSet.of(level)).isEmpty()) {
      count++;
    }
    return count;
  }

  /** Some lines, in which reads of what none of them wrote have an unknown result. */
  private static History beginning(List<String> lines, int count) throws IOException {
    String text = String.join("\n", lines.subList(0, count)) + "\n";
    Matcher reads = READ.matcher(text);
    StringBuilder known = new StringBuilder();
    while (reads.find()) {
      boolean isWritten = true;
      for (String value : reads.group(2).replaceAll("[\\[\\]]", "").split(",", -1)) {
        isWritten &=
            value.isEmpty()
                || value.equals("nil")
                || text.contains("w(" + reads.group(1) + "," + value + ")")
                || text.contains("a(" + reads.group(1) + "," + value + ")");
      }
      reads.appendReplacement(known, isWritten ? reads.group() : "r(" + reads.group(1) + ",?)");
    }
    return IsogaugeText.parse(reads.appendTail(known).toString());
  }

  @Test
  void isByTimeWhereThatIsKnown() throws IOException {
    History history =
        IsogaugeText.parse(
            "s3: [rt 5..9] r(y,1) r(x,nil)\ns1: [rt 0..3] w(x,1) w(y,1)\ns2: [rt 0..1] w(z,1)\n");
    Moment moment =
        Moment.of(history, Question.of(IsolationLevel.READ_ATOMIC), Limits.DEFAULT).orElseThrow();
    assertThat(history.transactionName(moment.transaction())).isEqualTo("s3.1");
    assertThat(moment.place()).isEqualTo(3);
    assertThat(moment.order()).isEqualTo(Moment.Order.END_TIMES);
  }
}
