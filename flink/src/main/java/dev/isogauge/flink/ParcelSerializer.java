package dev.isogauge.flink;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;

/** {@code judge, judges, number of sessions, (session, commit) of each, bytes}. */
final class ParcelSerializer extends ValueSerializer<Parcel> {
  private static final long serialVersionUID = 1;

  /** Also that of the bytes of a parcel. */
  private static final int VERSION = 1;

  private static final ParcelSerializer INSTANCE = new ParcelSerializer();
  static final TypeInformation<Parcel> TYPE = new Type<>(Parcel.class, INSTANCE);

  @Override
  public Parcel createInstance() {
    return new Parcel(0, 1, Map.of(), new byte[0]);
  }

  @Override
  public void serialize(Parcel parcel, DataOutputView to) throws IOException {
    to.writeInt(parcel.judge());
    to.writeInt(parcel.judges());
    to.writeInt(parcel.reached().size());
    for (Map.Entry<String, Long> session : parcel.reached().entrySet()) {
      StringValue.writeString(session.getKey(), to);
      to.writeLong(session.getValue());
    }
    writeBytes(parcel.bytes(), to);
  }

  @Override
  public Parcel deserialize(DataInputView from) throws IOException {
    int judge = from.readInt();
    int judges = from.readInt();
    Map<String, Long> reached = new HashMap<>();
    for (int left = from.readInt(); left > 0; left--) {
      reached.put(StringValue.readString(from), from.readLong());
    }
    return new Parcel(judge, judges, reached, readBytes(from));
  }

  @Override
  public TypeSerializerSnapshot<Parcel> snapshotConfiguration() {
    return new ParcelSnapshot();
  }

  /** Made by Flink too. */
  public static final class ParcelSnapshot extends Snapshot<Parcel> {
    /** For the present layout. */
    public ParcelSnapshot() {
      super(VERSION, INSTANCE);
    }
  }
}
