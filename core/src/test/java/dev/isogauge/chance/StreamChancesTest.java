package dev.isogauge.chance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Chances of streams, compared with those of the whole history. */
class StreamChancesTest {
  private static final int SESSIONS = 8;

  /** What happens: batches in the order of arrival, each with names of its own. */
  private record Batch(List<RawBlock> blocks, Atoms atoms) {}

  /** Each session's transactions come in batches, those of a batch one after another in time. */
  private static List<Batch> stream(int transactions, int batch, Random random) {
    List<Batch> batches = new ArrayList<>();
    long[] time = new long[SESSIONS];
    int value = 0;
    for (int sent = 0; sent < transactions; sent += batch) {
      int session = sent / batch % SESSIONS;
      Atoms atoms = new Atoms();
      RawBlock block = new RawBlock();
      for (int i = 0; i < batch; i++) {
        long begin = time[session] + random.nextInt(1_000);
        long end = begin + 1_000 + random.nextInt(2_000);
        time[session] = end;
        boolean aborts = random.nextInt(6) == 0;
        block.transaction(
            atoms.text("s" + session),
            Atoms.NO_NAME,
            aborts ? Outcome.ABORTED : Outcome.COMMITTED,
            i);
        block.timestamps(begin, end);
        for (int k = 0; k < 2; k++) {
          long key = atoms.text("key " + random.nextInt(40));
          block.read(key, Atoms.NIL);
          if (random.nextInt(3) == 0) {
            block.write(key, atoms.integer(++value));
          }
        }
      }
      batches.add(new Batch(List.of(block), atoms));
    }
    return batches;
  }

  private static Chances streamed(List<Batch> batches) {
    StreamChances chances = new StreamChances();
    batches.forEach(batch -> chances.take(batch.blocks(), batch.atoms(), "nil"));
    return chances.chances();
  }

  /** Uses the batches up. */
  private static Chances whole(List<Batch> batches) {
    Atoms atoms = new Atoms();
    HistoryBuilder builder = new HistoryBuilder(atoms);
    for (Batch batch : batches) {
      for (RawBlock block : batch.blocks()) {
        block.rename(atoms.from(batch.atoms(), true));
        builder.add(block);
      }
    }
    return new ChanceCount(builder.build(), ChanceCount.Bounds.NONE).chances();
  }

  @Test
  void shortStreamsAreCountedExactly() {
    for (int seed = 0; seed < 20; seed++) {
      List<Batch> batches = stream(50 + 90 * seed, 5, new Random(seed));
      Chances streamed = streamed(batches);

      assertThat(streamed.counts()).isEqualTo(whole(batches).counts());
      assertThat(streamed.total()).isPositive();
      assertThat(streamed.sample().isEstimate()).isFalse();
    }
  }

  /** Whatever the batches: a session's transactions arrive together, and others' much later. */
  @Test
  void windowsEstimateLongStreams() {
    for (int batch : new int[] {10, 200}) {
      List<Batch> batches = stream(200_000, batch, new Random(batch));
      Chances streamed = streamed(batches);
      Chances whole = whole(batches);

      assertThat(streamed.sample().isEstimate()).isTrue();
      assertThat(streamed.sample().transactions()).isEqualTo(200_000);
      assertThat(streamed.sample().considered()).isBetween(15_000L, 60_000L);
      assertThat(streamed.contention()).isCloseTo(whole.contention(), within(0.1));
      for (ChanceKind kind : ChanceKind.values()) {
        long exact = whole.of(kind).total();
        if (kind != ChanceKind.STALE_READ && exact > 10_000) {
          assertThat(streamed.of(kind).total())
              .as("%s in batches of %d", kind, batch)
              .isBetween((long) (0.8 * exact), (long) (1.1 * exact));
        }
      }
      assertThat(streamed.content()).isEqualTo(whole.content());
    }
  }

  @Test
  void goesOnFromWhatWasSaved() throws IOException {
    List<Batch> batches = stream(60_000, 20, new Random(3));
    StreamChances first = new StreamChances();
    batches.subList(0, 1_500).forEach(each -> first.take(each.blocks(), each.atoms(), "nil"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.save(new DataOutputStream(bytes));
    StreamChances second = new StreamChances();
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    batches.subList(1_500, 3_000).forEach(each -> second.take(each.blocks(), each.atoms(), "nil"));

    Chances restored = second.chances();
    assertThat(restored.content()).isEqualTo(streamed(batches).content());
    assertThat(restored.of(ChanceKind.LOST_UPDATE).total())
        .isCloseTo(whole(batches).of(ChanceKind.LOST_UPDATE).total(), withPercentage(20));
  }

  @Test
  void endlessListsAndNamesEndAWindow() {
    StreamChances chances = new StreamChances();
    for (int i = 0; i < 300; i++) {
      Atoms atoms = new Atoms();
      RawBlock block = new RawBlock();
      block.transaction(atoms.integer(i % 3), Atoms.NO_NAME, Outcome.COMMITTED, 0);
      block.timestamps(2L * i, 2L * i + 5);
      block.readList(atoms.text("x".repeat(100_000) + i));
      for (int e = 0; e < 10_000; e++) {
        block.element(e);
      }
      chances.take(List.of(block), atoms, "nil");
    }

    assertThat(chances.chances().sample().considered()).isLessThan(20);
  }
}
