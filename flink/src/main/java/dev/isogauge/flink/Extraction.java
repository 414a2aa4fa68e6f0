package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.util.Collector;

/**
 * Extracts a small history around each violation of a report, for {@code check} and {@code shrink}:
 * a directory each, named by its id.
 */
final class Extraction extends RichFlatMapFunction<Chunk, Tuple3<String, Long, String>> {
  private static final long serialVersionUID = 1;
  private static final TypeInformation<Tuple3<String, Long, String>> TYPE =
      Types.TUPLE(Types.STRING, Types.LONG, Types.STRING);

  private final String report;
  private final String initialValue;
  private transient FindingExtract surroundings;

  private Extraction(String report, String initialValue) {
    this.report = report;
    this.initialValue = initialValue;
  }

  static void build(DataStream<Chunk> chunks, JobOptions options) throws OptionException {
    String report = options.report().orElseThrow();
    String target = options.extract().orElseThrow();
    try {
      ReportReader.findings(report);
    } catch (IOException e) {
      throw new OptionException("cannot read the report " + report + ": " + e.getMessage());
    }
    FileSink<Tuple3<String, Long, String>> sink =
        FileSink.<Tuple3<String, Long, String>>forRowFormat(
                new Path(target), (line, out) -> out.write((line.f2 + "\n").getBytes(UTF_8)))
            .withBucketAssigner(new ById())
            .withRollingPolicy(OnCheckpointRollingPolicy.build())
            .build();
    chunks
        .flatMap(new Extraction(report, options.initialValue()))
        .returns(TYPE)
        .name("extract")
        .assignTimestampsAndWatermarks(
            WatermarkStrategy.<Tuple3<String, Long, String>>noWatermarks()
                .withTimestampAssigner((line, before) -> line.f1))
        .keyBy(line -> line.f0, Types.STRING)
        .process(new InOrder(options.initialLine()))
        .returns(TYPE)
        .name("sort")
        .sinkTo(sink)
        .name("histories");
  }

  @Override
  public void open(OpenContext context) throws IOException {
    surroundings = new FindingExtract(ReportReader.findings(report));
  }

  @Override
  public void flatMap(Chunk chunk, Collector<Tuple3<String, Long, String>> out) {
    new ChunkReader(
            chunk,
            initialValue,
            (read, atoms, line) -> {
              for (RawBlock block : read) {
                for (int fragment = 0; fragment < block.fragmentCount(); fragment++) {
                  long position = chunk.position() + line + block.line(fragment) - 1;
                  surroundings.of(
                      block,
                      fragment,
                      atoms,
                      position,
                      (finding, place, part) ->
                          out.collect(
                              Tuple3.of(id(finding), place, TransactionLine.of(part, atoms))));
                }
              }
            },
            (line, why) -> {})
        .read();
  }

  private static String id(TimestampFinding finding) {
    return new Event.Finding(finding, Optional.empty()).digest();
  }

  /**
   * A batch sorts what a keyed operator gets, so that sessions are in order. Initial values come
   * first.
   */
  private static final class InOrder
      extends KeyedProcessFunction<
          String, Tuple3<String, Long, String>, Tuple3<String, Long, String>> {
    private static final long serialVersionUID = 1;

    /** Empty where keys begin with nil. */
    private final String initialLine;

    private transient ValueState<Boolean> hasBegun;

    InOrder(String initialLine) {
      this.initialLine = initialLine;
    }

    @Override
    public void open(OpenContext context) {
      hasBegun = getRuntimeContext().getState(new ValueStateDescriptor<>("begun", Types.BOOLEAN));
    }

    @Override
    public void processElement(
        Tuple3<String, Long, String> line,
        Context context,
        Collector<Tuple3<String, Long, String>> out)
        throws IOException {
      if (hasBegun.value() == null) {
        hasBegun.update(true);
        if (!initialLine.isEmpty()) {
          out.collect(Tuple3.of(line.f0, line.f1, initialLine));
        }
      }
      out.collect(line);
    }
  }

  private static final class ById implements BucketAssigner<Tuple3<String, Long, String>, String> {
    private static final long serialVersionUID = 1;

    @Override
    public String getBucketId(Tuple3<String, Long, String> line, BucketAssigner.Context context) {
      return line.f0;
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
      return SimpleVersionedStringSerializer.INSTANCE;
    }
  }
}
