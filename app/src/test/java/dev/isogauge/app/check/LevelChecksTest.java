package dev.isogauge.app.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.command.Console;
import dev.isogauge.app.command.Progress;
import dev.isogauge.format.isogauge.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verify.WitnessVerifier;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

public class LevelChecksTest {
  private static final List<Question> ALL =
      IsolationLevel.weak().stream().map(Question::of).toList();

  @Test
  void whatASatisfiedLevelImpliesIsProvedByItsWitness() throws IOException {
    History history = IsogaugeText.parse("s1: w(x,1) ; w(y,1) | s2: r(y,1) r(x,1) w(x,2)");

    Map<Question, LevelChecks.Timed> results = check(history, Limits.DEFAULT);

    for (Question level : ALL) {
      assertThat(results.get(level).verdict()).isInstanceOf(Verdict.Satisfied.class);
      Verdict.Satisfied satisfied = (Verdict.Satisfied) results.get(level).verdict();
      assertThat(WitnessVerifier.refute(history, level, satisfied.witness())).isEmpty();
    }
    assertThat(results.get(Question.of(IsolationLevel.READ_COMMITTED)).time())
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void pastItsMemoryALevelIsUnknown() throws IOException {
    History history = IsogaugeText.parse("s1: w(x,1) | s2: r(x,1)");

    Verdict verdict =
        check(history, Limits.DEFAULT.withMemoryBytes(1))
            .get(Question.of(IsolationLevel.CAUSAL))
            .verdict();

    assertThat(verdict).isInstanceOf(Verdict.Unknown.class);
    assertThat(((Verdict.Unknown) verdict).reason()).contains("--memory");
  }

  private static Map<Question, LevelChecks.Timed> check(History history, Limits limits) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]), nowhere, nowhere, Map.of(), false, false);
    try (Progress progress = Progress.on(console, true)) {
      return new LevelChecks(question -> limits, progress).check(history, ALL, "test");
    }
  }
}
