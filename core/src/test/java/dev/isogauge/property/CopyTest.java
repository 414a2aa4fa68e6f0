package dev.isogauge.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.format.HistoryDescription;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.HistoryCopy;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.oracle.certificate.CertifiedHistories;
import dev.isogauge.oracle.replay.RandomRuns;
import org.junit.jupiter.api.Test;

/** A copy of a whole history is that history. */
class CopyTest {
  private static final int RUNS = TestSize.pick(300, 20_000);

  @Test
  void whateverAHistoryHoldsIsCopied() throws Exception {
    for (long seed = 0; seed < RUNS; seed++) {
      isCopied(RecordedHistories.make(seed, false));
      isCopied(
          RandomHistories.make(Shape.ALL[(int) (seed % Shape.ALL.length)], seed, 9).toHistory());
      isCopied(IsogaugeText.parse(CertifiedHistories.text(seed, 6)));
      isCopied(IsogaugeText.parse(RandomRuns.text(seed)));
    }
  }

  /** The text describes results, members and ambiguous versions, too. */
  private static void isCopied(History history) {
    History copy = new HistoryCopy(history).of(HistoryCopy.Choice.ALL);
    assertThat(HistoryDescription.of(copy)).isEqualTo(HistoryDescription.of(history));
    assertThat(copy.versionOrders()).isEqualTo(history.versionOrders());
    for (int i = 0; i < history.operationCount(); i++) {
      assertThat(copy.isDelete(i)).isEqualTo(history.isDelete(i));
      if (!history.isWrite(i)) {
        assertThat(copy.readFrom(i)).isEqualTo(history.readFrom(i));
      }
    }
  }

  @Test
  void readsKeepNamingOneOfSeveralWrites() {
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock();
    long x = atoms.text("x");
    block.transaction(1, 1, Outcome.COMMITTED, 0);
    block.write(x, 5);
    block.writeId(100);
    block.write(x, 5);
    block.writeId(101);
    block.transaction(2, 2, Outcome.COMMITTED, 1);
    block.read(x, 5);
    block.fromWrite(1, 100);
    HistoryBuilder builder = new HistoryBuilder(atoms);
    builder.add(block);
    History history = builder.build();

    assertThat(history.readFrom(2)).isZero();
    assertThat(new HistoryCopy(history).of(HistoryCopy.Choice.ALL).readFrom(2)).isZero();
  }
}
