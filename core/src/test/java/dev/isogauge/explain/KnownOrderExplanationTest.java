package dev.isogauge.explain;

import static dev.isogauge.level.IsolationLevel.LINEARIZABILITY;
import static dev.isogauge.level.IsolationLevel.SERIALIZABILITY;
import static dev.isogauge.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.STRICT_SERIALIZABILITY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The 14 anomalies that MTC captures by mini-transactions (its Table I and Figure 5) and its other
 * example histories, then lists and registers, with golden explanations; {@code
 * -Disogauge.golden=update} rewrites them.
 */
class KnownOrderExplanationTest {
  private static final Path GOLDEN = Path.of("src/test/resources/known-order-explanations");

  /**
   * A history.
   *
   * @param level where it is explained: the weakest of the strong levels that it violates
   * @param found what is found there, by name; empty if the level holds
   */
  record Example(String name, String history, IsolationLevel level, List<String> found) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Example snapshot(String name, String history, String... found) {
    return new Example(name, history, SNAPSHOT_ISOLATION, List.of(found));
  }

  static Stream<Example> examples() {
    return Stream.concat(published(), others());
  }

  private static Stream<Example> others() {
    return Stream.of(
        snapshot(
            "registers-cyclic-versions",
            "s1 T1: r(x,2) w(x,1) w(y,1) | s2 T2: r(x,1) w(x,2) w(y,2)",
            "CyclicVersions",
            "G1c"),
        new Example(
            "lists-interleaved",
            "s1 T1: a(x,1) a(y,1) | s2 T2: a(x,2) a(y,2) | s3 T3: r(x,[1,2]) r(y,[2,1])",
            IsolationLevel.PL_1,
            List.of("G0")),
        new Example(
            "lists-incompatible-order",
            "s1 T1: a(x,1) | s2 T2: a(x,2) | s3 T3: r(x,[1,2]) | s4 T4: r(x,[2,1])",
            IsolationLevel.PL_2,
            List.of("IncompatibleOrder")),
        new Example(
            "lists-non-monotonic-read",
            "s1 T1: a(x,1) a(y,1) | s2 T2: r(y,[1]) r(x,[])",
            IsolationLevel.READ_COMMITTED,
            List.of("NonMonotonicRead", "CommitOrderCycle")),
        new Example(
            "lists-fractured-read",
            "s1 T1: a(x,1) a(y,1) | s2 T2: r(x,[]) r(y,[1])",
            IsolationLevel.READ_ATOMIC,
            List.of("FracturedRead", "CommitOrderCycle")),
        new Example(
            "lists-causality-violation",
            "s1 T1: a(x,1) | s2 T2: r(x,[1]) a(y,1) | s3 T3: r(y,[1]) r(x,[])",
            IsolationLevel.CAUSAL,
            List.of("CausalityViolation", "CommitOrderCycle")),
        new Example(
            "lists-non-repeatable-read",
            "s1 T1: a(x,1) | s2 T2: r(x,[]) r(x,[1])",
            IsolationLevel.CUT_ISOLATION,
            List.of("NonRepeatableRead")));
  }

