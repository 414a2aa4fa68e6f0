package dev.isogauge.flink;

import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** {@code timeline, commit, bytes}. */
final class PartSerializer extends ValueSerializer<TimelinePart> {
  private static final long serialVersionUID = 1;

  /** Also that of the bytes of a part. */
  private static final int VERSION = 1;

  private static final PartSerializer INSTANCE = new PartSerializer();
  static final TypeInformation<TimelinePart> TYPE = new Type<>(TimelinePart.class, INSTANCE);

  @Override
  public TimelinePart createInstance() {
    return new TimelinePart("k", 0, new byte[0]);
  }

  @Override
  public void serialize(TimelinePart part, DataOutputView to) throws IOException {
    StringValue.writeString(part.timeline(), to);
    to.writeLong(part.commit());
    writeBytes(part.bytes(), to);
  }

  @Override
  public TimelinePart deserialize(DataInputView from) throws IOException {
    return new TimelinePart(StringValue.readString(from), from.readLong(), readBytes(from));
  }

  @Override
  public TypeSerializerSnapshot<TimelinePart> snapshotConfiguration() {
    return new PartSnapshot();
  }

  /** Made by Flink too. */
  public static final class PartSnapshot extends Snapshot<TimelinePart> {
    /** For the present layout. */
    public PartSnapshot() {
      super(VERSION, INSTANCE);
    }
  }
}
