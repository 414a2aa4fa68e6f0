package dev.isogauge.flink;

import dev.isogauge.flink.WeakTransaction.Read;
import dev.isogauge.flink.WeakTransaction.Seen;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Finds whatever wrote a value; a batch brings the writes of a value before its reads. */
final class ValueWriters extends KeyedProcessFunction<String, TimelinePart, TimelinePart> {
  private static final long serialVersionUID = 1;

  /** The token of the value that keys have before the first write. */
  private final String initialValue;

  private transient ValueState<byte[]> writer;
  private transient ValueState<Integer> writers;

  ValueWriters(String initialValue) {
    this.initialValue = initialValue;
  }

  @Override
  public void open(OpenContext context) {
    writer =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>(
                    "writer", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
    writers = getRuntimeContext().getState(new ValueStateDescriptor<>("writers", Types.INT));
  }

  @Override
  public void processElement(TimelinePart part, Context context, Collector<TimelinePart> out)
      throws IOException {
    int known = writers.value() == null ? 0 : writers.value();
    if (part.commit() == WeakParser.WRITES) {
      writer.update(part.bytes());
      writers.update(known + 1);
      return;
    }
    DataInputDeserializer from = new DataInputDeserializer(part.bytes());
    String reader = ValueSerializer.readText(from);
    int index = from.readInt();
    String key = ValueSerializer.readText(from);
    boolean isInitial = ValueSerializer.readText(from).equals(initialValue);
    Seen seen =
        known + (isInitial ? 1 : 0) > 1
            ? Seen.SEVERAL
            : isInitial ? Seen.INITIAL : known == 0 ? Seen.NOTHING : Seen.WRITER;
    DataOutputSerializer to = new DataOutputSerializer(128);
    new Read(
            key,
            seen,
            seen == Seen.WRITER
                ? Optional.of(SeenWriter.decode(new DataInputDeserializer(writer.value())))
                : Optional.empty())
        .encode(to);
    out.collect(new TimelinePart(reader, index + 1L, to.getCopyOfBuffer()));
  }
}
