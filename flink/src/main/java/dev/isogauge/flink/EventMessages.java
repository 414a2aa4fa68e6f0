package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Events as messages of a topic; those about one finding have its id as key, and keep order. */
final class EventMessages implements KafkaRecordSerializationSchema<Event> {
  private static final long serialVersionUID = 1;

  private final String topic;

  EventMessages(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Event event, KafkaSinkContext context, Long timestamp) {
    byte[] key = event instanceof Event.Finding finding ? finding.digest().getBytes(UTF_8) : null;
    return new ProducerRecord<>(topic, key, EventLines.line(event).getBytes(UTF_8));
  }
}
