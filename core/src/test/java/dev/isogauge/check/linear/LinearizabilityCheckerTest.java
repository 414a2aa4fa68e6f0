package dev.isogauge.check.linear;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.LinearFault;
import dev.isogauge.anomaly.LinearParts;
import dev.isogauge.explain.Sample;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.oracle.linear.RegisterOperation;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the checker takes and refuses, and how it behaves with long histories and small budgets. */
class LinearizabilityCheckerTest {
  private static Verdict check(History history) {
    return new LinearizabilityChecker(Limits.DEFAULT).check(history);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s1 T1: [rt 1..2] r(x,1) w(y,1)           | T1 touches several keys",
        "s1 T1: [rt 1..2] w(x,1) w(x,2)           | T1 is more than one read and then one write",
        "s1 T1: [rt 1..2] w(x,1) r(x,1)           | T1 is more than one read and then one write",
        "s1 T1: [rt 1..2] r(x,1) r(x,1) w(x,2)    | T1 is more than one read and then one write",
        "s1 T1: indeterminate [rt 1..] w(x,1) w(y,1) | T1 touches several keys",
        "s1 T1: [rt 1..2] a(x,1)                  | T1 uses a list"
      })
  void otherShapesAreNotDecided(String line, String reason) {
    assertThat(check(Sample.of(line).history))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class, unknown -> assertThat(unknown.reason()).endsWith(reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s1 T1: r(x,?)",
        "s1 T1: [rt 1..] w(x,1) | s2 T2: [rt 3..4] r(x,nil)",
        "s1 T1: [rt ..2] w(x,1) | s2 T2: [rt -5..-4] r(x,1)"
      })
  void withoutAllTimesNothingIsProved(String line) {
    assertThat(check(Sample.of(line.split(" \\| ")).history))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown -> assertThat(unknown.reason()).startsWith("transaction T1 lacks"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s1 T1: aborted [rt 1..2] w(x,1) w(y,2)",
        "s1 T1: [rt 1..2] r(x,?)",
        "s1 T1: [rt 1..2] r(x,?) w(x,1) | s2 T2: [rt 3..4] r(x,1)",
        "s1 T1: indeterminate [rt 1..2] r(x,7)",
        "s1 T1: indeterminate [rt 1..2] w(x,1) | s2 T2: [rt 3..4] r(x,nil) ; [rt 5..6] r(x,1)",
        "s1 T1: [rt 1..2] w(x,1) | s2 T2: [rt 2..3] r(x,nil)",
        "s1: [rt 3..4] w(x,1) ; [rt 1..2] r(x,nil)"
      })
  void linearizable(String line) {
    History history = Sample.of(line.split(" \\| ")).history;
    assertThat(check(history))
        .isInstanceOfSatisfying(
            Verdict.Satisfied.class,
            satisfied ->
                assertThat(
                        WitnessVerifier.refute(
                            history,
                            Question.of(IsolationLevel.LINEARIZABILITY),
                            satisfied.witness()))
                    .isEmpty());
  }

  @Test
  void withoutRealTimesOnlyViolationsAreCertain() {
    assertThat(check(Sample.of("s1: w(x,1)").history).word()).isEqualTo("unknown");
    assertThat(check(Sample.of("s1: r(x,1)").history).word()).isEqualTo("violated");
  }

  @Test
  void everyKeyGivesItsFinding() {
    History history =
        Sample.of("s1: [rt 1..2] r(x,1) ; [rt 1..2] w(y,1) ; [rt 1..2] r(z,1)").history;
    Verdict.Violated all = (Verdict.Violated) check(history);
    assertThat(all.anomalies()).hasSize(2);
    Verdict.Violated one =
        (Verdict.Violated)
            new LinearizabilityChecker(Limits.DEFAULT.withMaxAnomalies(1)).check(history);
    assertThat(one.anomalies()).hasSize(1);
    assertThat(one.counts()).containsValue(2L);
  }

  /** One object, every client at work all the time, each compare-and-set from the last value. */
  @ParameterizedTest
  @ValueSource(ints = {100, 20_000})
  void aLongChainOnOneObject(int sessions) {
    History history = RegisterOperation.history(List.of(chain(100_000, sessions)));
    Verdict verdict = check(history);
    assertThat(verdict).isInstanceOf(Verdict.Satisfied.class);
    Witness witness = ((Verdict.Satisfied) verdict).witness();
    assertThat(
            WitnessVerifier.refute(history, Question.of(IsolationLevel.LINEARIZABILITY), witness))
        .isEmpty();
  }

  @Test
  void aLongChainThatGoesBackwards() {
    List<RegisterOperation> chain = new ArrayList<>(chain(100_000, 100));
    RegisterOperation late = chain.get(50_000);
    chain.set(
        50_000,
        new RegisterOperation(
            late.read(), late.write(), 1_000_000_000L, 1_000_000_001L, Outcome.COMMITTED));
    Verdict.Violated verdict = (Verdict.Violated) check(RegisterOperation.history(List.of(chain)));
    assertThat(verdict.anomalies())
        .singleElement()
        .satisfies(
            a -> {
              assertThat(a.form()).hasValue(LinearFault.BACKWARDS);
              assertThat(LinearParts.transactions(a)).startsWith(50_000, 50_001);
            });
  }

  static List<RegisterOperation> chain(int length, int sessions) {
    List<RegisterOperation> chain = new ArrayList<>();
    for (long i = 0; i < length; i++) {
      chain.add(
          new RegisterOperation(
              i, i + 1, 10 * (i - sessions / 2), 10 * (i + sessions / 2), Outcome.COMMITTED));
    }
    return chain;
  }

  @Test
  void aLongRegisterWithRepeatedValues() {
    Random random = new Random(7);
    List<RegisterOperation> operations = new ArrayList<>();
    long value = 0;
    for (long i = 0; i < 20_000; i++) {
      boolean reads = random.nextInt(3) > 0;
      Long write = random.nextBoolean() || !reads ? (Long) (long) random.nextInt(5) : null;
      operations.add(
          new RegisterOperation(
              reads ? (Long) value : null,
              write,
              10 * i - random.nextInt(50),
              10 * i + random.nextInt(50),
              Outcome.COMMITTED));
      value = write == null ? value : write;
    }
    Collections.shuffle(operations, random);
    History history = RegisterOperation.history(List.of(operations));
    Verdict verdict = check(history);
    assertThat(verdict).isInstanceOf(Verdict.Satisfied.class);
    assertThat(
            WitnessVerifier.refute(
                history,
                Question.of(IsolationLevel.LINEARIZABILITY),
                ((Verdict.Satisfied) verdict).witness()))
        .isEmpty();
  }

  /** Sixty compare-and-sets of few values, all at once: more situations than a budget allows. */
  private static History hard() {
    List<RegisterOperation> operations = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 60; i++) {
      operations.add(
          new RegisterOperation(
              (long) random.nextInt(9),
              (long) random.nextInt(9),
              (long) random.nextInt(20),
              100L + random.nextInt(20),
              Outcome.COMMITTED));
    }
    return RegisterOperation.history(List.of(operations));
  }

  @Test
  void whenTimeIsOverNothingIsClaimed() {
    assertThat(new LinearizabilityChecker(Limits.DEFAULT.withTimeout(Duration.ZERO)).check(hard()))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown -> assertThat(unknown.cause()).isEqualTo(Verdict.Cause.TIME));
  }

  @Test
  void whenMemoryIsUsedUpNothingIsClaimed() {
    assertThat(new LinearizabilityChecker(Limits.DEFAULT.withMemoryBytes(1 << 20)).check(hard()))
        .isInstanceOfSatisfying(
            Verdict.Unknown.class,
            unknown ->
                assertThat(unknown.reason())
                    .contains("needs more memory")
                    .containsPattern("placed at most \\d+ of \\d+ operations"));
  }

  @ParameterizedTest
  @CsvSource({
    "'1,0', began after",
    "'0', missing",
    "'0,0,1', twice",
    "'0,1,2', twice",
    "'0,3,1', where it is"
  })
  void spoiltWitnessesAreRefuted(String order, String why) {
    Sample sample =
        Sample.of(
            "s1: [rt 1..2] w(x,1)",
            "s2: [rt 3..4] w(x,2)",
            "s3: aborted [rt 5..6] w(x,3)",
            "s4: indeterminate [rt 1..] r(x,2) w(x,1)");
    int[] transactions = List.of(order.split(",")).stream().mapToInt(Integer::parseInt).toArray();
    assertThat(
            WitnessVerifier.refute(
                sample.history,
                Question.of(IsolationLevel.LINEARIZABILITY),
                Witness.serial(transactions)))
        .hasValueSatisfying(text -> assertThat(text).contains(why));
  }
}
