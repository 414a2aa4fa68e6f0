package dev.isogauge.corpus;

import static dev.isogauge.level.IsolationLevel.CUT_ISOLATION;
import static dev.isogauge.level.IsolationLevel.READ_ATOMIC;
import static dev.isogauge.level.IsolationLevel.READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.check.Checks;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.format.spi.Input;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Histories, as plume text, that published checkers are known to judge wrongly. */
class PeerErrorsTest {

  @Test
  void anInitialReadAfterTheSessionsOwnWriteIsReadCommittedAndNotReadAtomic() throws IOException {
    assertThat(levelsThatHold("w(1,2,0,0)", "r(1,0,0,1)"))
        .isEqualTo(EnumSet.of(CUT_ISOLATION, READ_COMMITTED));
  }

  @Test
  void anInitialReadAfterTheSessionsReadOfAWriteIsNotCausal() throws IOException {
    assertThat(levelsThatHold("w(1,2,0,0)", "r(1,2,1,1)", "r(1,0,1,2)"))
        .isEqualTo(EnumSet.of(CUT_ISOLATION, READ_COMMITTED, READ_ATOMIC));
  }

  @Test
  void theInitialValueAfterATransactionsIsNotReadCommitted() throws IOException {
    assertThat(levelsThatHold("w(1,2,0,0)", "r(1,2,1,1)", "r(1,0,1,1)")).isEmpty();
  }

  @Test
  void theInitialValueOfAnotherKeyAfterATransactionsIsNotReadCommitted() throws IOException {
    assertThat(levelsThatHold("w(1,2,0,0)", "w(2,2,0,0)", "r(1,2,1,1)", "r(2,0,1,1)"))
        .isEqualTo(EnumSet.of(CUT_ISOLATION));
  }

  @Test
  void readsOfOneKeyThatGoBackAreNotReadCommitted() throws IOException {
    assertThat(levelsThatHold("w(1,1,0,0)", "w(1,2,0,1)", "r(1,2,1,2)", "r(1,1,1,2)")).isEmpty();
  }

  @Test
  void readsOfTwoKeysThatGoBackAreNotReadCommitted() throws IOException {
    assertThat(levelsThatHold("w(1,1,0,0)", "w(1,2,0,1)", "w(2,2,0,1)", "r(2,2,1,2)", "r(1,1,1,2)"))
        .isEqualTo(EnumSet.of(CUT_ISOLATION));
  }

  @Test
  void readsThatGoForwardAreReadCommitted() throws IOException {
    assertThat(levelsThatHold("w(1,1,0,0)", "w(1,2,0,1)", "r(1,1,1,2)", "r(1,2,1,2)"))
        .isEqualTo(EnumSet.of(READ_COMMITTED));
  }

  @Test
  void twoReadsAndTwoWritesOfOneKeyHoldEverywhere() throws IOException {
    assertThat(levelsThatHold("w(1,1,0,0)", "r(1,1,1,1)", "r(1,1,1,1)", "w(1,2,1,1)", "w(1,3,1,1)"))
        .isEqualTo(IsolationLevel.weak());
  }

  @Test
  void theLoadingTransactionIsTheInitialOne() throws IOException {
    assertThat(levelsThatHold("w(1,0,0,0)", "w(2,0,0,0)", "r(1,0,1,1)", "w(1,5,1,1)", "r(1,0,2,2)"))
        .isEqualTo(IsolationLevel.weak());
  }

  private static Set<IsolationLevel> levelsThatHold(String... lines) throws IOException {
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    Input input =
        new Input() {
          @Override
          public String name() {
            return "test";
          }

          @Override
          public InputStream open() {
            return new ByteArrayInputStream(text);
          }
        };
    History history = HistoryFormat.PLUME.read(input, new Atoms()).build();
    return IsolationLevel.weak().stream()
        .filter(level -> Checks.check(history, level, Limits.DEFAULT).word().equals("satisfied"))
        .collect(Collectors.toSet());
  }
}
