package dev.isogauge.benchmarks;

import dev.isogauge.recorder.Recorder;
import dev.isogauge.recorder.RecorderOptions;
import dev.isogauge.recorder.SessionRecorder;
import dev.isogauge.recorder.TransactionRecorder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * CPU time that recording takes without a database: what a transaction costs that does nothing but
 * one read and one write, and what each further pair of a read and a write adds, halved.
 */
final class RecorderCost {
  private static final int TRANSACTIONS = 5_000;
  private static final int FEW = 1;
  private static final int MANY = 21;

  private final int rounds;

  RecorderCost(int rounds) {
    this.rounds = rounds;
  }

  MarkdownTable measure() throws IOException {
    MarkdownTable table =
        new MarkdownTable(1, "recorder", "us a transaction", "us a mini-transaction", "us an op");
    row(table, "each write at once", RecorderOptions.DEFAULTS);
    row(table, "commits announced", RecorderOptions.DEFAULTS.announcingCommits());
    return table;
  }

  private void row(MarkdownTable table, String name, RecorderOptions options) throws IOException {
    Sample few = new Sample();
    Sample mini = new Sample();
    Sample operation = new Sample();
    for (int round = -1; round < rounds; round++) {
      double one = microseconds(options, FEW);
      double two = microseconds(options, 2);
      double many = microseconds(options, MANY);
      if (round >= 0) {
        few.add(one);
        mini.add(two);
        operation.add((many - one) / (2 * (MANY - FEW)));
      }
    }
    table.row(name, few.tenths(), mini.tenths(), hundredths(operation));
  }

  private static String hundredths(Sample sample) {
    return String.format(Locale.ROOT, "%.2f", sample.median());
  }

  private static double microseconds(RecorderOptions options, int pairs) throws IOException {
    Path file = Files.createTempFile("isogauge-recorder", ".jsonl");
    try (Recorder recorder = Recorder.create(file, options)) {
      SessionRecorder session = recorder.session("s1");
      long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (long value = 1; value <= TRANSACTIONS; value++) {
        try (TransactionRecorder transaction = session.begin()) {
          for (long key = 0; key < pairs; key++) {
            transaction.read(key, value - 1);
            transaction.write(key, value);
          }
          transaction.committing();
          transaction.committed();
        }
      }
      long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      return (end - begin) / 1e3 / TRANSACTIONS;
    } finally {
      Files.delete(file);
    }
  }
}
