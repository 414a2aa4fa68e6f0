package dev.isogauge.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.HistoryGenerator;
import dev.isogauge.generate.Recording;
import dev.isogauge.generate.WorkloadSpec;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.predict.StoreLevel.Engine;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Races that are known from the literature, and none where there are none. */
class PredictorTest {
  private static final String BANK =
      """
      init accounts/1=100 accounts/2=50
      main transfer-1: r(accounts/1,100) w(accounts/1,90)
      main transfer-2: r(accounts/1,90) w(accounts/1,80)
      main report-1: r(accounts/1,80) r(accounts/2,50)
      """;

  /** Whoever waits for the one that deletes misses the row that it makes again. */
  private static final String REMADE =
      """
      init x=10
      main one-1: d(x) w(x,33)
      main two-2: [statements 1u] r(x,33)
      """;

  /** The search comes before the row goes, the read after it. */
  private static final String SEARCHED =
      """
      init x=10
      main gone-1: d(x)
      main twice-2: p(*,"value > 0",[]) r(x,nil)
      """;

  private static final String DOCTORS =
      """
      init doctors/alice=1 doctors/bob=1
      main alice-1: r(doctors/alice,1) r(doctors/bob,1) w(doctors/alice,2)
      main back-2: r(doctors/alice,2) w(doctors/alice,3)
      main bob-3: r(doctors/alice,3) r(doctors/bob,1) w(doctors/bob,2)
      """;

  private static final String SMALLBANK =
      """
      init checking/1=100 savings/1=100 checking/2=7 savings/2=8
      s Balance-1: r(savings/1,100) r(checking/1,100)
      s WriteCheck-1: r(savings/1,100) r(checking/1,100) w(checking/1,90)
      s TransactSavings-1: r(savings/1,100) w(savings/1,110)
      s DepositChecking-1: r(checking/1,90) w(checking/1,95)
      s Amalgamate-1: r(savings/1,110) r(checking/1,95) r(checking/2,7) w(savings/1,0) w(checking/1,0) w(checking/2,212)
      """;

  private static Predictor predictor(String text, Engine engine) {
    try {
      return new Predictor(
          IsogaugeText.parse(text), engine, IsolationLevel.SERIALIZABILITY, Long.MAX_VALUE / 4);
    } catch (InputException e) {
      throw new AssertionError(e);
    }
  }

  private static Predictions predictions(
      String text, Engine engine, String level, String... assumed) {
    return predictor(text, engine)
        .predict(
            engine.level(level).orElseThrow(),
            Arrays.stream(assumed)
                .map(each -> Assumption.parse(each, engine).orElseThrow())
                .toList());
  }

