package dev.isogauge.format.isogauge;

import dev.isogauge.format.HistoryWriter;
import dev.isogauge.format.InitialValues;
import dev.isogauge.format.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.VersionOrder;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/** Writes Isogauge text, session by session; see {@link IsogaugeReader} for the grammar. */
public final class IsogaugeWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    NamedWriters.requireByTransaction(history, "isogauge");
    Writer writer = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
    new Printer(history, writer).print();
    writer.flush();
  }

  private record Printer(History history, Writer out) {
    void print() throws IOException {
      initialValues();
      for (VersionOrder order : history.versionOrders()) {
        versionOrder(order);
      }
      for (int t = 0; t < history.transactionCount(); t++) {
        transaction(t);
      }
    }

    private void initialValues() throws IOException {
      long common = InitialValues.mostCommon(history);
      if (common != Atoms.NIL) {
        out.write("init *=" + token(common) + "\n");
      }
      for (int key = 0; key < history.keyCount(); key++) {
        if (history.initialValue(key) != common) {
          out.write("init " + history.keyName(key) + "=" + token(history.initialValue(key)) + "\n");
        }
      }
    }

    private void versionOrder(VersionOrder order) throws IOException {
      out.write("order " + token(order.key()) + ":");
      for (VersionOrder.Version version : order.versions()) {
        out.write(" " + token(version.value()));
        writer(version.writer());
      }
      out.write("\n");
    }

    private void transaction(int t) throws IOException {
      String session = history.sessionName(history.sessionOf(t));
      out.write(session.equals("init") || session.equals("order") ? quoted(session) : session);
      if (history.nameAtom(t) != Atoms.NO_NAME) {
        out.write(' ');
        out.write(token(history.nameAtom(t)));
      }
      out.write(':');
      if (history.outcome(t) != Outcome.COMMITTED) {
        out.write(history.outcome(t) == Outcome.ABORTED ? " aborted" : " indeterminate");
      }
      times("ts", history.startTimestamp(t), history.commitTimestamp(t));
      times("rt", history.beginTime(t), history.endTime(t));
      for (int i = history.firstOperation(t); i < history.endOperation(t); i++) {
        operation(i);
      }
      out.write('\n');
    }

    private void times(String kind, long from, long to) throws IOException {
      if (from != RawBlock.NO_TIME || to != RawBlock.NO_TIME) {
        out.write(" [" + kind + " " + time(from) + ".." + time(to) + "]");
      }
    }

    private static String time(long time) {
      return time == RawBlock.NO_TIME ? "" : Long.toString(time);
    }

    private void operation(int operation) throws IOException {
      boolean write = history.isWrite(operation);
      out.write(write ? " w(" : " r(");
      out.write(history.keyName(history.keyOf(operation)));
      out.write(',');
      if (!write && history.readFrom(operation) == History.UNKNOWN) {
        out.write('?');
      } else {
        out.write(history.valueName(operation));
        if (!write) {
          writer(history.namedWriter(operation).orElse(Atoms.NO_NAME));
        }
      }
      out.write(')');
    }

    private void writer(long name) throws IOException {
      if (name == Atoms.INITIAL_WRITER) {
        out.write("@init");
      } else if (name != Atoms.NO_NAME) {
        String token = token(name);
        out.write('@');
        out.write(token.equals("init") ? quoted(token) : token);
      }
    }

    private String token(long atom) {
      return history.atoms().token(atom);
    }

    private static String quoted(String word) {
      return '"' + word + '"';
    }
  }
}
