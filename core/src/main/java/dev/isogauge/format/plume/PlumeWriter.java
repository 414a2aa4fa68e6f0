package dev.isogauge.format.plume;

import dev.isogauge.format.spi.UnsupportedHistoryException;
import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.RegisterLimits;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

/**
 * Writes plume text, session by session; see {@link PlumeReader} for the grammar. Sessions keep
 * their names if all of those are integers, else they are numbered from 0; so do transactions.
 * Writes of aborted transactions get the transaction -1; their reads and transactions without
 * operations are left out.
 */
public final class PlumeWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    Atoms atoms = history.atoms();
    RegisterLimits limits = new RegisterLimits("plume", atoms::isInteger, "integer", false);
    long[] values = limits.requireExpressible(history);
    requireNoLoading(history, values);
    boolean sessionNames =
        IntStream.range(0, history.sessionCount())
            .allMatch(s -> atoms.isInteger(history.sessionAtom(s)));
    boolean transactionNames =
        IntStream.range(0, history.transactionCount())
            .filter(t -> history.outcome(t) == Outcome.COMMITTED)
            .allMatch(t -> isNumber(history, t));
    Writer writer = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.US_ASCII));
    for (int t = 0; t < history.transactionCount(); t++) {
      int s = history.sessionOf(t);
      String session = sessionNames ? history.sessionName(s) : Integer.toString(s);
      String transaction = transactionNames ? history.transactionName(t) : Integer.toString(t);
      boolean aborted = history.outcome(t) == Outcome.ABORTED;
      String rest = "," + session + "," + (aborted ? "-1" : transaction) + ")\n";
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        if (limits.keeps(history, i)) {
          writer.write(history.isWrite(i) ? "w(" : "r(");
          writer.write(history.keyName(history.keyOf(i)));
          writer.write(',');
          writer.write(atoms.token(values[i]));
          writer.write(rest);
        }
      }
    }
    writer.flush();
  }

  private static boolean isNumber(History history, int transaction) {
    long name = history.nameAtom(transaction);
    return name != Atoms.NO_NAME && name != PlumeParser.ABORTED && history.atoms().isInteger(name);
  }

  /** Transactions at the start that only write 0 would be read as part of the initial state. */
  private static void requireNoLoading(History history, long[] values)
      throws UnsupportedHistoryException {
    int first = 0;
    while (first < history.transactionCount() && isLeftOut(history, first)) {
      first++;
    }
    if (first == history.transactionCount() || history.outcome(first) != Outcome.COMMITTED) {
      return;
    }
    for (int i = history.firstOperation(first); i < history.endOperation(first); i++) {
      if (!history.isWrite(i) || values[i] != 0) {
        return;
      }
    }
    throw new UnsupportedHistoryException(
        String.format(
            "the first transaction, %s, only writes initial values, and plume takes that for the"
                + " loading of the initial state; convert to isogauge or jsonl",
            history.transactionName(first)));
  }

  private static boolean isLeftOut(History history, int transaction) {
    return IntStream.range(history.firstOperation(transaction), history.endOperation(transaction))
        .noneMatch(i -> history.outcome(transaction) == Outcome.COMMITTED || history.isWrite(i));
  }
}
