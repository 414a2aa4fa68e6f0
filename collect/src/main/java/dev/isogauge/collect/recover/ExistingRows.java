package dev.isogauge.collect.recover;

import dev.isogauge.collect.record.LineEncoder;
import dev.isogauge.collect.record.Operation;
import dev.isogauge.collect.record.RecordedTransaction;
import dev.isogauge.collect.record.RecordingReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A recording without the reads that found no row. By SQL such a read is a search: a row that
 * appears afterwards is a phantom, which REPEATABLE READ may show. Locks on rows cannot prevent it,
 * since there is no row to lock.
 *
 * <p>Leaving out a read removes what it shows and adds nothing, so whatever the rest violates the
 * whole violates, too.
 */
public final class ExistingRows {
  private ExistingRows() {}

  /** Writes the rest of the recording, and returns how many reads were left out. */
  public static long write(Path recording, Path rest) throws IOException {
    try (BufferedWriter writer = Files.newBufferedWriter(rest)) {
      Copy copy = new Copy(writer);
      RecordingReader.read(recording, copy);
      return copy.leftOut;
    }
  }

  private static final class Copy implements RecordingReader.Visitor {
    private final BufferedWriter writer;
    private long leftOut;

    Copy(BufferedWriter writer) {
      this.writer = writer;
    }

    @Override
    public void header(String line) throws IOException {
      writer.write(line + "\n");
    }

    @Override
    public void transaction(RecordedTransaction<Long> transaction) throws IOException {
      LineEncoder line = new LineEncoder().session(transaction.session()).beginOperations();
      for (Operation<Long> operation : transaction.operations()) {
        if (isAbsent(operation)) {
          leftOut++;
        } else {
          line.operation(operation);
        }
      }
      writer.write(line.endOperations().rest(transaction) + "\n");
    }
  }

  private static boolean isAbsent(Operation<Long> operation) {
    return (operation instanceof Operation.Read<Long> read && read.value().isEmpty())
        || (operation instanceof Operation.ListRead<Long> list && list.elements().isEmpty());
  }
}