  private static Stream<Example> published() {
    return Stream.of(
        snapshot("a-thin-air-read", "s1 T1: r(x,9)", "ThinAirRead"),
        snapshot("b-aborted-read", "s1 T1: aborted r(x,nil) w(x,1) | s2 T2: r(x,1)", "AbortedRead"),
        snapshot("c-future-read", "s1 T1: r(x,1) w(x,1)", "FutureRead"),
        snapshot("d-not-my-last-write", "s1 T1: r(x,nil) w(x,1) w(x,2) r(x,1)", "NotMyLastWrite"),
        snapshot(
            "e-not-my-own-write",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,1) w(x,2) r(x,1)",
            "NotMyOwnWrite"),
        snapshot(
            "f-intermediate-read",
            "s1 T1: r(x,nil) w(x,1) w(x,2) | s2 T2: r(x,1)",
            "IntermediateRead"),
        snapshot(
            "g-non-repeatable-reads",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,nil) r(x,1)",
            "G-single-item"),
        snapshot(
            "h-session-guarantee-violation",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,1) w(x,2) ; T3: r(x,1)",
            "G-single-item-session"),
        snapshot(
            "i-non-monotonic-read",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,1) r(y,nil) w(x,2) w(y,2) | s3 T3: r(y,2) r(x,1)",
            "G-single-item"),
        snapshot(
            "j-fractured-read",
            "s1 T1: r(x,nil) r(y,nil) w(x,1) w(y,1) | s2 T2: r(x,1) r(y,nil)",
            "G-single-item"),
        snapshot(
            "k-causality-violation",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,1) r(y,nil) w(y,1) | s3 T3: r(y,1) r(x,nil)",
            "G-single-item"),
        snapshot(
            "l-long-fork",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(y,nil) w(y,1)"
                + " | s3 T3: r(x,1) r(y,nil) | s4 T4: r(y,1) r(x,nil)",
            "G-nonadjacent-item"),
        snapshot("m-lost-update", "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,nil) w(x,2)", "LostUpdate"),
        new Example(
            "n-write-skew",
            "s1 T1: r(x,nil) r(y,nil) w(x,1) | s2 T2: r(x,nil) r(y,nil) w(y,1)",
            SERIALIZABILITY,
            List.of("G2-item")),
        snapshot(
            "divergence",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,1) w(x,2) | s3 T3: r(x,1) w(x,3)",
            "LostUpdate"),
        new Example(
            "divergence-serializability",
            "s1 T1: r(x,nil) w(x,1) | s2 T2: r(x,1) w(x,2) | s3 T3: r(x,1) w(x,3)",
            SERIALIZABILITY,
            List.of("LostUpdate")),
        new Example(
            "linearizable",
            "init x=0 | s1 O1: [rt 1..4] r(x,0) w(x,1) | s2 O2: [rt 3..7] r(x,1) w(x,2)"
                + " | s3 O3: [rt 2..9] r(x,2) w(x,3)",
            LINEARIZABILITY,
            List.of()),
        new Example(
            "not-linearizable",
            "init x=0 | s1 O1: [rt 6..9] r(x,0) w(x,1) | s2 O2: [rt 2..4] r(x,1) w(x,2)",
            LINEARIZABILITY,
            List.of("NonLinearizable")),
        new Example(
            "not-strictly-serializable",
            "init x=0 | s1 O1: [rt 6..9] r(x,0) w(x,1) | s2 O2: [rt 2..4] r(x,1) w(x,2)",
            STRICT_SERIALIZABILITY,
            List.of("G1c-realtime")),
        snapshot("twice-read-twice-written", "s1 T1: r(x,nil) r(x,nil) w(x,1) w(x,2)"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void explains(Example example) throws IOException {
    History history = IsogaugeText.parse(example.history().replace(" | ", "\n"));
    Verdict verdict = Checks.check(history, example.level(), Limits.DEFAULT);
    StringBuilder text = new StringBuilder();
    text.append(example.level().id()).append(": ").append(verdict.word()).append('\n');
    List<Anomaly> anomalies =
        verdict instanceof Verdict.Violated violated ? violated.anomalies() : List.of();
    for (Anomaly anomaly : anomalies) {
      text.append('\n').append(new Explainer(history).explain(anomaly).text());
    }
    Path golden = GOLDEN.resolve(example.name() + ".txt");
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.writeString(golden, text);
    }
    assertThat(anomalies.stream().map(anomaly -> anomaly.kind().title()))
        .isEqualTo(example.found());
    assertThat(verdict.word()).isEqualTo(anomalies.isEmpty() ? "satisfied" : "violated");
    assertThat(text.toString()).isEqualTo(Files.readString(golden));
  }

  /** Snapshot isolation holds of a write skew, which only serializability forbids. */
  @Test
  void nothingWeakerIsViolated() throws IOException {
    Example skew =
        examples().filter(e -> e.name().equals("n-write-skew")).findFirst().orElseThrow();
    History history = IsogaugeText.parse(skew.history());
    assertThat(Checks.check(history, SNAPSHOT_ISOLATION, Limits.DEFAULT).word())
        .isEqualTo("satisfied");
  }

  @Test
  void everyGoldenFileBelongsToAnExample() throws IOException {
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              examples().map(example -> example.name() + ".txt").toList());
    }
  }
}
