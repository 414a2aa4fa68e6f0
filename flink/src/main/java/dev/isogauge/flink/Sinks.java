package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** Where findings go. */
final class Sinks {
  private Sinks() {}

  static void lines(DataStream<Event> events, String target) throws OptionException {
    Optional<Topic> topic = Topic.of(target);
    if (topic.isPresent()) {
      messages(events, topic.get());
    } else {
      files(events, target);
    }
  }

  /** Messages in transactions that are committed with a checkpoint. */
  private static void messages(DataStream<Event> events, Topic topic) {
    KafkaSink<Event> sink =
        KafkaSink.<Event>builder()
            .setBootstrapServers(topic.brokers())
            .setRecordSerializer(new EventMessages(topic.name()))
            .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
            .setTransactionalIdPrefix("isogauge-" + topic.name())
            // Brokers refuse more by default.
            .setProperty("transaction.timeout.ms", "900000")
            .build();
    events.sinkTo(sink).name("findings").uid("findings");
  }

  /** Files that are complete with a checkpoint, and then hold each event once. */
  private static void files(DataStream<Event> events, String target) {
    FileSink<Event> sink =
        FileSink.<Event>forRowFormat(
                new Path(target),
                (event, out) -> out.write((EventLines.line(event) + "\n").getBytes(UTF_8)))
            .withRollingPolicy(OnCheckpointRollingPolicy.build())
            .build();
    events.sinkTo(sink).name("findings").uid("findings");
  }
}
