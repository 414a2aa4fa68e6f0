package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** Where findings go. */
final class Sinks {
  private Sinks() {}

  /** Files that are complete with a checkpoint, and then hold each event once. */
  static void lines(DataStream<Event> events, String target) {
    FileSink<Event> sink =
        FileSink.<Event>forRowFormat(
                new Path(target),
                (event, out) -> out.write((EventJson.line(event) + "\n").getBytes(UTF_8)))
            .withRollingPolicy(OnCheckpointRollingPolicy.build())
            .build();
    events.sinkTo(sink).name("findings").uid("findings");
  }
}
