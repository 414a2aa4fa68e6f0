package dev.isogauge.format.dbcop;

import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.RegisterLimits;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes dbcop's bincode; see {@link DbcopReader} for the layout. Names of sessions and
 * transactions have no place there.
 */
public final class DbcopWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    Atoms atoms = history.atoms();
    long[] values =
        new RegisterLimits(
                "dbcop",
                atom -> atoms.isInteger(atom) && !atoms.token(atom).startsWith("-"),
                "unsigned integer",
                true)
            .requireExpressible(history);
    OutputStream buffered = new BufferedOutputStream(output, 1 << 16);
    new Encoder(history, values, buffered).encode();
    buffered.flush();
  }

  private record Encoder(History history, long[] values, OutputStream out) {
    void encode() throws IOException {
      number(0);
      number(history.sessionCount());
      number(history.keyCount());
      number(history.transactionCount());
      number(history.operationCount());
      text("isogauge");
      text("");
      text("");
      number(history.sessionCount());
      for (int s = 0; s < history.sessionCount(); s++) {
        number(history.endTransaction(s) - history.firstTransaction(s));
        for (int t = history.firstTransaction(s); t < history.endTransaction(s); t++) {
          transaction(t);
        }
      }
    }

    private void transaction(int transaction) throws IOException {
      number(history.endOperation(transaction) - history.firstOperation(transaction));
      for (int i = history.firstOperation(transaction);
          i < history.endOperation(transaction);
          i++) {
        out.write(history.isWrite(i) ? 1 : 0);
        integer(history.keyAtom(history.keyOf(i)));
        integer(values[i]);
        out.write(1);
      }
      out.write(history.outcome(transaction) == Outcome.COMMITTED ? 1 : 0);
    }

    private void integer(long atom) throws IOException {
      number(atom >= 0 ? atom : Long.parseUnsignedLong(history.atoms().token(atom)));
    }

    private void number(long value) throws IOException {
      for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
        out.write((int) (value >>> shift));
      }
    }

    private void text(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      number(bytes.length);
      out.write(bytes);
    }
  }
}
