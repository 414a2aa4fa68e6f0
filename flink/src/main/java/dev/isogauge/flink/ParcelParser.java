package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.online.kernel.ShardBatches;
import dev.isogauge.online.kernel.TransactionSplitter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.util.Collector;

/** Makes a parcel of each chunk for each judge. Judges are as many as parsers. */
final class ParcelParser extends TransactionParser<Parcel> {
  private static final long serialVersionUID = 1;

  private transient int judges;
  private transient JudgeRouting routing;

  ParcelParser(KernelOptions options) {
    super(options);
  }

  @Override
  public void open(OpenContext context) {
    super.open(context);
    judges = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    routing = new JudgeRouting(judges);
  }

  @Override
  ChunkParser.Transactions transactions(Atoms atoms, long now, Collector<Parcel> out) {
    ShardBatches batches = splitter().batches(atoms, judges, routing);
    return new ChunkParser.Transactions() {
      @Override
      public void take(TransactionSplitter.Block block, int fragment, long position) {
        block.split(fragment, position, now, batches);
      }

      @Override
      public void end() {
        batches.handOver(
            (judge, reached, bytes) -> out.collect(new Parcel(judge, judges, reached, bytes)));
      }
    };
  }
}
