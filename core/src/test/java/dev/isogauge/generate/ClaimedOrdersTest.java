package dev.isogauge.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.VersionOrder;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Limits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that stores claim, of registers and of rows: what strong stores claim holds. */
class ClaimedOrdersTest {
  private static final Recording CLAIMS = Recording.DEFAULT.withSerial(true).withVersionOrder(true);
  private static final WorkloadSpec REGISTERS =
      WorkloadSpec.DEFAULT
          .withSessions(10)
          .withTransactions(800)
          .withOperations(5)
          .withKeys(50)
          .withAbortRatio(0.05)
          .withRecording(CLAIMS);
  private static final WorkloadSpec ROWS = REGISTERS.withModel(DataModel.PREDICATE);

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, satisfied",
    "SERIALIZABLE_SNAPSHOT, satisfied",
    "SNAPSHOT, violated",
    "READ_COMMITTED, violated"
  })
  void replayTellsStoresApart(StoreKind store, String expected) {
    for (WorkloadSpec spec : List.of(REGISTERS, ROWS)) {
      History history = HistoryGenerator.generate(spec.withStore(store));
      assertThat(check(history, IsolationLevel.SERIALIZABILITY, OrderSource.REPLAY))
          .as("%s", spec.model())
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SERIALIZABLE, satisfied, satisfied, satisfied",
    "SERIALIZABLE_SNAPSHOT, satisfied, satisfied, satisfied",
    "SNAPSHOT, satisfied, satisfied, violated",
    "READ_COMMITTED, satisfied, violated, violated"
  })
  void certificatesTellStoresApart(StoreKind store, String pl2, String plSi, String pl3) {
    for (WorkloadSpec spec : List.of(REGISTERS, ROWS)) {
      History history = HistoryGenerator.generate(spec.withStore(store));
      assertThat(
              Stream.of(IsolationLevel.PL_2, IsolationLevel.PL_SI, IsolationLevel.PL_3)
                  .map(level -> check(history, level, OrderSource.CERTIFICATE)))
          .as("%s", spec.model())
          .containsExactly(pl2, plSi, pl3);
    }
  }

  @Test
  void everyKindOfOperationOccurs() {
    History history = HistoryGenerator.generate(ROWS);
    PredicateReads reads = history.predicateReads();
    Set<String> kinds = new HashSet<>();
    for (int p = 0; p < reads.count(); p++) {
      assertThat(reads.hasRows(p)).isNotEqualTo(reads.hasValue(p));
      assertThat(reads.hasVersionSet(p)).isTrue();
      String text = history.atoms().plain(reads.condition(p));
      kinds.add(reads.hasValue(p) ? text.substring(0, text.indexOf('(')) : text.split(" ", 3)[1]);
      for (int i = 0; i < reads.resultCount(p); i++) {
        kinds.add(reads.resultRead(p, i) == PredicateReads.NO_READ ? "key" : "value");
      }
    }
    for (int i = 0; i < history.operationCount(); i++) {
      kinds.add((history.isWrite(i) ? "write " : "read ") + (history.valueOf(i) == Atoms.DEAD));
    }
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            "between",
            ">=",
            "=",
            "in",
            "like",
            "count",
            "min",
            "max",
            "sum",
            "key",
            "value",
            "write false",
            "write true",
            "read false",
            "read true");
    assertThat(reads.count()).isBetween(1700, 2500);
  }

  @Test
  void versionSetsNameWhatWasThere() {
    History history = HistoryGenerator.generate(ROWS.withAbortRatio(0));
    PredicateReads reads = history.predicateReads();
    Map<Integer, Long> rows = new HashMap<>();
    for (int key = 0; key < history.keyCount(); key++) {
      rows.put(key, Atoms.DEAD);
    }
    ProgramSteps steps = new ProgramSteps(history);
    for (int t : byPlace(history)) {
      steps.begin(t);
      while (steps.next()) {
        if (steps.isPredicate()) {
          Map<Integer, Long> members = new HashMap<>();
          for (int i = 0; i < reads.memberCount(steps.number()); i++) {
            members.put(reads.memberKey(steps.number(), i), reads.memberValue(steps.number(), i));
          }
          assertThat(members).isEqualTo(rows);
        } else if (history.isWrite(steps.number())) {
          rows.put(history.keyOf(steps.number()), history.valueOf(steps.number()));
        }
      }
    }
  }

  @Test
  void versionOrdersAreTheOrdersOfFinalWrites() {
    for (WorkloadSpec spec : List.of(REGISTERS, ROWS)) {
      History history = HistoryGenerator.generate(spec.withStore(StoreKind.SNAPSHOT));
      Map<Long, List<Long>> expected = new HashMap<>();
      for (int t : byPlace(history)) {
        for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
          if (history.isWrite(i) && history.isFinalWrite(i)) {
            expected
                .computeIfAbsent(history.keyAtom(history.keyOf(i)), key -> new ArrayList<>())
                .add(history.valueOf(i));
          }
        }
      }
      Map<Long, List<Long>> claimed = new HashMap<>();
      history
          .versionOrders()
          .forEach(
              order ->
                  claimed.put(
                      order.key(),
                      order.versions().stream().map(VersionOrder.Version::value).toList()));
      assertThat(claimed).isEqualTo(expected);
    }
  }

  @Test
  void claimsSurviveFiles() throws Exception {
    History history = HistoryGenerator.generate(ROWS.withRecording(CLAIMS.withRealTime(true)));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    HistoryFormat.ISOGAUGE.write(history, text);
    History read = IsogaugeText.parse(text.toString(StandardCharsets.UTF_8));
    assertThat(read.predicateReads().count()).isEqualTo(history.predicateReads().count());
    for (OrderSource order : List.of(OrderSource.REPLAY, OrderSource.CERTIFICATE)) {
      assertThat(check(read, IsolationLevel.STRICT_SERIALIZABILITY, order)).isEqualTo("satisfied");
    }
  }

  @Test
  void claimsNothingUnlessAsked() {
    History history = HistoryGenerator.generate(ROWS.withRecording(Recording.DEFAULT));
    assertThat(history.hasClaims()).isFalse();
    assertThat(history.versionOrders()).isEmpty();
    assertThat(history.predicateReads().hasVersionSet(0)).isFalse();
  }

  @Test
  void refusesWhatHasNoSuchOrder() {
    assertThatThrownBy(() -> REGISTERS.withStore(StoreKind.CAUSAL))
        .hasMessageContaining("versions needs a store with one order of versions");
    assertThatThrownBy(() -> REGISTERS.withModel(DataModel.LIST_APPEND))
        .hasMessageContaining("versions is for values");
    assertThatThrownBy(() -> ROWS.withWritesPerKey(5))
        .hasMessageContaining("writes-per-key lets keys retire");
    assertThatThrownBy(
            () -> HistoryGenerator.generate(REGISTERS, List.of(Injection.parse("FracturedRead=1"))))
        .hasMessageContaining("inject plants transactions that the store does not order");
  }

  private static List<Integer> byPlace(History history) {
    return IntStream.range(0, history.transactionCount())
        .filter(history::counts)
        .boxed()
        .sorted(Comparator.comparingLong(history::serialPosition))
        .toList();
  }

  private static String check(History history, IsolationLevel level, OrderSource order) {
    return Checks.check(history, new Question(level, order, true), Limits.DEFAULT).word();
  }
}
