package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Tiny;
import dev.isogauge.oracle.WeakLevels;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reasons and notes of verdicts. */
class WeakCheckerTest {
  static List<IsolationLevel> weakLevels() {
    return WeakLevels.ALL;
  }

  @ParameterizedTest
  @MethodSource("weakLevels")
  void someWriterOfSeveralWillDo(IsolationLevel level) {
    for (String line :
        List.of(
            "s1: w(x,1) | s2: w(x,1) | s3: r(x,1)",
            "s1: w(x,7) | s2: w(x,7) | s3: w(x,7) | s4: w(x,7) | s5: r(x,7)",
            "s1: w(x,nil) | s2: r(x,nil)")) {
      History history = Tiny.parse(line).toHistory();
      Verdict verdict = new WeakChecker(level, Limits.DEFAULT).check(history);
      assertThat(verdict).as(line).isInstanceOf(Verdict.Satisfied.class);
      assertThat(verdict.notes())
          .extracting(Anomaly::kind)
          .containsOnly(AnomalyKind.DUPLICATE_WRITE);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = IsolationLevel.class,
      names = {"READ_COMMITTED", "READ_ATOMIC", "CAUSAL"})
  void withoutMemoryToChooseUndecidedReadsNameTheirWriters(IsolationLevel level) {
    String writers = "s%d: w(x,7) | ";
    String readers = "s%d: r(x,7) | ";
    String line =
        IntStream.range(0, 300).mapToObj(writers::formatted).collect(Collectors.joining())
            + IntStream.range(300, 600).mapToObj(readers::formatted).collect(Collectors.joining());
    Limits limits = Limits.DEFAULT.withMemoryBytes(300_000);
    Verdict verdict =
        new WeakChecker(level, limits)
            .check(Tiny.parse(line.substring(0, line.length() - 3)).toHistory());
    assertThat(((Verdict.Unknown) verdict).cause()).isEqualTo(Verdict.Cause.MEMORY);
    assertThat(((Verdict.Unknown) verdict).reason())
        .isEqualTo(
            "the choice of writers needs more memory than the cap of 292 kB, since s301.1 reads x = 7, which both s1.1 and s2.1 wrote (and 298 more);"
                + " write every value of a key only once");
  }

  /** Lists beside registers whose values repeat. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          ci; s1: a(l,1) | s2: r(l,[1]) r(l,[1]) | s3: w(x,1) | s4: w(x,1) | s5: r(x,1); satisfied; 0
          ci; s1: a(l,1) | s2: r(l,[]) r(l,[1]) | s3: w(x,1) | s4: w(x,1) | s5: r(x,1); violated; 0
          ci; s1: a(l,1) | s2: r(l,[99]) | s3: w(x,1) | s4: w(x,1) | s5: r(x,1); satisfied; 1
          ci; s1: a(l,1) | s2: a(l,1) | s3: r(l,[1]) | s4: r(l,[1]); satisfied; 0
          ci; s1: a(l,1) | s2: a(l,1) | s3: r(l,[1]) r(l,[1]); unknown; 0
          rc; s1: a(l,1) | s2: a(l,1) | s3: r(l,[1]) | s4: w(x,1) | s5: w(x,1) | s6: r(x,1); unknown; 0
          rc; s1: a(l,1) | s2: a(l,2) | s3: r(l,[1]) | s4: w(x,1) | s5: w(x,1) | s6: r(x,1); satisfied; 0
          """)
  void listsBesideRegisters(String level, String lines, String word, int faults)
      throws IOException {
    History history = IsogaugeText.parse(lines.replace("|", "\n") + "\n");
    IsolationLevel asked = IsolationLevel.byName(level).orElseThrow();
    Verdict verdict = new WeakChecker(asked, Limits.DEFAULT).check(history);
    assertThat(verdict.word()).isEqualTo(word);
    assertThat(verdict.notes().stream().filter(note -> !note.kind().isNote())).hasSize(faults);
  }

  @Test
  void onlyTheFirstHundredDuplicatesAreNoted() {
    assertThat(notesOfDuplicates(99)).isEqualTo(99);
    assertThat(notesOfDuplicates(100)).isEqualTo(100);
    assertThat(notesOfDuplicates(101)).isEqualTo(100);
  }

  private static int notesOfDuplicates(int duplicates) {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    for (int session = 0; session < 2; session++) {
      block.transaction(atoms.integer(session), Atoms.NO_NAME, Outcome.COMMITTED, 0);
      for (int key = 0; key < duplicates; key++) {
        block.write(atoms.integer(key), atoms.integer(1));
      }
    }
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    WeakChecker checker = new WeakChecker(IsolationLevel.READ_COMMITTED, Limits.DEFAULT);
    return checker.check(builder.build()).notes().size();
  }
}
