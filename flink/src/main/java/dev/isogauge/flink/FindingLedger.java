package dev.isogauge.flink;

import java.io.IOException;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Passes a finding on when it begins or ceases to stand, by its digest: a tie is found on every key
 * that two transactions share, and is one finding. When the input has ended, it names those that
 * stand.
 */
final class FindingLedger extends KeyedProcessFunction<String, Event, Event> {
  private static final long serialVersionUID = 1;

  private transient ValueState<Integer> found;
  private transient ValueState<Event> standing;

  @Override
  public void open(OpenContext context) {
    found = getRuntimeContext().getState(new ValueStateDescriptor<>("found", Types.INT));
    standing =
        getRuntimeContext().getState(new ValueStateDescriptor<>("standing", EventSerializer.TYPE));
  }

  @Override
  public void processElement(Event event, Context context, Collector<Event> out)
      throws IOException {
    Event.Finding finding = (Event.Finding) event;
    Integer known = found.value();
    int before = known == null ? 0 : known;
    int after = before + (finding.isFound() ? 1 : -1);
    if (after == 0) {
      found.clear();
    } else {
      found.update(after);
    }
    if (before > 0 != after > 0) {
      out.collect(finding);
      if (after > 0) {
        standing.update(new Event.Standing(finding.finding()));
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
      } else {
        standing.clear();
      }
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Event> out)
      throws IOException {
    if (standing.value() != null) {
      out.collect(standing.value());
    }
  }
}
