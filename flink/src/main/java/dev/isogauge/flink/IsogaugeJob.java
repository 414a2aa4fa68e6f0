package dev.isogauge.flink;

import dev.isogauge.history.RawBlock;
import dev.isogauge.online.kernel.FinalityClock;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;

/** The job that users submit to their cluster. */
public final class IsogaugeJob {
  /** State can be spread over this many operators. It must never change. */
  static final int MAX_PARALLELISM = 1 << 10;

  private static final long CHECKPOINT_MILLIS = 10_000;

  private IsogaugeJob() {}

  /**
   * Builds the job and submits it.
   *
   * @param arguments the options; without any, or with --help, they are explained
   */
  public static void main(String... arguments) throws Exception {
    if (arguments.length == 0 || arguments[0].equals("--help")) {
      System.out.print(JobOptions.USAGE);
      return;
    }
    try {
      JobOptions options = JobOptions.parse(arguments);
      StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
      build(environment, options);
      environment.execute("isogauge " + options.level().id() + " of " + options.source());
    } catch (OptionException e) {
      // Flink's command line shows the message alone. The process may be a cluster's, and goes on.
      throw new ProgramParametrizationException(
          "isogauge: " + e.getMessage() + "; --help shows all options");
    }
  }

  static void build(StreamExecutionEnvironment environment, JobOptions given)
      throws OptionException {
    JobOptions options = given.withStatedInitialValue();
    prepare(environment, options);
    DataStream<Chunk> chunks = TransactionSources.chunks(environment, options);
    if (options.extract().isPresent()) {
      Extraction.build(chunks, options);
    } else if (options.isWeak()) {
      WeakJob.build(chunks, options);
    } else {
      build(chunks, options);
    }
  }

  /** Says how to run a job. */
  static void prepare(StreamExecutionEnvironment environment, JobOptions options) {
    environment.setMaxParallelism(MAX_PARALLELISM);
    environment.configure(new Configuration().set(PipelineOptions.GENERIC_TYPES, false));
    if (options.isBatch()) {
      environment.setRuntimeMode(RuntimeExecutionMode.BATCH);
    } else {
      environment.setRuntimeMode(RuntimeExecutionMode.STREAMING);
      if (!environment.getCheckpointConfig().isCheckpointingEnabled()) {
        environment.enableCheckpointing(CHECKPOINT_MILLIS);
      }
      // Parcels in a snapshot could not be brought to another number of judges.
      environment.getCheckpointConfig().enableUnalignedCheckpoints(false);
    }
  }

  static void build(DataStream<Chunk> chunks, JobOptions options) throws OptionException {
    DataStream<Event> all = options.isBatch() ? sorted(chunks, options) : streamed(chunks, options);
    DataStream<Event> findings =
        all.filter(event -> event instanceof Event.OfLedger)
            .name("findings only")
            .keyBy(event -> ((Event.OfLedger) event).digest(), Types.STRING)
            .process(new FindingLedger(), EventSerializer.TYPE)
            .name("ledger")
            .uid("ledger");
    DataStream<Event> others =
        all.filter(event -> !(event instanceof Event.OfLedger)).name("others only");
    if (options.findings().isPresent()) {
      Sinks.lines(
          findings
              .filter(event -> !(event instanceof Event.Standing))
              .name("changes")
              .union(others.filter(event -> !(event instanceof Event.Taken)).name("problems")),
          options.findings().get());
    }
    report(findings.union(others), options);
  }

  /** Writes the report, if one is asked for, when the input has ended. */
  static void report(DataStream<Event> events, JobOptions options) {
    options
        .report()
        .ifPresent(
            target ->
                events
                    .transform(
                        "report",
                        EventSerializer.TYPE,
                        new ReportWriter(options.level().id(), target))
                    .uid("report")
                    .setParallelism(1)
                    .setMaxParallelism(1));
  }

  /** Judges transactions as they come. */
  private static DataStream<Event> streamed(DataStream<Chunk> chunks, JobOptions options) {
    SingleOutputStreamOperator<Parcel> parsed =
        chunks
            .process(new ParcelParser(options.kernel()), ParcelSerializer.TYPE)
            .name("parse")
            .uid("parse");
    SingleOutputStreamOperator<Event> judged =
        parsed
            .assignTimestampsAndWatermarks(marks(options))
            .name("time")
            .uid("time")
            .partitionCustom(new JudgeRouting.Delivery(), parcel -> parcel)
            .transform("judge", EventSerializer.TYPE, new KernelOperator(options.kernel()))
            .uid("judge")
            .setMaxParallelism(MAX_PARALLELISM);
    // As keyBy does it, but the operator itself chooses keys: a parcel has many.
    OneInputTransformation<?, ?> keyed = (OneInputTransformation<?, ?>) judged.getTransformation();
    keyed.setStateKeySelector(parcel -> "");
    keyed.setStateKeyType(Types.STRING);
    return judged.union(parsed.getSideOutput(TransactionParser.EVENTS));
  }

  /** By arrival the only watermark is the end of the input. */
  private static WatermarkStrategy<Parcel> marks(JobOptions options) {
    long idle = options.idle().toMillis();
    return options.clock() == FinalityClock.EVENT_TIME
        ? WatermarkStrategy.forGenerator(
            context -> new SessionWatermarks(idle, context.getInputActivityClock()))
        : WatermarkStrategy.noWatermarks();
  }

  /** Judges one key or session after another, each in the order of time. */
  private static DataStream<Event> sorted(DataStream<Chunk> chunks, JobOptions options) {
    SingleOutputStreamOperator<TimelinePart> parsed =
        chunks
            .process(new PartParser(options.kernel()), PartSerializer.TYPE)
            .name("parse")
            .uid("parse");
    WatermarkStrategy<TimelinePart> times =
        WatermarkStrategy.<TimelinePart>noWatermarks()
            .withTimestampAssigner(
                (part, before) -> part.commit() == RawBlock.NO_TIME ? 0 : part.commit());
    return parsed
        .assignTimestampsAndWatermarks(times)
        .name("time")
        .uid("time")
        .keyBy(TimelinePart::timeline, Types.STRING)
        .transform("judge", EventSerializer.TYPE, new BatchKernelOperator(options.kernel()))
        .uid("judge")
        .union(parsed.getSideOutput(TransactionParser.EVENTS));
  }
}