  private static Set<String> titles(Predictions predictions) {
    assertThat(predictions.cuts()).isEmpty();
    assertThat(predictions.undecided()).isEmpty();
    return predictions.found().stream().map(Prediction::title).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aBankLosesAnUpdateAtReadCommitted(Engine engine) {
    Predictions predictions = predictions(BANK, engine, "rc");

    assertThat(titles(predictions)).containsExactly("transfer × transfer: G-single-item");
    Prediction lost = predictions.found().get(0);
    assertThat(lost.explanation()).startsWith("G-single-item: a lost update, ");
    assertThat(lost.steps())
        .extracting(step -> step.member() + " " + step.what())
        .containsExactly(
            "0 read accounts/1",
            "1 read accounts/1",
            "1 update accounts/1",
            "1 commit",
            "0 update accounts/1",
            "0 commit");
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void remediesOfTheBankLeaveNothing(Engine engine) {
    assertThat(titles(predictions(BANK, engine, "rc", "transfer: for update"))).isEmpty();
    assertThat(titles(predictions(BANK, engine, "rc", "transfer: atomic"))).isEmpty();
    boolean locks = engine == Engine.MYSQL || engine == Engine.MARIADB;
    Set<String> atRepeatableRead =
        engine == Engine.ORACLE ? Set.of() : titles(predictions(BANK, engine, "rr"));
    assertThat(atRepeatableRead).hasSize(locks ? 1 : 0);
    assertThat(titles(predictions(BANK, engine, "ser"))).isEmpty();
  }

  @Test
  void rowsThatAreMadeAgainAreMissed() {
    Predictions missed = predictions(REMADE, Engine.POSTGRES, "rc");

    assertThat(titles(missed)).containsExactly("one × two: IntermediateRead");
    assertThat(missed.found().get(0).steps())
        .extracting(PredictedStep::result)
        .contains("no such row");
    assertThat(titles(predictions(REMADE, Engine.POSTGRES, "rr"))).isEmpty();
    assertThat(titles(predictions(SEARCHED, Engine.H2, "rc"))).isNotEmpty();
  }

  @Test
  void remediesAreProposedCheapestFirst() {
    Predictor predictor = predictor(BANK, Engine.POSTGRES);
    StoreLevel level = Engine.POSTGRES.level("rc").orElseThrow();

    assertThat(predictor.remedies(level, predictor.predict(level, List.of()), 9))
        .extracting(List::toString)
        .containsExactly(
            "[transfer: atomic]",
            "[transfer: for update]",
            "[transfer: isolation REPEATABLE READ]",
            "[transfer: isolation SERIALIZABLE]");
  }

  @Test
  void statementsThatAreRecordedAreRemedies() {
    String atomic = "init x=1\ns a-1: [statements 2] r(x,1) w(x,2)\n";
    String locking = "init x=1\ns a-1: [statements 1u 1] r(x,1) w(x,2)\n";
    String sharing = "init x=1\ns a-1: [statements 1s 1] r(x,1) w(x,2)\n";

    assertThat(predictor(atomic, Engine.POSTGRES).shapes()).containsExactly("a (1): change x");
    assertThat(titles(predictions(atomic, Engine.POSTGRES, "rc"))).isEmpty();
    assertThat(titles(predictions(locking, Engine.POSTGRES, "rc"))).isEmpty();
    // Both share the row, and neither can update it: one fails.
    assertThat(titles(predictions(sharing, Engine.POSTGRES, "rc"))).isEmpty();
  }

  @Test
  void doctorsLeaveThePatientsAlone() {
    assertThat(titles(predictions(DOCTORS, Engine.POSTGRES, "rr")))
        .containsExactly("alice × bob: G2-item");
    assertThat(titles(predictions(DOCTORS, Engine.POSTGRES, "ser"))).isEmpty();
    // Here SERIALIZABLE is snapshot isolation.
    assertThat(titles(predictions(DOCTORS, Engine.H2, "ser")))
        .containsExactly("alice × bob: G2-item");
    assertThat(titles(predictions(DOCTORS, Engine.MYSQL, "ser"))).isEmpty();
  }

  /** Mixed levels: what takes no part needs no level. */
  @Test
  void theWeakestLevelsAreFound() {
    assertThat(predictor(DOCTORS, Engine.POSTGRES).weakest().orElseThrow())
        .hasToString(
            "{alice=SERIALIZABLE of PostgreSQL, back=REPEATABLE READ of PostgreSQL,"
                + " bob=SERIALIZABLE of PostgreSQL}");
    Map<String, StoreLevel> bank = predictor(BANK, Engine.POSTGRES).weakest().orElseThrow();
    assertThat(bank.get("transfer").name()).isEqualTo("REPEATABLE READ");
    assertThat(bank.get("report").name()).isEqualTo("READ COMMITTED");
    assertThat(predictor(DOCTORS, Engine.H2).weakest()).isEmpty();
  }

  /** Alomari et al., ICDE 2008. */
  @Test
  void smallBankHasItsWriteSkewAndNothingElse() {
    assertThat(titles(predictions(SMALLBANK, Engine.POSTGRES, "rr")))
        .containsExactly("Balance × WriteCheck × TransactSavings: G2-item");
    assertThat(titles(predictions(SMALLBANK, Engine.POSTGRES, "rr", "WriteCheck: for update")))
        .isEmpty();
    assertThat(titles(predictions(SMALLBANK, Engine.POSTGRES, "ser"))).isEmpty();
  }

  /** Of WriteCheck and TransactSavings both write savings: promotion. Of Balance too: the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "r(savings/1,100) r(checking/1,100) w(checking/1,90)"
            + "| r(savings/1,100) r(checking/1,100) w(savings/1,101) w(checking/1,90)",
        "s Balance-1: r(savings/1,100) r(checking/1,100)"
            + "| s Balance-1: r(savings/1,100) w(savings/1,102) r(checking/1,100) w(checking/1,102)"
      })
  void smallBankIsMendedByPromotion(String before, String after) {
    String mended = SMALLBANK.replace(before.strip(), after.strip());

    assertThat(mended).isNotEqualTo(SMALLBANK);
    assertThat(titles(predictions(mended, Engine.POSTGRES, "rr"))).isEmpty();
  }

  /** Fekete et al., TODS 2005; here with every set of programs, none cut off. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void tpcCIsSerializableOnSnapshots(boolean names) {
    History history =
        HistoryGenerator.generate(
            WorkloadSpec.DEFAULT
                .withModel(DataModel.TPC_C)
                .withSessions(1)
                .withTransactions(100)
                .withRecording(Recording.DEFAULT.withNames(names)));
    Predictor predictor =
        new Predictor(history, Engine.POSTGRES, IsolationLevel.SERIALIZABILITY, Long.MAX_VALUE / 4);

    StoreLevel snapshots = Engine.POSTGRES.level("rr").orElseThrow();
    assertThat(titles(predictor.predict(snapshots, List.of()))).isEmpty();
  }

  @Test
  void tpcCRacesAtReadCommitted() {
    History history =
        HistoryGenerator.generate(
            WorkloadSpec.DEFAULT
                .withModel(DataModel.TPC_C)
                .withSessions(1)
                .withTransactions(25)
                .withRecording(Recording.DEFAULT.withNames(true)));
    Predictions predictions =
        new Predictor(history, Engine.POSTGRES, IsolationLevel.SERIALIZABILITY, Long.MAX_VALUE / 4)
            .predict(Engine.POSTGRES.level("rc").orElseThrow(), List.of());

    assertThat(predictions.found().stream().map(Prediction::title))
        .contains("new-order × new-order: G-single-item", "payment × payment: G-single-item");
  }

  /** Ten thousand transactions of fifty shapes, each with a race of its own and common rows. */
  @Test
  void manyTransactionsOfFewShapesAreFewSets() {
    StringBuilder text = new StringBuilder("init");
    for (int row = 0; row < 2_000; row++) {
      text.append(" table" + row % 10 + "/" + row / 10 + "=0");
    }
    text.append('\n');
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      int shape = i % 50;
      String row = "(table" + shape % 10 + "/" + random.nextInt(200) + ",";
      text.append("s change").append((char) ('a' + shape % 25)).append(shape < 25 ? "" : "a");
      text.append("-" + i + ": r" + row + "?)");
      for (int other = 0; other < shape % 4; other++) {
        text.append(" r(table" + (shape + other + 1) % 10 + "/" + random.nextInt(200) + ",?)");
      }
      text.append(" w" + row + (i + 1) + ")\n");
    }
    Predictor predictor = predictor(text.toString(), Engine.POSTGRES);
    Predictions predictions =
        predictor.predict(Engine.POSTGRES.level("rc").orElseThrow(), List.of());

    assertThat(predictor.transactions()).isEqualTo(10_000);
    assertThat(predictor.shapes()).hasSize(50);
    assertThat(predictions.pairs()).isLessThan(2_000);
    assertThat(predictions.found().stream().map(each -> each.shapes().get(0)).distinct())
        .hasSize(50);
  }

  @Test
  void aSearchMissesARowThatIsInserted() {
    String booking =
        """
        s book-1: p(seats,"flight = 7",[]) w(seats/1,{flight:7})
        s book-2: p(seats,"flight = 8",[]) w(seats/2,{flight:8})
        s list-3: p(seats,"flight = 7",[seats/1])
        """;

    assertThat(titles(predictions(booking, Engine.POSTGRES, "rr")))
        .noneMatch(title -> title.startsWith("list"));
    String same = booking.replace("flight = 8", "flight = 7").replace("flight:8", "flight:7");
    assertThat(titles(predictions(same, Engine.POSTGRES, "rr"))).containsExactly("book × book: G2");
    assertThat(titles(predictions(same, Engine.POSTGRES, "ser"))).isEmpty();
  }

  @Test
  void columnsOfARowAreLockedTogether() {
    String columns =
        """
        init accounts.balance/1=1 accounts.owner/1=2
        s pay-1: r(accounts.balance/1,1) w(accounts.owner/1,3)
        s own-2: r(accounts.owner/1,3) w(accounts.balance/1,4)
        """;

    assertThat(titles(predictions(columns, Engine.POSTGRES, "rr"))).isEmpty();
    assertThat(titles(predictions(columns.replace("owner/1", "owner/2"), Engine.POSTGRES, "rr")))
        .containsExactly("pay × own: G2-item");
  }

  @Test
  void saysWhatIsLeftOut() {
    String mixed =
        """
        init x=1
        s a-1: r(x,1) w(x,2)
        s b-1: aborted w(x,3)
        s c-1: r(x,2) uw(table accounts)
        s d-1: ur(*) r(x,2)
        s e-1: [statements 1] r(x,2) w(x,5)
        s f-1: p(accounts,"? SELECT SUM(a) FROM accounts",[]) r(x,2)
        """;

    assertThat(predictor(mixed, Engine.POSTGRES).leftOut())
        .containsExactly(
            "left out: 1 read of unknown rows",
            "left out: 1 read by conditions that cannot be evaluated, such as SELECT SUM(a) FROM"
                + " accounts",
            "left out: 1 transaction (such as c-1) of which not all writes are known",
            "left out: 1 transaction (such as b-1) that did not commit",
            "left out: 1 transaction (such as e-1) whose statements do not cover their operations");
    assertThat(predictor(mixed, Engine.POSTGRES).isComplete()).isFalse();
    assertThat(predictor("init x=1\ns b-1: aborted w(x,3)\n", Engine.H2).isComplete()).isTrue();
  }

  @Test
  void transactionsThatOnlyReadShareNothing() {
    Predictions predictions = predictions("init x=1\ns a: r(x,1)\ns b: r(x,1)\n", Engine.H2, "rc");

    assertThat(predictions.found()).isEmpty();
    assertThat(predictions.sharesAnything()).isFalse();
  }

  @Test
  void everyPredictionViolatesItsLevel() {
    for (Engine engine : Engine.values()) {
      for (StoreLevel level : engine.levels()) {
        for (Prediction each : predictions(SMALLBANK, engine, level.name()).found()) {
          assertThat(each.kind().violates()).contains(IsolationLevel.SERIALIZABILITY);
          assertThat(each.kind()).isNotEqualTo(AnomalyKind.G0);
        }
      }
    }
  }
}
