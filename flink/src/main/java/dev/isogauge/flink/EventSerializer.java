package dev.isogauge.flink;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.FindingCodec;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A byte for the kind of event, then its fields. Constants are written by name. */
final class EventSerializer extends ValueSerializer<Event> {
  private static final long serialVersionUID = 1;
  private static final int VERSION = 1;

  private static final int FINDING = 0;
  private static final int COUNTED = 1;
  private static final int UNJUDGED = 2;
  private static final int REJECTED = 3;
  private static final int TAKEN = 4;
  private static final int EXPLAINED = 5;
  private static final int STANDING = 6;
  private static final int ONE_MORE = 7;

  static final EventSerializer INSTANCE = new EventSerializer();
  static final TypeInformation<Event> TYPE = new Type<>(Event.class, INSTANCE);

  @Override
  public Event createInstance() {
    return new Event.Taken(0);
  }

  @Override
  public void serialize(Event event, DataOutputView to) throws IOException {
    if (event instanceof Event.Finding found) {
      to.writeByte(FINDING);
      FindingCodec.write(found.finding(), to);
      FindingCodec.writeOptional(found.withdrawnBy(), to);
    } else if (event instanceof Event.OneMore more) {
      to.writeByte(ONE_MORE);
      FindingCodec.write(more.finding(), to);
    } else if (event instanceof Event.Standing standing) {
      to.writeByte(STANDING);
      FindingCodec.write(standing.finding(), to);
    } else if (event instanceof Event.Counted counted) {
      to.writeByte(COUNTED);
      to.writeUTF(counted.kind().name());
    } else if (event instanceof Event.Unjudged unjudged) {
      to.writeByte(UNJUDGED);
      FindingCodec.writeTransaction(unjudged.transaction(), to);
      writeText(unjudged.why(), to);
    } else if (event instanceof Event.Rejected rejected) {
      to.writeByte(REJECTED);
      writeText(rejected.source(), to);
      to.writeLong(rejected.line());
      writeText(rejected.why(), to);
    } else if (event instanceof Event.Explained explained) {
      to.writeByte(EXPLAINED);
      to.writeUTF(explained.kind().name());
      writeText(explained.text(), to);
    } else if (event instanceof Event.Taken taken) {
      to.writeByte(TAKEN);
      to.writeLong(taken.transactions());
    }
  }

  @Override
  public Event deserialize(DataInputView from) throws IOException {
    int kind = from.readByte();
    return switch (kind) {
      case FINDING -> new Event.Finding(FindingCodec.read(from), FindingCodec.readOptional(from));
      case STANDING -> new Event.Standing(FindingCodec.read(from));
      case ONE_MORE -> new Event.OneMore(FindingCodec.read(from));
      case COUNTED -> new Event.Counted(AnomalyKind.valueOf(from.readUTF()));
      case UNJUDGED -> new Event.Unjudged(FindingCodec.readTransaction(from), readText(from));
      case REJECTED -> new Event.Rejected(readText(from), from.readLong(), readText(from));
      case EXPLAINED -> new Event.Explained(AnomalyKind.valueOf(from.readUTF()), readText(from));
      case TAKEN -> new Event.Taken(from.readLong());
      default -> throw new IOException("found an event of kind " + kind + "; expected 0 to 7");
    };
  }

  @Override
  public TypeSerializerSnapshot<Event> snapshotConfiguration() {
    return new EventSnapshot();
  }

  /** Made by Flink too. */
  public static final class EventSnapshot extends Snapshot<Event> {
    /** For the present layout. */
    public EventSnapshot() {
      super(VERSION, INSTANCE);
    }
  }
}
