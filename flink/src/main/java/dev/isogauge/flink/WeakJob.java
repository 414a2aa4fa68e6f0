package dev.isogauge.flink;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.InitialValue;
import dev.isogauge.level.IsolationLevel;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Read committed and read atomic of a batch whose transactions have commit timestamps.
 *
 * <ol>
 *   <li>Reads meet the writes of their values ({@link ValueWriters}), and transactions get together
 *       with what their reads saw ({@link TransactionAssembler}).
 *   <li>Whatever a level forces upon the order of commits is compared with that of the timestamps
 *       ({@link CommitOrderCheck}). If all goes forward, that order proves the level.
 *   <li>Else every cycle lies in a window between an edge's ends, or in several that overlap
 *       ({@link WindowCollector}). The transactions of each window ({@link WindowSelection}) are
 *       checked by themselves ({@link WindowJudge}).
 * </ol>
 *
 * <p>Nothing of it grows with the history in one place but the windows, which are few where
 * timestamps are right.
 */
final class WeakJob {
  /** What one process checks with ease. */
  private static final int MOST_IN_WINDOW = 200_000;

  private WeakJob() {}

  static void build(DataStream<Chunk> chunks, JobOptions options) throws OptionException {
    build(chunks, options, MOST_IN_WINDOW);
  }

  static void build(DataStream<Chunk> chunks, JobOptions options, int mostInWindow)
      throws OptionException {
    SingleOutputStreamOperator<TimelinePart> values =
        chunks
            .process(new WeakParser(options.initialValue()), PartSerializer.TYPE)
            .name("parse")
            .uid("parse");
    Atoms atoms = new Atoms();
    String initial = atoms.token(InitialValue.atom(options.initialValue(), atoms));
    DataStream<TimelinePart> reads =
        grouped(values)
            .process(new ValueWriters(initial), PartSerializer.TYPE)
            .name("resolve")
            .uid("resolve");
    DataStream<TimelinePart> transactions =
        grouped(values.getSideOutput(WeakParser.BODIES).union(reads))
            .process(new TransactionAssembler(), PartSerializer.TYPE)
            .name("assemble")
            .uid("assemble");
    SingleOutputStreamOperator<TimelinePart> compared =
        grouped(transactions)
            .process(
                new CommitOrderCheck(options.level() == IsolationLevel.READ_ATOMIC),
                PartSerializer.TYPE)
            .name("compare")
            .uid("compare");
    DataStream<TimelinePart> windows =
        compared
            .getSideOutput(CommitOrderCheck.SUSPICIONS)
            .transform("windows", PartSerializer.TYPE, new WindowCollector())
            .uid("windows")
            .setParallelism(1)
            .setMaxParallelism(1);
    DataStream<TimelinePart> selected =
        compared
            .keyBy(TimelinePart::timeline, Types.STRING)
            .connect(windows.broadcast(WindowSelection.WINDOWS))
            .process(new WindowSelection(), PartSerializer.TYPE)
            .name("select")
            .uid("select");
    DataStream<Event> found =
        grouped(selected)
            .process(
                new WindowJudge(options.level(), options.initialValue(), mostInWindow),
                EventSerializer.TYPE)
            .name("judge")
            .uid("judge");
    DataStream<Event> all =
        found.union(
            values.getSideOutput(WeakParser.EVENTS), compared.getSideOutput(WeakParser.EVENTS));
    if (options.findings().isPresent()) {
      Sinks.lines(
          all.filter(event -> !(event instanceof Event.Taken)).name("findings only"),
          options.findings().get());
    }
    IsogaugeJob.report(all, options);
  }

  /** By what a part is about, which a batch then brings in the order of times. */
  private static KeyedStream<TimelinePart, String> grouped(DataStream<TimelinePart> parts) {
    return parts
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<TimelinePart>noWatermarks()
                .withTimestampAssigner((part, before) -> part.commit()))
        .name("time")
        .keyBy(TimelinePart::timeline, Types.STRING);
  }
}
