package dev.isogauge.flink;

import dev.isogauge.online.kernel.TransactionSplitter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Makes parts of chunks. What a transaction breaks by itself, lines that are bad, and how many
 * transactions there were go to a side output. It has no state: the same chunk always makes the
 * same parts.
 */
final class TransactionParser extends ProcessFunction<Chunk, Part> {
  private static final long serialVersionUID = 1;

  static final OutputTag<Event> EVENTS = new OutputTag<>("events", EventSerializer.TYPE);

  private final boolean snapshots;
  private transient ChunkParser parser;
  private transient List<Event> events;
  private transient Collector<Part> parts;

  TransactionParser(boolean snapshots) {
    this.snapshots = snapshots;
  }

  @Override
  public void open(OpenContext context) {
    events = new ArrayList<>();
    parser =
        new ChunkParser(
            new TransactionSplitter(snapshots, new EventListener(event -> events.add(event))),
            new ChunkParser.Outlet() {
              @Override
              public void part(Part part) {
                parts.collect(part);
              }

              @Override
              public void rejected(Event.Rejected line) {
                events.add(line);
              }
            });
  }

  @Override
  public void processElement(Chunk chunk, Context context, Collector<Part> out) {
    parts = out;
    long now = context.timerService().currentProcessingTime() * 1_000_000;
    events.add(new Event.Taken(parser.parse(chunk, now)));
    for (Event event : events) {
      context.output(EVENTS, event);
    }
    events.clear();
  }
}
