package dev.isogauge.check.weak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.oracle.Tiny;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reasons and notes of verdicts. */
class WeakCheckerTest {
  static Set<IsolationLevel> weakLevels() {
    return IsolationLevel.weak();
  }

  @ParameterizedTest
  @MethodSource("weakLevels")
  void undecidedReadsNameTheirWriters(IsolationLevel level) {
    assertThat(reason(level, "s1: w(x,7) | s2: w(x,7) | s3: r(x,7)"))
        .isEqualTo(
            "s3.1 reads x = 7, which both s1.1 and s2.1 wrote;"
                + " write every value of a key only once");
    assertThat(reason(level, "s1: w(x,7) | s2: w(x,7) | s3: w(x,7) | s4: w(x,7) | s5: r(x,7)"))
        .isEqualTo(
            "s5.1 reads x = 7, which both s1.1 and s2.1 wrote (and 2 more);"
                + " write every value of a key only once");
    assertThat(reason(level, "s1: w(x,nil) | s2: r(x,nil)"))
        .isEqualTo(
            "s2.1 reads x = nil, which both init and s1.1 wrote;"
                + " write every value of a key only once");
  }

  private static String reason(IsolationLevel level, String line) {
    Verdict verdict = new WeakChecker(level, Limits.DEFAULT).check(Tiny.parse(line).toHistory());
    assertThat(verdict.notes()).hasOnlyElementsOfType(Anomaly.DuplicateWrite.class);
    return ((Verdict.Unknown) verdict).reason();
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
