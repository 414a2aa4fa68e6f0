package dev.isogauge.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.property.TestSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A million transactions with eight million operations are indexed in 600 MB of heap. By default an
 * eighth of both.
 */
class MemoryTest {
  private static final int BLOCK = 1 << 17;

  @Test
  void indexesEightMillionOperationsInSixHundredMegabytes() throws Exception {
    int transactions = TestSize.pick(1 << 17, 1 << 20);
    int megabytes = TestSize.pick(75, 600);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-cp",
                System.getProperty("java.class.path"),
                MemoryTest.class.getName(),
                Integer.toString(transactions))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  /** Runs in a Java machine of its own; an exception is its failure. */
  public static void main(String[] arguments) throws IOException {
    int transactions = Integer.parseInt(arguments[0]);
    History history = build(transactions);
    int expected = 8 * transactions;
    List<Integer> counts = List.of(history.transactionCount(), history.operationCount());
    if (!counts.equals(List.of(transactions, expected))) {
      throw new IOException("indexed " + counts);
    }
  }

  /** Half reads, half writes of unique values, over one key per hundred transactions. */
  private static History build(int transactions) {
    SplittableRandom random = new SplittableRandom(7);
    int keys = transactions / 100;
    long[] latest = new long[keys];
    Arrays.fill(latest, Atoms.NIL);
    HistoryBuilder builder = new HistoryBuilder(new Atoms());
    RawBlock block = new RawBlock();
    long value = 0;
    for (int t = 0; t < transactions; t++) {
      if (block.operationCount() >= BLOCK) {
        builder.add(block);
        block = new RawBlock();
      }
      block.transaction(t % 64, t, Outcome.COMMITTED, t);
      for (int i = 0; i < 8; i++) {
        int key = random.nextInt(keys);
        if (random.nextBoolean()) {
          block.read(key, latest[key]);
        } else {
          latest[key] = ++value;
          block.write(key, value);
        }
      }
    }
    builder.add(block);
    return builder.build();
  }
}
