package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Reads of a history with timestamps are resolved when somebody asks, with the same result. */
class LazyResolutionTest {
  private static final int TRANSACTIONS = 20_000;
  private static final int THREADS = 8;

  private static History random(long seed, boolean timed) {
    Random random = new Random(seed);
    RawBlock block = new RawBlock();
    for (int t = 0; t < TRANSACTIONS; t++) {
      Outcome outcome = random.nextInt(10) == 0 ? Outcome.ABORTED : Outcome.COMMITTED;
      block.transaction(random.nextInt(5), t, outcome, 0);
      if (timed) {
        block.timestamps(t, t + 1);
      }
      for (int i = 0; i < 4; i++) {
        long key = random.nextInt(50);
        if (random.nextBoolean()) {
          block.write(key, random.nextInt(TRANSACTIONS));
        } else {
          block.read(key, random.nextInt(8) == 0 ? Atoms.NIL : random.nextInt(TRANSACTIONS));
        }
      }
    }
    HistoryBuilder builder = new HistoryBuilder(new Atoms());
    builder.add(block);
    return builder.build();
  }

  private static List<String> resolved(History history) {
    List<String> resolved = new ArrayList<>();
    for (int i = 0; i < history.operationCount(); i++) {
      resolved.add(
          history.isWrite(i)
              ? "w " + history.isFinalWrite(i)
              : history.readFrom(i)
                  + " "
                  + history.readStatus(i)
                  + " "
                  + history.isExternalRead(i));
    }
    resolved.add(history.allReadsClean() + " " + history.duplicateWrites().size());
    return resolved;
  }

  @Test
  void askingResolvesAsBuildingDoes() {
    assertThat(resolved(random(1, true))).isEqualTo(resolved(random(1, false)));
  }

  @Test
  void severalThreadsMayAskFirst() throws Exception {
    List<String> expected = resolved(random(2, false));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < 5; round++) {
        History history = random(2, true);
        List<Callable<List<String>>> asking = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          asking.add(() -> resolved(history));
        }
        for (Future<List<String>> answer : threads.invokeAll(asking)) {
          assertThat(answer.get()).isEqualTo(expected);
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Whether an indeterminate transaction counts may depend on what reads saw. */
  @Test
  void indeterminateTransactionsAreCountedWithTimestampsToo() {
    RawBlock block = new RawBlock();
    block.transaction(1, 1, Outcome.INDETERMINATE, 0);
    block.write(5, 1);
    block.transaction(2, 2, Outcome.INDETERMINATE, 0);
    block.write(5, 2);
    block.transaction(3, 3, Outcome.COMMITTED, 0);
    block.timestamps(1, 2);
    block.read(5, 1);
    HistoryBuilder builder = new HistoryBuilder(new Atoms());
    builder.add(block);
    History history = builder.build();
    assertThat(history.counts(0)).isTrue();
    assertThat(history.counts(1)).isFalse();
  }

  @Test
  void logicalTimesAreKeptOnBothSides() {
    RawBlock block = new RawBlock();
    block.transaction(1, 1, Outcome.COMMITTED, 0);
    block.timestamps(5, 6);
    block.transaction(1, 2, Outcome.COMMITTED, 0);
    block.timestamps(7, 8);
    block.logicalTimes(3, 4);
    HistoryBuilder builder = new HistoryBuilder(new Atoms());
    builder.add(block);
    History history = builder.build();
    assertThat(history.startLogical(0)).isZero();
    assertThat(history.startLogical(1)).isEqualTo(3);
    assertThat(history.commitLogical(1)).isEqualTo(4);
    assertThat(history.isTimestamped()).isTrue();
  }
}
