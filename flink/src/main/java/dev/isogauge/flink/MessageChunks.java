package dev.isogauge.flink;

import java.util.Arrays;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Makes a chunk of each message: one transaction, or several lines of them. */
final class MessageChunks implements KafkaRecordDeserializationSchema<Chunk> {
  private static final long serialVersionUID = 1;

  /** A message has at most 2^10 lines, a partition 2^40 messages, and a topic 2^12 partitions. */
  private static final int LINE_BITS = 10;

  private static final int OFFSET_BITS = 40;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> message, Collector<Chunk> out) {
    byte[] value = message.value() == null ? new byte[0] : message.value();
    byte[] lines = Arrays.copyOf(value, value.length + 1);
    lines[value.length] = '\n';
    out.collect(
        new Chunk(
            message.topic() + "-" + message.partition(),
            ChunkCutter.detect(value, value.length),
            (long) message.partition() << (OFFSET_BITS + LINE_BITS) | message.offset() << LINE_BITS,
            message.offset(),
            new int[linesIn(lines)], // all of them at the message's offset
            lines));
  }

  private static int linesIn(byte[] bytes) {
    int lines = 0;
    for (byte each : bytes) {
      lines += each == '\n' ? 1 : 0;
    }
    return lines;
  }

  @Override
  public TypeInformation<Chunk> getProducedType() {
    return ChunkSerializer.TYPE;
  }
}
