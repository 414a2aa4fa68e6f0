package dev.isogauge.format.isogauge;

import dev.isogauge.format.toolkit.HistoryWriter;
import dev.isogauge.format.toolkit.InitialValues;
import dev.isogauge.format.toolkit.NamedWriters;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.Outcome;
import dev.isogauge.history.PredicateReads;
import dev.isogauge.history.ProgramSteps;
import dev.isogauge.history.RawBlock;
import dev.isogauge.history.Snapshot;
import dev.isogauge.history.UnknownOperations;
import dev.isogauge.history.VersionOrder;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes Isogauge text, session by session; see {@link IsogaugeReader} for the grammar. */
public final class IsogaugeWriter implements HistoryWriter {
  @Override
  public void write(History history, OutputStream output) throws IOException {
    NamedWriters.requireByTransaction(history, "isogauge");
    Writer writer = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
    new Printer(history, writer).print();
    writer.flush();
  }

  private record Printer(History history, ProgramSteps steps, Writer out) {
    Printer(History history, Writer out) {
      this(history, ProgramSteps.withUnknown(history), out);
    }

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
        out.write(" " + version(version.value()));
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
      String start = timestamp(history.startTimestamp(t), history.startLogical(t));
      String commit = timestamp(history.commitTimestamp(t), history.commitLogical(t));
      times("ts", start, commit);
      times("rt", timestamp(history.beginTime(t), 0), timestamp(history.endTime(t), 0));
      if (history.sequenceNumber(t) != RawBlock.NO_NUMBER) {
        out.write(" [sno " + history.sequenceNumber(t) + "]");
      }
      claims(t);
      if (!history.recordedLevel(t).isEmpty()) {
        out.write(" [level " + history.recordedLevel(t) + "]");
      }
      if (!history.recordedStatements(t).isEmpty()) {
        out.write(" [statements " + history.recordedStatements(t) + "]");
      }
      steps.begin(t);
      while (steps.next()) {
        if (steps.isUnknown()) {
          unknownOperation(history.unknownOperations(), steps.number());
        } else if (steps.isPredicate()) {
          predicateRead(history.predicateReads(), steps.number());
        } else {
          operation(steps.number());
        }
      }
      out.write('\n');
    }

    private void claims(int t) throws IOException {
      if (history.serialPosition(t) != RawBlock.NO_NUMBER) {
        out.write(" [serial " + history.serialPosition(t) + "]");
      }
      if (history.transactionId(t) != RawBlock.NO_NUMBER) {
        out.write(" [xid " + history.transactionId(t) + "]");
      }
      Optional<Snapshot> snapshot = history.snapshot(t);
      if (snapshot.isPresent()) {
        String running =
            snapshot.get().running().stream().map(String::valueOf).collect(Collectors.joining(","));
        out.write(
            String.format(
                Locale.ROOT,
                " [snapshot %d:%d:%s]",
                snapshot.get().begin(),
                snapshot.get().end(),
                running));
      }
    }

    private void unknownOperation(UnknownOperations unknown, int u) throws IOException {
      String name = unknown.name(u) == Atoms.NO_NAME ? "*" : token(unknown.name(u));
      out.write(unknown.isWrite(u) ? " uw(" : " ur(");
      out.write(unknown.scope(u) == UnknownOperations.Scope.TABLE ? "table " + name : name);
      out.write(')');
    }

    private void predicateRead(PredicateReads predicates, int p) throws IOException {
      long relation = predicates.relation(p);
      String condition = token(predicates.condition(p));
      out.write(" p(" + (relation == Atoms.NO_NAME ? "*" : token(relation)) + ",");
      out.write(condition.startsWith("\"") ? condition : quoted(condition));
      out.write(',');
      if (predicates.hasValue(p)) {
        out.write(token(predicates.value(p)));
      } else if (predicates.hasRows(p)) {
        rows(predicates, p);
      } else {
        out.write('?');
      }
      if (predicates.hasVersionSet(p)) {
        versionSet(predicates, p);
      }
      out.write(')');
    }

    private void rows(PredicateReads predicates, int p) throws IOException {
      out.write('[');
      for (int i = 0; i < predicates.resultCount(p); i++) {
        int read = predicates.resultRead(p, i);
        out.write(i == 0 ? "" : ",");
        out.write(history.keyName(predicates.resultKey(p, i)));
        if (read != PredicateReads.NO_READ) {
          // A list that was read as nil is written as nil.
          out.write("=" + (history.isListRead(read) ? "nil" : history.valueName(read)));
          writer(history.namedWriter(read).orElse(Atoms.NO_NAME));
        }
      }
      out.write(']');
    }

    private void versionSet(PredicateReads predicates, int p) throws IOException {
      out.write(" of [");
      for (int i = 0; i < predicates.memberCount(p); i++) {
        out.write(i == 0 ? "" : ",");
        out.write(history.keyName(predicates.memberKey(p, i)));
        out.write("=" + version(predicates.memberValue(p, i)));
        writer(predicates.memberWriter(p, i));
      }
      out.write(']');
    }

    private void times(String kind, String from, String to) throws IOException {
      if (!from.isEmpty() || !to.isEmpty()) {
        out.write(" [" + kind + " " + from + ".." + to + "]");
      }
    }

    private static String timestamp(long physical, long logical) {
      if (physical == RawBlock.NO_TIME) {
        return "";
      }
      return logical == 0 ? Long.toString(physical) : physical + ":" + logical;
    }

    private void operation(int operation) throws IOException {
      if (history.isDelete(operation)) {
        out.write(" d(" + history.keyName(history.keyOf(operation)) + ")");
        return;
      }
      boolean write = history.isWrite(operation);
      out.write(write ? history.isAppend(operation) ? " a(" : " w(" : " r(");
      out.write(history.keyName(history.keyOf(operation)));
      out.write(',');
      if (history.isUnknownRead(operation)) {
        out.write('?');
      } else {
        out.write(history.valueName(operation));
        if (!write && !history.isListRead(operation)) {
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

    /** A deleted object is dead, where there are deletes. */
    private String version(long value) {
      return history.hasDeletes() && value == Atoms.DEAD ? "dead" : token(value);
    }

    private String token(long atom) {
      return history.atoms().token(atom);
    }

    private static String quoted(String word) {
      return '"' + word + '"';
    }
  }
}
