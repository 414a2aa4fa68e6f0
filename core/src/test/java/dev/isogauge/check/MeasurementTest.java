package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  private static final String BLIND = "s1: w(x,1) ; w(y,1) | s2: r(y,1) r(x,1) w(x,2)";

  @Test
  void whatASatisfiedLevelImpliesIsProvedByItsWitness() throws IOException {
    History history = IsogaugeText.parse(BLIND);
    Plan plan = Plan.of(history);
    List<Question> weak = IsolationLevel.weak().stream().map(Question::of).toList();
    List<Question> heard = new ArrayList<>();

    Measurement measured =
        plan.measure(weak, route -> Limits.DEFAULT, route -> heard.add(route.question()));

    assertThat(measured.answers()).extracting(Measurement.Answer::question).isEqualTo(weak);
    for (Measurement.Answer answer : measured.answers()) {
      assertThat(answer.verdict()).isInstanceOf(Verdict.Satisfied.class);
      Verdict.Satisfied satisfied = (Verdict.Satisfied) answer.verdict();
      assertThat(WitnessVerifier.refute(history, answer.question(), satisfied.witness())).isEmpty();
    }
    assertThat(heard).containsExactly(Question.of(IsolationLevel.CAUSAL));
    assertThat(measured.answers().get(1).time()).isEqualTo(Duration.ZERO);
  }

  @Test
  void aLibraryUserMeasuresInOneCall() throws IOException {
    Measurement measured = Checks.measure(IsogaugeText.parse(BLIND));

    assertThat(measured.answer()).isEqualTo("serializability");
    assertThat(measured.word()).isEqualTo("satisfied");
  }

  @Test
  void whatAWeakLevelViolatesSettlesStrongerOnesThatRanOutOfMemory() throws IOException {
    History history = IsogaugeText.parse("s1: w(x,1) w(x,2) | s2: r(x,1) | s3: w(x,3)");
    Plan plan = Plan.of(history);

    Measurement measured =
        plan.measure(
            plan.questions(),
            route -> route.searches() ? Limits.DEFAULT.withMemoryBytes(1) : Limits.DEFAULT,
            route -> {});

    assertThat(measured.verdict(Question.of(IsolationLevel.SERIALIZABILITY)).orElseThrow())
        .isInstanceOf(Verdict.Violated.class);
  }

  @Test
  void pastItsMemoryALevelIsUnknownAndSaysWhichLimitToRaise() throws IOException {
    History history = IsogaugeText.parse("s1: w(x,1) | s2: r(x,1)");

    Measurement measured = Checks.measure(history, Limits.DEFAULT.withMemoryBytes(1));

    Verdict verdict = measured.verdict(Question.of(IsolationLevel.CAUSAL)).orElseThrow();
    assertThat(verdict).isInstanceOf(Verdict.Unknown.class);
    Verdict.Unknown unknown = (Verdict.Unknown) verdict;
    assertThat(unknown.cause()).isEqualTo(Verdict.Cause.MEMORY);
    assertThat(unknown.reason()).contains("memory").doesNotContain("--");
    assertThat(measured.answer()).isEqualTo("unknown");
  }

  @Test
  void aLevelThatAnOrderDoesNotDecideIsUnknown() throws IOException {
    Verdict verdict =
        Checks.check(
            IsogaugeText.parse("s1: w(x,1)"),
            new Question(IsolationLevel.PL_2, OrderSource.TIMESTAMPS, true),
            Limits.DEFAULT);

    assertThat(verdict)
        .isEqualTo(
            new Verdict.Unknown(
                "pl-2 is not decided by timestamps; these levels are: snapshot-isolation,"
                    + " serializability",
                Verdict.Cause.ORDER,
                List.of()));
  }
}
