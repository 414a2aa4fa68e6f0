package dev.isogauge.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Refutation;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.level.RegisterOrder;
import dev.isogauge.oracle.Shapes;
import dev.isogauge.property.TestSize;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import dev.isogauge.verify.WitnessVerifier;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was once left unknown although it can be decided, whichever levels are asked about. */
class DecidedTest {
  private static final Limits LIMITS = Limits.DEFAULT.withTimeout(Duration.ofSeconds(20));

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s1: w(x,1) | s2: w(x,1) | s3: r(x,1); ci rc ra cc si ser; satisfied",
        "s1: w(x,1) | s2: w(x,1) | s3: r(x,1) r(y,nil) r(z,nil); ci; satisfied",
        "s1: w(x,1) | s2: w(x,2) | s3: w(x,1) | s4: r(x,1) r(x,2) r(x,1); ci ra cc; violated",
        "s1: w(x,1) ## w(x,2) | s2: w(x,1) w(y,1) | s1: r(y,nil) r(x,1); rc; satisfied",
        "s1: aborted w(x,1); sser ser; satisfied",
        "s1: w(x,1) | s2: r(x,1) w(x,2) | s3: r(x,2); pl-1 pl-2 pl-2.99 pl-si pl-3; satisfied",
        "s1: w(x,1) | s2: w(y,1) | s3: r(x,1) r(y,1); pl-1 pl-2 pl-2.99 pl-si pl-3; satisfied",
        "s1: w(x,1) r(y,nil) | s2: w(y,1) r(x,nil); pl-si; satisfied",
        "s1: w(x,1) r(y,nil) | s2: w(y,1) r(x,nil); pl-3; violated",
        "s1: a(l,1) | s2: a(l,1) | s3: r(m,[99]) | s4: a(m,5); rc ra cc si ser; violated",
        "s1: a(l,1) | s2: a(l,1) | s3: r(m,[5]) | s4: a(m,5); ci rc ra cc si ser; satisfied",
        "s1: a(l,1) | s2: a(l,1) | s3: r(l,[1]); rc ra cc si ser; unknown",
        "s1: a(l,1) | s2: a(l,1) | s3: r(l,[1,1]) w(x,1); si ser; unknown",
        "s1: a(l,1) w(x,1) | s2: r(l,[1]) r(x,1) | s3: r(l,[]) r(x,1); rc ci; satisfied",
        "s1: a(l,1) w(x,1) | s2: r(l,[1]) r(x,1) | s3: r(l,[]) r(x,1); ra cc si ser; violated",
        "s1: a(l,1) w(x,1) | s2: r(l,[1]) r(x,1) | s3: r(l,[]) r(x,nil); ci rc ra cc si ser;"
            + " satisfied",
        // What follows on a read in its session follows on what was read.
        "s1: w(x,1) | s2: r(x,1) | s2: w(y,1) | s3: r(y,1) r(x,nil); wfr; violated",
        "s1: w(x,1) | s2: r(x,1) | s2: w(y,1) | s3: r(y,1) r(x,nil); ryw mr mw; satisfied",
        "s1: w(x,1) | s2: r(x,1) | s2: w(y,1) | s3: r(y,1) r(x,1); wfr; satisfied",
        "s1: w(x,1) | s4: w(x,1) | s2: r(x,1) w(y,1) | s3: r(y,1) r(x,nil); wfr; violated",
        "s1: w(x,1) | s4: w(x,1) | s2: r(x,1) w(y,1) | s3: r(y,nil) r(x,nil); wfr; satisfied",
        // Of two readers of one source the second looks for itself.
        "s1: w(x,1) | s1: w(y,1) | s2: r(y,1) r(x,1) | s2: r(y,1) r(x,nil); mw; violated",
        "s1: w(x,1) | s1: w(y,1) | s2: r(y,1) r(x,1) | s2: r(y,1) r(x,1); mw; satisfied",
        // A transaction that contradicts itself has not happened, so nothing was read from it.
        "s1: w(x,1) | s2: w(x,2) | s3: indeterminate r(x,1) r(x,2) w(y,5)"
            + " | s4: indeterminate r(x,2) r(x,1) w(y,5) | s5: r(y,5) r(y,5); ci; violated",
        "s1: w(x,1) | s2: w(x,2) | s3: indeterminate r(x,1) r(x,2) w(y,5)"
            + " | s4: indeterminate r(x,2) r(x,2) w(y,5) | s5: r(y,5) r(y,5); ci; satisfied",
        "s0: indeterminate r(y,5) r(y,5) w(z,7) | s9: indeterminate r(y,5) r(y,5) w(z,7)"
            + " | s1: w(x,1) | s2: w(x,2) | s3: indeterminate r(x,1) r(x,2) w(y,5)"
            + " | s4: indeterminate r(x,2) r(x,1) w(y,5) | s5: r(z,7) r(z,7); ci; violated",
        // Only what may not have happened explains a read: then it happened, with all that it read.
        "s1: w(x,1) | s2: w(y,1) | s3: r(x,1) r(y,nil) | s4: indeterminate r(x,nil) r(y,1) w(z,1)"
            + " | s5: r(z,1) ## w(z,1); pc si ser; violated",
        "s1: w(x,1) | s2: w(y,1) | s3: r(x,1) r(y,nil) | s4: indeterminate r(x,nil) r(y,1) w(z,1)"
            + " | s5: r(z,1) ## w(z,1); psi cc; satisfied",
        "s1: r(x,nil) w(x,1) | s2: indeterminate r(x,nil) w(x,2) w(z,1) | s3: r(z,1) ## w(z,1);"
            + " psi si ser; violated",
        "s1: r(x,nil) w(x,1) | s2: indeterminate r(x,nil) w(x,2) w(z,1) | s3: r(z,1) ## w(z,1);"
            + " pc cc; satisfied",
        // One of three possible writers read what only others wrote that cannot have happened.
        "s1: r(x,1) r(z,nil) | s2: w(z,1) w(x,1) | s3: w(z,2) w(x,1)"
            + " | s4: indeterminate r(y,5) w(x,1) | s6: indeterminate r(q,9) w(y,5)"
            + " | s7: indeterminate r(q,9) w(y,5); ra cc pc psi si ser; violated",
        // What may not have happened reads a list that nobody appends to.
        "s1: r(x,1) | s2: w(x,1) | s3: indeterminate w(x,1) r(y,[]);"
            + " ryw mr mw wfr rc ra cc pc psi si ser; satisfied",
        // The order of a single key's versions does not matter to these levels.
        "s1: r(x,nil) w(x,1) | s2: r(x,nil) w(x,2); pl-1 pl-2; satisfied",
        "s1: r(x,nil) w(x,1) | s2: r(x,nil) w(x,2); pl-3 pl-2.99; violated",
        "s1: r(x,1) | s2: r(x,?) w(x,1); pl-1 pl-2 pl-2.99 pl-3; satisfied",
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,2) | s4: r(x,1) w(y,1); pl-1 pl-2 pl-2.99 pl-3; satisfied",
        "s1: w(x,1) w(y,1) | s2: w(x,2) w(y,2); pl-1 pl-2 pl-3; unknown",
        // What another transaction may have written is no excuse for not reading one's own.
        "s2: w(x,1) r(x,nil) | s1: uw(x); rc ra cc pc psi si ser sser pl-2 pl-3; violated",
        "s2: w(x,1) w(x,2) r(x,1) | s1: uw(x); rc ra cc pc psi si ser sser pl-2 pl-3; violated",
        "s2: w(x,1) uw(x) r(x,nil); rc si ser; unknown",
        // Lists beside registers.
        "s1: a(l,1) w(x,1) | s2: r(l,[7]) r(x,1); pl-2; violated",
        "s1: aborted a(l,1) | s2: w(x,1) | s3: r(l,[1]) r(x,1); pl-2; violated",
        // Own appends are cut off before lists are compared.
        "s1: a(x,1) | s2: r(x,[1]) | s3: a(x,2) r(x,[2]); pl-2; satisfied",
        // An element's appender commits before that of the last one, which the reader sees.
        "s1: a(y,5) a(x,1) | s2: a(x,2) | s3: r(x,[1,2]) r(y,[]); pc psi si ser; violated",
        "s1: a(x,1) w(z,1) | s2: a(x,2) | s3: r(x,[1,2]) ## r(z,nil); pc psi si ser; violated",
      })
  void decided(String text, String levels, String word) throws IOException {
    for (String name : Arrays.stream(levels.split(" ")).toList()) {
      assertDecided(List.of(text.replace("##", ";")), name, word);
    }
  }

  /** A proof that is handed down proves the weaker level, too. */
  @Test
  void proofsOfStrongerLevelsAreProofs() throws IOException {
    History history = IsogaugeText.parse("s1: r(x,nil) w(x,1) | s2: r(x,nil) w(x,2)\n");
    List<Question> questions =
        Stream.of("rc", "ra", "cc", "pc", "mr", "wfr")
            .map(level -> Question.of(IsolationLevel.byName(level).orElseThrow()))
            .toList();
    for (Measurement.Answer answer :
        Plan.of(history).measure(questions, route -> LIMITS, route -> {}).answers()) {
      Witness proof = ((Verdict.Satisfied) answer.verdict()).witness();
      assertThat(WitnessVerifier.refute(history, answer.question(), proof))
          .as("%s", answer.question())
          .isEmpty();
    }
  }

  /** What is assumed of registers comes before a search, not instead of it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "s1: w(x,1) | s2: w(x,2) | s3: r(x,2); satisfied",
        "s1: w(x,1) ## w(x,2) | s2: r(x,2) ## r(x,1); violated",
        "s1: w(x,1) ## w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,1) r(y,2); satisfied",
        "s1: w(x,1) ## w(y,1) | s2: w(x,2) w(y,2) | s3: r(x,2) r(y,1); satisfied",
      })
  void searchesAsAssumed(String text, String word) throws IOException {
    History history = IsogaugeText.parse(text.replace("##", ";").replace(" | ", "\n") + "\n");
    Question question =
        Question.of(IsolationLevel.SERIALIZABILITY)
            .withRegisters(EnumSet.complementOf(EnumSet.of(RegisterOrder.REALTIME)));
    Verdict verdict = Checks.check(history, question, LIMITS);
    assertThat(verdict.word()).as("%s", verdict).isEqualTo(word);
    if (verdict instanceof Verdict.Satisfied satisfied) {
      assertThat(WitnessVerifier.refute(history, question, satisfied.witness())).isEmpty();
    }
  }

  @Test
  void everyTransactionThatReadsTwoVersionsIsNamedAlsoWhereValuesRepeat() throws IOException {
    History history =
        IsogaugeText.parse(
            """
            s1 T1: r(x,2) r(x,nil) r(y,nil) r(y,2)
            s2 T2: w(x,2) w(y,2)
            s3 T3: w(x,2) w(y,2)
            s4 T4: r(x,2) r(x,2) r(x,nil)
            """);
    Verdict verdict = Checks.check(history, Question.of(IsolationLevel.CUT_ISOLATION), LIMITS);
    assertThat(((Verdict.Violated) verdict).counts())
        .isEqualTo(Map.of(AnomalyKind.NON_REPEATABLE_READ, 3L));
  }

  @Test
  void aSessionRemembersAllThatItHasSeen() throws IOException {
    int writers = 100;
    String written =
        IntStream.range(0, writers)
            .mapToObj(i -> "s%d: w(k%d,1) | ".formatted(i, i))
            .collect(Collectors.joining());
    String seen =
        IntStream.range(0, writers)
            .mapToObj("r(k%d,1)"::formatted)
            .collect(Collectors.joining(" ", "r: ", ""));
    assertDecided(List.of(written + seen + " | " + seen), "mr", "satisfied");
    for (int i : new int[] {0, 63, 64, writers - 1}) {
      assertDecided(List.of(written + seen + " | r: r(k" + i + ",nil)"), "mr", "violated");
    }
  }

  /** A lock that eight sessions take and give back, in an order that its times allow. */
  @ParameterizedTest
  @ValueSource(ints = {30, 150})
  void lockInTurn(int count) throws IOException {
    Random random = new Random(count);
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    for (int i = 0; i < count; i++) {
      int begin = 10 * i - random.nextInt(20);
      lines.add(
          "s%d: [rt %d..%d] r(l,%d) w(l,%d)"
              .formatted(i % 8, begin, 10 * i + random.nextInt(50), i % 2, (i + 1) % 2));
    }
    for (String level : List.of("sser", "ser", "si", "psi", "pc", "cc", "ra", "rc", "ci")) {
      assertDecided(lines, level, "satisfied");
    }
  }

  static IntStream sessionsAtALock() {
    return IntStream.of(5, TestSize.pick(7, 10));
  }

  /** Each session takes the lock twice before it gives it back, so after the first all wait. */
  @ParameterizedTest
  @MethodSource("sessionsAtALock")
  void lockThatNobodyGivesBack(int sessions) throws IOException {
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    for (int session = 0; session < sessions; session++) {
      for (int value : new int[] {0, 0, 1, 0, 1, 1}) {
        lines.add("s%d: r(l,%d) w(l,%d)".formatted(session, value, 1 - value));
      }
    }
    for (String level : List.of("ser", "psi")) {
      assertDecided(lines, level, "violated");
    }
  }

  /** Two bits, read by all and turned by one after the other; some reads are wrong. */
  @ParameterizedTest
  @CsvSource({"0, violated", "1, violated", "2, violated", "5, satisfied"})
  void parity(int seed, String word) throws IOException {
    Random random = new Random(seed);
    int[] now = new int[2];
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    for (int i = 0; i < 18; i++) {
      int turned = random.nextInt(2);
      StringBuilder line = new StringBuilder("s" + random.nextInt(6) + ":");
      for (int bit = 0; bit < 2; bit++) {
        boolean isRight = word.equals("satisfied") || random.nextInt(4) > 0;
        line.append(" r(p%d,%d)".formatted(bit, isRight ? now[bit] : 1 - now[bit]));
      }
      now[turned] = 1 - now[turned];
      lines.add(line.append(" w(p%d,%d)".formatted(turned, now[turned])).toString());
    }
    for (String level : List.of("ser", "si", "psi")) {
      assertDecided(lines, level, word);
    }
  }

  /** A serial run without times, asked about levels between whose neighbours nobody asks about. */
  @ParameterizedTest
  @CsvSource({"2, 100, 20", "1, 5, 3"})
  void serialRunOfRepeatedValues(int seed, int keys, int values) throws IOException {
    Random random = new Random(seed);
    int[] now = new int[keys];
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    for (int i = 0; i < 226; i++) {
      StringBuilder line = new StringBuilder("s" + random.nextInt(12) + ":");
      for (int k = 0; k < 4; k++) {
        int key = random.nextInt(now.length);
        boolean writes = random.nextBoolean();
        now[key] = writes ? random.nextInt(values) : now[key];
        line.append(" %s(k%d,%d)".formatted(writes ? "w" : "r", key, now[key]));
      }
      lines.add(line.toString());
    }
    // Where little else is going on, about three seconds.
    Limits limits = Limits.DEFAULT.withTimeout(Duration.ofMinutes(4));
    for (String level : List.of("pc", "psi")) {
      assertDecided(lines, level, "satisfied", limits);
    }
  }

  /** Ten take the lock and eight give it back: it cannot have been free ten times. */
  @Test
  void lockIsCounted() throws IOException {
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    IntStream.range(0, 10).forEach(i -> lines.add("a" + i + ": r(l,0) w(l,1)"));
    IntStream.range(0, 8).forEach(i -> lines.add("b" + i + ": r(l,1) w(l,0)"));
    for (String level : List.of("ser", "si", "psi")) {
      Verdict verdict = assertDecided(lines, level, "violated");
      Shapes.NoOrder found =
          (Shapes.NoOrder) Shapes.of(((Verdict.Violated) verdict).anomalies().get(0));
      assertThat(found.refutation()).isInstanceOf(Refutation.Shortage.class);
      assertThat(((Refutation.Shortage) found.refutation()).reads()).hasSize(10);
      assertThat(((Refutation.Shortage) found.refutation()).writes()).hasSize(9);
    }
  }

  /** What is strictly serializable is serializable, however often its values repeat. */
  @Test
  void fewValues() throws IOException {
    Random random = new Random(1);
    int[] now = new int[5];
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    for (int i = 0; i < 400; i++) {
      StringBuilder line = new StringBuilder();
      line.append("s%d: [rt %d..%d]".formatted(random.nextInt(8), 10 * i, 10 * i + 9));
      for (int k = 0; k < 4; k++) {
        int key = random.nextInt(5);
        boolean writes = random.nextBoolean();
        now[key] = writes ? random.nextInt(3) : now[key];
        line.append(" %s(k%d,%d)".formatted(writes ? "w" : "r", key, now[key]));
      }
      lines.add(line.toString());
    }
    for (String level : List.of("sser", "ser", "si", "cc", "ra", "rc")) {
      assertDecided(lines, level, "satisfied");
    }
  }

  /** One pigeon more than holes: no cycle shows that, only the choices together. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void pigeons(int holes) throws IOException {
    List<int[]> clauses = new ArrayList<>();
    for (int p = 0; p <= holes; p++) {
      int first = p * holes + 1;
      clauses.add(IntStream.range(first, first + holes).toArray());
      for (int q = p + 1; q <= holes; q++) {
        for (int h = 1; h <= holes; h++) {
          clauses.add(new int[] {-(p * holes + h), -(q * holes + h)});
        }
      }
    }
    for (String level : List.of("ser", "si")) {
      Verdict verdict = assertDecided(satisfiable(clauses), level, "violated");
      assertThat(((Verdict.Violated) verdict).anomalies()).hasSize(1);
    }
  }

  /** All of a ring of equal variables contradict one that differs: no part of it does. */
  @Test
  void aLongRefutationAmongOtherTransactionsIsShown() throws IOException {
    assumeTrue(TestSize.isThorough());
    List<int[]> clauses = new ArrayList<>();
    for (int v = 1; v <= 200; v++) {
      int next = v == 200 ? -1 : v + 1;
      clauses.add(new int[] {-v, next});
      clauses.add(new int[] {v, -next});
    }
    List<String> lines = satisfiable(clauses);
    int planted = lines.size();
    for (int i = 0; i < 4_000; i++) {
      lines.add(
          "s%d: r(o%d,%d) w(o%d,%d)".formatted(i % 20, i % 50, i < 50 ? 0 : i - 49, i % 50, i + 1));
    }
    Limits limits = Limits.DEFAULT.withTimeout(Duration.ofMinutes(4));
    History history = IsogaugeText.parse(String.join("\n", lines) + "\n");
    Verdict verdict = Checks.check(history, Question.of(IsolationLevel.SERIALIZABILITY), limits);
    Shapes.NoOrder found =
        (Shapes.NoOrder) Shapes.of(((Verdict.Violated) verdict).anomalies().get(0));
    assertThat(found.operations().stream().map(history::transactionOf).distinct().count())
        .isLessThanOrEqualTo(planted);
  }

  /**
   * A history that has an order if the clauses can be satisfied. A variable is which of two writers
   * of a key is first; a literal that is false puts a reader of the one before the other, and the
   * readers and writers of a clause make a cycle if all are.
   */
  private static List<String> satisfiable(List<int[]> clauses) {
    Map<String, List<String>> transactions = new LinkedHashMap<>();
    for (int c = 0; c < clauses.size(); c++) {
      int[] clause = clauses.get(c);
      for (int i = 0; i < clause.length; i++) {
        int variable = Math.abs(clause[i]);
        int before = clause[(i + clause.length - 1) % clause.length];
        List<String> reader = new ArrayList<>();
        transactions.put("r" + c + "_" + i, reader);
        reader.add("r(k%d,%d)".formatted(variable, clause[i] > 0 ? 2 : 1));
        reader.add("r(e%d_%d,1)".formatted(c, i));
        transactions
            .computeIfAbsent((before > 0 ? "a" : "b") + Math.abs(before), t -> new ArrayList<>())
            .add("w(e%d_%d,1)".formatted(c, i));
        for (String side : List.of("a", "b")) {
          List<String> writer =
              transactions.computeIfAbsent(side + variable, t -> new ArrayList<>());
          String write = "w(k%d,%d)".formatted(variable, side.equals("a") ? 1 : 2);
          if (!writer.contains(write)) {
            writer.add(write);
          }
        }
      }
    }
    List<String> lines = new ArrayList<>(List.of("init *=0"));
    transactions.forEach((name, ops) -> lines.add(name + ": " + String.join(" ", ops)));
    return lines;
  }

  private static Verdict assertDecided(List<String> lines, String level, String word)
      throws IOException {
    return assertDecided(lines, level, word, LIMITS);
  }

  private static Verdict assertDecided(List<String> lines, String level, String word, Limits limits)
      throws IOException {
    History history = IsogaugeText.parse(String.join("\n", lines) + "\n");
    Question question = Question.of(IsolationLevel.byName(level).orElseThrow());
    Verdict verdict = Checks.check(history, question, limits);
    assertThat(verdict.word()).as("%s: %s", level, verdict).isEqualTo(word);
    if (verdict instanceof Verdict.Satisfied satisfied) {
      assertThat(WitnessVerifier.refute(history, question, satisfied.witness())).isEmpty();
    }
    return verdict;
  }
}
