package dev.isogauge.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.app.check.Verification;
import dev.isogauge.app.command.Console;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Witness;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerificationTest {
  private static final String HISTORIES = CommandRun.root().resolve("histories").toString();
  private static final String LONG_FORK = HISTORIES + "/causal/long-fork.txt";
  private static final String SATISFIED = "\"verdict\":\"satisfied\"";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aRefutedProofIsAnInternalError() {
    Verification refuting =
        new Verification() {
          @Override
          protected Optional<String> refute(History history, Question question, Witness witness) {
            return Optional.of("T2 comes before T1, which it reads");
          }
        };

    int code = run(refuting, "check", "--verify", "--level", "causal", LONG_FORK);

    assertThat(code).isEqualTo(5);
    assertThat(out.toString(UTF_8)).contains("internal error").doesNotContain("satisfied");
    assertThat(err.toString(UTF_8))
        .contains("internal error while checking " + LONG_FORK + ": ")
        .contains("the proof of causal is wrong: T2 comes before")
        .contains("report it");
    assertThat(run(refuting, "check", "--level", "causal", LONG_FORK)).isZero();
  }

  @Test
  void anInternalErrorSpoilsOneInputOnly() {
    Verification failingOnce =
        new Verification() {
          private boolean failed;

          @Override
          protected Optional<String> refute(History history, Question question, Witness witness) {
            if (!failed) {
              failed = true;
              throw new IllegalStateException("boom");
            }
            return super.refute(history, question, witness);
          }
        };

    int code =
        run(failingOnce, "check", "--verify", "--json", "--level", "ci", LONG_FORK, LONG_FORK);

    assertThat(code).isEqualTo(5);
    assertThat(err.toString(UTF_8).lines()).hasSize(2).first().asString().contains("boom");
    assertThat(out.toString(UTF_8).lines())
        .satisfiesExactly(
            failed -> assertThat(failed).contains("internal error"),
            checked -> assertThat(checked).contains(SATISFIED));
  }

  @Test
  void everySatisfiedLevelOfTheSampleHistoriesIsVerified() {
    List<IsolationLevel> verified = new ArrayList<>();
    Verification recording =
        new Verification() {
          @Override
          protected Optional<String> refute(History history, Question question, Witness witness) {
            verified.add(question.level());
            return super.refute(history, question, witness);
          }
        };

    int code = run(recording, "check", "--verify", "--json", HISTORIES);

    assertThat(code).isZero();
    assertThat(err.toString(UTF_8)).isEmpty();
    long satisfied = out.toString(UTF_8).lines().filter(line -> line.contains(SATISFIED)).count();
    assertThat(verified).hasSize((int) satisfied).containsAll(IsolationLevel.weak());
  }

  private int run(Verification verification, String... arguments) {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Map.of(),
            false,
            false);
    return new Main(console, verification).run(arguments);
  }
}
