package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.FinalityClock;
import dev.isogauge.online.kernel.Kernel;
import dev.isogauge.online.kernel.ShardKernel;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.InternalTimerService;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Judges keys and sessions while their parts arrive, in parcels.
 *
 * <ol>
 *   <li>A parcel changes timelines in memory. Timelines that are not in memory come from Flink's
 *       state ({@link StateBlocks}).
 *   <li>What is provisional has a timer: by event time at the commit, by arrival when the delay is
 *       over, and at the end of the input in any case.
 *   <li>Before a snapshot all that changed is written to Flink's state. So a snapshot is complete,
 *       and any operator, of any number of them, goes on from it.
 *   <li>With a horizon each timeline has a timer for the time when what came is beyond it.
 *   <li>When memory is tight timelines leave it. When strings take much of it, all leave, and a new
 *       table of strings begins.
 * </ol>
 */
final class KernelOperator extends AbstractStreamOperator<Event>
    implements OneInputStreamOperator<Parcel, Event>, Triggerable<String, VoidNamespace> {
  private static final long serialVersionUID = 1;

  /** When the input has ended every verdict is final. */
  private static final long END = Long.MAX_VALUE;

  private final KernelOptions options;
  private transient InternalTimerService<VoidNamespace> timers;
  private transient StreamRecord<Event> record;

  /** Counts those whose sessions are here, so that each counts once among all judges. */
  private transient Counter transactions;

  // The present table of strings, and what depends on it.
  private transient Atoms atoms;
  private transient CacheMemory memory;
  private transient StateBlocks blocks;
  private transient Kernel kernel;
  private transient ShardKernel shard;

  KernelOperator(KernelOptions options) {
    this.options = options;
  }

  @Override
  public void open() throws Exception {
    super.open();
    timers = getInternalTimerService("verdicts", VoidNamespaceSerializer.INSTANCE, this);
    record = new StreamRecord<>(null);
    transactions = getMetricGroup().counter("transactions");
    begin(Optional.empty());
  }

  /**
   * Begins a table of strings.
   *
   * @param saved of the kernel before
   */
  private void begin(Optional<byte[]> saved) {
    atoms = new Atoms();
    memory = new CacheMemory(options.cacheBytes());
    blocks = new StateBlocks(getKeyedStateStore(), this::setCurrentKey, atoms);
    kernel = new Kernel(options.settings(atoms), atoms, new EventListener(this::emit), memory);
    saved.ifPresent(kernel::restore);
    kernel.reach(timers.currentWatermark());
    shard =
        kernel.shardByTimeline(
            blocks.keys(), blocks.sessions(), blocks.conflicts(), this::setAlarm);
  }

  private void emit(Event event) {
    output.collect(record.replace(event));
  }

  /** Step 2. */
  private void setAlarm(boolean isKey, long timeline, long deadline) {
    setCurrentKey(TimelinePart.timeline(isKey, atoms.token(timeline)));
    if (options.clock() == FinalityClock.EVENT_TIME) {
      // A timer for the present would go off again and again while it is served.
      long future = timers.currentWatermark() == END ? END : timers.currentWatermark() + 1;
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, Math.max(deadline, future));
    } else {
      timers.registerProcessingTimeTimer(
          VoidNamespace.INSTANCE, TimeUnit.NANOSECONDS.toMillis(deadline) + 1);
      timers.registerEventTimeTimer(VoidNamespace.INSTANCE, END);
    }
  }

  /** A parcel has many keys; one is set whenever state or timers are used. */
  @Override
  @SuppressWarnings("rawtypes")
  public void setKeyContextElement1(StreamRecord parcel) {}

  /** Step 1. */
  @Override
  public void processElement(StreamRecord<Parcel> parcel) {
    shard.take(parcel.getValue().bytes(), now(), this::touched);
    makeRoom();
    if (atoms.symbolBytes() > options.cacheBytes()) {
      shard.evictAll();
      blocks.write();
      begin(Optional.of(kernel.save()));
    }
  }

  private void touched(boolean isKey, long timeline) {
    if (!isKey) {
      transactions.inc();
    }
    if (options.hasHorizon()) {
      setCurrentKey(TimelinePart.timeline(isKey, atoms.token(timeline)));
      setHorizonTimer();
    }
  }

  /** Step 5. */
  private void makeRoom() {
    if (memory.isTight()) {
      shard.evict();
      blocks.writeBeyond(options.cacheBytes() / 4);
    }
  }

  /** Step 4. Timers of a timeline are few: they are for the same moments. */
  private void setHorizonTimer() {
    long step = Math.max(1, options.horizonMillis() / 8);
    long due = getProcessingTimeService().getCurrentProcessingTime() + options.horizonMillis();
    timers.registerProcessingTimeTimer(VoidNamespace.INSTANCE, (due / step + 2) * step);
  }

  private long now() {
    return TimeUnit.MILLISECONDS.toNanos(getProcessingTimeService().getCurrentProcessingTime());
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    if (options.clock() == FinalityClock.EVENT_TIME) {
      kernel.reach(mark.getTimestamp());
    }
    super.processWatermark(mark);
  }

  @Override
  public void onEventTime(InternalTimer<String, VoidNamespace> timer) {
    settle(timer);
  }

  @Override
  public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {
    settle(timer);
  }

  private void settle(InternalTimer<String, VoidNamespace> timer) {
    shard.advance(now());
    String timeline = timer.getKey();
    boolean isKey = TimelinePart.isKey(timeline);
    long id = atoms.ofToken(TimelinePart.token(timeline));
    shard.settle(isKey, id, timer.getTimestamp() == END);
    if (options.hasHorizon() && !shard.forget(isKey, id, now())) {
      // Restored a moment ago: this process has not seen enough yet.
      setCurrentKey(timeline);
      setHorizonTimer();
    }
    makeRoom();
  }

  /** Step 3. */
  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    shard.flush();
    blocks.write();
    super.snapshotState(context);
  }
}
