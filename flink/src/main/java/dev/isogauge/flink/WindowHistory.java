package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.flink.WeakTransaction.Read;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.History;
import dev.isogauge.history.HistoryBuilder;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.RawBlock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Transactions as a history of their own, with the writes of whatever else they read. */
final class WindowHistory {
  private final Map<String, WeakTransaction> transactions = new HashMap<>();

  /** Other transactions by id, as each read of them saw them. */
  private final Map<String, List<SeenWriter>> others = new LinkedHashMap<>();

  WindowHistory(List<WeakTransaction> all) {
    all.forEach(transaction -> transactions.put(transaction.self().id(), transaction));
    for (WeakTransaction transaction : all) {
      for (Read read : transaction.reads()) {
        read.writer()
            .filter(writer -> !transactions.containsKey(writer.id()))
            .ifPresent(
                writer -> others.computeIfAbsent(writer.id(), id -> new ArrayList<>()).add(writer));
      }
    }
  }

  History history(String initialValue) throws IOException {
    List<SeenWriter> order = new ArrayList<>();
    transactions.values().forEach(transaction -> order.add(transaction.self()));
    others.values().forEach(seen -> order.add(seen.get(0)));
    order.sort(Comparator.comparing(SeenWriter::session).thenComparingLong(SeenWriter::position));
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (SeenWriter each : order) {
      WeakTransaction transaction = transactions.get(each.id());
      String line = transaction == null ? stub(others.get(each.id())) : transaction.line();
      lines.write((line + "\n").getBytes(UTF_8));
    }
    Atoms atoms = new Atoms();
    HistoryBuilder builder =
        HistoryFormat.JSONL.read(ChunkReader.input(lines.toByteArray()), atoms);
    builder.defaultInitialValue(InitialValue.atom(initialValue, atoms));
    return builder.build();
  }

  /** What a transaction wrote: what was read of it and is not final, then the final writes. */
  private static String stub(List<SeenWriter> seen) {
    SeenWriter writer = seen.get(0);
    Atoms atoms = new Atoms();
    RawBlock block = new RawBlock(16);
    block.transaction(
        atoms.ofToken(writer.session()), atoms.ofToken(writer.name()), writer.outcome(), 0);
    for (SeenWriter each : seen) {
      if (!each.isFinal()) {
        write(each.writes(), 0, block, atoms);
      }
    }
    for (int i = writer.isFinal() ? 0 : 2; i < writer.writes().size(); i += 2) {
      write(writer.writes(), i, block, atoms);
    }
    return TransactionLine.of(block, atoms);
  }

  private static void write(List<String> writes, int at, RawBlock to, Atoms atoms) {
    to.write(atoms.ofToken(writes.get(at)), atoms.ofToken(writes.get(at + 1)));
  }
}
