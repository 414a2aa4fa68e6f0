package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowsAndPredicatesTest {
  @Test
  void rowsAreEqualWhateverTheOrderOfColumns() {
    Atoms atoms = new Atoms();
    long huge = atoms.unsignedInteger(-1);
    Map<String, Long> columns =
        Map.of("b", 5L, "a b", Atoms.NIL, "nil", atoms.text("x:{,}\""), "c", huge, "d", -7L);
    long row = atoms.row(new TreeMap<>(columns));
    assertThat(atoms.token(row))
        .isEqualTo("{\"a b\":nil,b:5,c:18446744073709551615,d:-7,\"nil\":\"x:{,}\\\"\"}");
    assertThat(atoms.columns(row)).isEqualTo(columns);
    assertThat(atoms.isRow(row)).isTrue();
    assertThat(atoms.isRow(atoms.text("{a:1}"))).isFalse();
    assertThat(atoms.isRow(Atoms.NIL)).isFalse();
    assertThat(atoms.isRow(5)).isFalse();
    assertThat(atoms.columns(atoms.row(new TreeMap<>()))).isEmpty();
    assertThat(new BigInteger(atoms.token(atoms.columns(row).get("c"))).bitLength()).isEqualTo(64);
  }

  @Test
  void anAbsentObjectWasNeverWrittenOrDeleted() throws Exception {
    History never = IsogaugeText.parse("s1: d(y) | s2: r(x,nil)");
    assertThat(never.readFrom(1)).isEqualTo(History.INITIAL);
    History deleted = IsogaugeText.parse("s1 A: w(x,1) ; B: d(x) | s2: r(x,nil) ; r(x,nil@B)");
    assertThat(deleted.candidates(2)).containsExactly(History.INITIAL, 1);
    assertThat(deleted.readStatus(2)).isEqualTo(ReadStatus.SEVERAL);
    assertThat(deleted.readFrom(3)).isEqualTo(1);
    History loaded = IsogaugeText.parse("init x=0\ns1: d(x) | s2: r(x,nil)");
    assertThat(loaded.readFrom(1)).isZero();
  }

  @Test
  void predicateReadsStandBesideTheOperations() throws Exception {
    History history =
        IsogaugeText.parse(
            "s1: w(t/1,1) | s2: p(t,\"value > 0\",[]) ;"
                + " w(t/2,2) p(t,\"value > 0\",[t/1=1,t/3]) p(t,\"true\",?) r(t/1,1)"
                + " p(*,\"sum(value)\",0)");
    PredicateReads reads = history.predicateReads();
    assertThat(history.operationCount()).isEqualTo(4);
    assertThat(reads.count()).isEqualTo(4);
    assertThat(reads.first(1)).isZero();
    assertThat(reads.end(1)).isEqualTo(1);
    assertThat(reads.operationAfter(0)).isEqualTo(1);
    assertThat(reads.operationAfter(1)).isEqualTo(2);
    assertThat(reads.endOfRows(1)).isEqualTo(3);
    assertThat(reads.resultRead(1, 0)).isEqualTo(2);
    assertThat(reads.resultRead(1, 1)).isEqualTo(PredicateReads.NO_READ);
    assertThat(history.readFrom(2)).isZero();
    assertThat(reads.operationAfter(2)).isEqualTo(3);
    assertThat(reads.operationAfter(3)).isEqualTo(4);
    assertThat(reads.relation(3)).isEqualTo(Atoms.NO_NAME);
    List<String> steps = new ArrayList<>();
    ProgramSteps walk = new ProgramSteps(history);
    for (walk.begin(2); walk.next(); ) {
      steps.add((walk.isPredicate() ? "p" : "o") + walk.number());
    }
    assertThat(steps).containsExactly("o1", "p1", "p2", "o3", "p3");
  }

  @Test
  void snapshotsAndPlacesShowThatSomethingHappened() throws Exception {
    History history =
        IsogaugeText.parse(
            "s1: indeterminate [serial 3] | s2 A: indeterminate w(x,1) | s3 B: indeterminate w(x,2)"
                + " | s4: [xid 5] [snapshot 3:7:5,4] p(*,\"true\",? of [x=1@A])");
    assertThat(history.counts(0)).isTrue();
    assertThat(history.counts(1)).isTrue();
    assertThat(history.counts(2)).isFalse();
    Snapshot snapshot = history.snapshot(3).orElseThrow();
    assertThat(List.of(3L, 4L, 5L, 6L, 7L).stream().filter(snapshot::contains))
        .containsExactly(3L, 6L);
  }

  @ParameterizedTest
  @EnumSource(
      value = IsolationLevel.class,
      names = {"READ_COMMITTED", "CAUSAL", "SNAPSHOT_ISOLATION", "SERIALIZABILITY"})
  void checkersOfSingleKeysDoNotVouchForPredicates(IsolationLevel level) throws Exception {
    String mini = "s1: r(x,nil) w(x,1) | s2: r(x,1)";
    assertThat(verdict(level, mini)).isEqualTo("satisfied");
    assertThat(verdict(level, mini + " p(*,\"value > 0\",?)")).isEqualTo("satisfied");
    assertThat(verdict(level, mini + " p(*,\"value > 0\",[])")).isEqualTo("unknown");
    assertThat(verdict(level, mini + " ; aborted p(*,\"value > 0\",[])")).isEqualTo("satisfied");
    assertThat(verdict(level, mini + " r(x,7) p(*,\"value > 0\",[])")).isEqualTo("violated");
  }

  private static String verdict(IsolationLevel level, String text) throws Exception {
    Verdict verdict = Checks.check(IsogaugeText.parse(text), level, Limits.DEFAULT);
    return verdict.word();
  }
}
