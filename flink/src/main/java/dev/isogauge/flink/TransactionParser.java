package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.TransactionSplitter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Takes the transactions of chunks apart. What a transaction breaks by itself, lines that are bad,
 * and how many transactions there were go to a side output. It has no state: the same chunk always
 * makes the same parts.
 *
 * @param <T> what it makes
 */
abstract class TransactionParser<T> extends ProcessFunction<Chunk, T> {
  private static final long serialVersionUID = 1;

  static final OutputTag<Event> EVENTS = new OutputTag<>("events", EventSerializer.TYPE);

  private final boolean snapshots;
  private final String initialValue;
  private transient TransactionSplitter splitter;
  private transient List<Event> events;

  TransactionParser(KernelOptions options) {
    this.snapshots = options.snapshots();
    this.initialValue = options.initialValue();
  }

  @Override
  public void open(OpenContext context) {
    events = new ArrayList<>();
    splitter = new TransactionSplitter(snapshots, new EventListener(event -> events.add(event)));
  }

  final TransactionSplitter splitter() {
    return splitter;
  }

  /** What becomes of transactions that share a table of strings. */
  abstract ChunkParser.Transactions transactions(Atoms atoms, long now, Collector<T> out);

  @Override
  public void processElement(Chunk chunk, Context context, Collector<T> out) {
    long now = context.timerService().currentProcessingTime() * 1_000_000;
    ChunkParser parser =
        new ChunkParser(
            splitter, initialValue, atoms -> transactions(atoms, now, out), events::add);
    events.add(new Event.Taken(parser.parse(chunk)));
    for (Event event : events) {
      context.output(EVENTS, event);
    }
    events.clear();
  }
}
