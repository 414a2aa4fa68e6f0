package dev.isogauge.flink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.Atoms;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Passes a finding on when it begins or ceases to stand, by its digest. A tie is found on every key
 * that two transactions share; it is one finding, which names the smallest key, or counts once, if
 * it was counted first. When the input has ended, it names those that stand.
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
    Integer known = found.value();
    int earlier = known == null ? 0 : known;
    boolean isCounted = earlier > 0 && standing.value() == null;
    Event.Finding finding =
        event instanceof Event.OneMore more
            ? new Event.Finding(more.finding(), Optional.empty())
            : (Event.Finding) event;
    int after = earlier + (finding.isFound() ? 1 : -1);
    if (after == 0) {
      found.clear();
    } else {
      found.update(after);
    }
    if (earlier == 0 && event instanceof Event.OneMore) {
      out.collect(new Event.Counted(finding.finding().kind()));
    } else if (earlier > 0 != after > 0) {
      out.collect(finding);
      if (after > 0) {
        standing.update(new Event.Standing(finding.finding()));
        context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
      } else {
        standing.clear();
      }
    } else if (after > 1 && !isCounted && hasSmallerKey(finding.finding())) {
      TimestampFinding before = ((Event.Standing) standing.value()).finding();
      out.collect(new Event.Finding(before, Optional.of(before.transaction())));
      out.collect(finding);
      standing.update(new Event.Standing(finding.finding()));
    }
  }

  private boolean hasSmallerKey(TimestampFinding finding) throws IOException {
    Atoms atoms = new Atoms();
    String known = ((Event.Standing) standing.value()).finding().key().orElse("");
    return finding.kind() == AnomalyKind.TIMESTAMP_TIE
        && atoms.compare(atoms.ofToken(finding.key().orElseThrow()), atoms.ofToken(known)) < 0;
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Event> out)
      throws IOException {
    if (standing.value() != null) {
      out.collect(standing.value());
    }
  }
}
