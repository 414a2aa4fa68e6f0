package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.HeapBlocks;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.ShardKernel;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Judges one timeline after the other, as a batch brings them, sorted by time: nothing is ever
 * revised, and one timeline is in memory.
 */
final class BatchKernelOperator extends AbstractStreamOperator<Event>
    implements OneInputStreamOperator<TimelinePart, Event>, BoundedOneInput {
  private static final long serialVersionUID = 1;

  private final KernelOptions options;
  private transient StreamRecord<Event> record;
  private transient TimelineByTimeline judge;

  BatchKernelOperator(KernelOptions options) {
    this.options = options;
  }

  @Override
  public void open() throws Exception {
    super.open();
    record = new StreamRecord<>(null);
    judge = new TimelineByTimeline();
  }

  @Override
  public void processElement(StreamRecord<TimelinePart> part) {
    judge.take(part.getValue());
  }

  @Override
  public void endInput() {
    judge.end();
  }

  /** The kernel, with the timeline that it is at. */
  private final class TimelineByTimeline {
    private final HeapBlocks keys = new HeapBlocks();
    private final HeapBlocks sessions = new HeapBlocks();
    private final HeapBlocks conflicts = new HeapBlocks();
    private Atoms atoms = new Atoms();
    private ShardKernel shard = begin();
    private String timeline = "";

    private ShardKernel begin() {
      return new Kernel(
              options.settings(atoms),
              atoms,
              new EventListener(event -> output.collect(record.replace(event))),
              new CacheMemory(options.cacheBytes()))
          .shardByTimeline(keys, sessions, conflicts, (isKey, id, deadline) -> {});
    }

    void take(TimelinePart part) {
      if (!part.timeline().equals(timeline)) {
        end();
        timeline = part.timeline();
      }
      shard.take(part.bytes(), 0);
      shard.evict();
    }

    void end() {
      if (timeline.isEmpty()) {
        return;
      }
      shard.settle(TimelinePart.isKey(timeline), atoms.ofToken(TimelinePart.token(timeline)), true);
      shard.discard();
      keys.clear();
      sessions.clear();
      conflicts.clear();
      timeline = "";
      if (atoms.symbolBytes() > options.cacheBytes()) {
        atoms = new Atoms();
        shard = begin();
      }
    }
  }
}
