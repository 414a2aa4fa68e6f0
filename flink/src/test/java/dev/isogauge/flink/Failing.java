package dev.isogauge.flink;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;

/** Passes chunks on slowly, and fails a few times, each time after a checkpoint. */
final class Failing implements MapFunction<Chunk, Chunk>, CheckpointedFunction, CheckpointListener {
  private static final long serialVersionUID = 1;

  /** Of the job that runs; tests run one at a time. */
  static final AtomicInteger LEFT = new AtomicInteger();

  static final AtomicInteger PASSED = new AtomicInteger();
  static final AtomicInteger RESTORED = new AtomicInteger();

  /** How long a chunk waits for a checkpoint that a failure is to follow. */
  private static final int LONG_PAUSE_MILLIS = 100;

  private final int pauseMillis;
  private transient volatile boolean hasCheckpoint;
  private transient ListState<Integer> state;

  Failing(int pauseMillis) {
    this.pauseMillis = pauseMillis;
  }

  @Override
  public Chunk map(Chunk chunk) throws InterruptedException {
    // The input must not end before the first checkpoint, however slow the machine is.
    boolean needsCheckpoint = !hasCheckpoint && LEFT.get() > 0;
    Thread.sleep(needsCheckpoint ? Math.max(LONG_PAUSE_MILLIS, pauseMillis) : pauseMillis);
    PASSED.incrementAndGet();
    if (hasCheckpoint && LEFT.getAndDecrement() > 0) {
      throw new IllegalStateException("a failure that was planned");
    }
    return chunk;
  }

  @Override
  public void notifyCheckpointComplete(long id) {
    hasCheckpoint = true;
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) throws Exception {
    state.clear();
    state.add(1);
  }

  @Override
  public void initializeState(FunctionInitializationContext context) throws Exception {
    state =
        context.getOperatorStateStore().getListState(new ListStateDescriptor<>("seen", Types.INT));
    if (context.isRestored() && state.get().iterator().hasNext()) {
      RESTORED.incrementAndGet();
    }
  }
}
