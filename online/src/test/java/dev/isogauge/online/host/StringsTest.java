package dev.isogauge.online.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.property.TestSize;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strings are in memory only while they are needed. */
public class StringsTest {
  private static final long MEMORY = 4 << 20;

  @TempDir Path directory;

  private OnlineChecker checker(Atoms atoms, Ledger ledger) {
    OnlineSettings settings =
        new OnlineSettings(
            IsolationLevel.SNAPSHOT_ISOLATION,
            2,
            Duration.ofMillis(10),
            FinalityClock.ARRIVAL,
            Duration.ofSeconds(1),
            MEMORY,
            directory,
            Atoms.NIL);
    return new OnlineChecker(settings, atoms, ledger);
  }

  /**
   * Every transaction has a key, a value and a name of its own, and reads what one long ago wrote.
   */
  @Test
  void newOnesComeWithoutEnd() throws InterruptedException {
    int blocks = TestSize.pick(60, 1_000);
    Atoms atoms = new Atoms();
    Ledger ledger = new Ledger();
    long most = 0;
    try (OnlineChecker checker = checker(atoms, ledger)) {
      for (int i = 0; i < blocks; i++) {
        RawBlock block = new RawBlock();
        for (int k = 0; k < 1000; k++) {
          int number = i * 1000 + k;
          block.transaction(
              atoms.text("session" + k % 7), atoms.text("t" + number), Outcome.COMMITTED, k + 1);
          block.timestamps(2L * number, 2L * number + 1);
          int old = number / 2;
          if (old < number) {
            boolean isWrong = number == 33_333;
            block.read(atoms.text("key" + old), atoms.text("value" + (isWrong ? "?" : old)));
          }
          block.write(atoms.text("key" + number), atoms.text("value" + number));
        }
        checker.submit(block);
        checker.forgetStrings();
        most = Math.max(most, atoms.symbolBytes());
      }
      checker.drain();
      assertThat(checker.statistics().judged()).isEqualTo(blocks * 1000L);
    }
    assertThat(most).isLessThan(MEMORY);
    assertThat(ledger.findings()).singleElement().asString().contains("value?");
  }

  /** They cannot leave before they were judged, so their producer must not wait for that. */
  @Test
  @Timeout(60)
  void thoseOfOneBlockMayTakeMoreThanTheLimit() throws InterruptedException {
    Atoms atoms = new Atoms();
    Ledger ledger = new Ledger();
    try (OnlineChecker checker = checker(atoms, ledger)) {
      for (int i = 0; i < 3; i++) {
        RawBlock block = new RawBlock();
        block.transaction(1, Atoms.NO_NAME, Outcome.COMMITTED, 1);
        block.timestamps(10L * i, 10L * i + 1);
        block.write(7, atoms.text("x".repeat((int) MEMORY) + i));
        checker.submit(block);
        checker.forgetStrings();
        assertThat(checker.isFull()).isFalse();
      }
      checker.drain();
    }
    assertThat(ledger.findings()).isEmpty();
  }
}
