package dev.isogauge.flink;

import dev.isogauge.history.Outcome;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A transaction that wrote a value, as those that read it need to know it.
 *
 * @param place in the order of commits; without meaning unless it is committed
 * @param session its token
 * @param name its token
 * @param position in its session
 * @param isFinal whether the value is the last that it wrote to the key
 * @param writes keys and values by turns: the value that was read where it is not final, and all
 *     final ones
 */
record SeenWriter(
    CommitPlace place,
    String session,
    String name,
    long position,
    Outcome outcome,
    boolean isFinal,
    List<String> writes) {
  boolean writes(String key) {
    for (int i = 0; i < writes.size(); i += 2) {
      if (writes.get(i).equals(key)) {
        return true;
      }
    }
    return false;
  }

  String id() {
    return place.id();
  }

  void encode(DataOutputView to) throws IOException {
    to.writeLong(place.commit());
    to.writeLong(place.logical());
    ValueSerializer.writeText(place.id(), to);
    ValueSerializer.writeText(session, to);
    ValueSerializer.writeText(name, to);
    to.writeLong(position);
    to.writeUTF(outcome.name());
    to.writeBoolean(isFinal);
    WeakTransaction.encode(writes, to);
  }

  static SeenWriter decode(DataInputView from) throws IOException {
    return new SeenWriter(
        new CommitPlace(from.readLong(), from.readLong(), ValueSerializer.readText(from)),
        ValueSerializer.readText(from),
        ValueSerializer.readText(from),
        from.readLong(),
        Outcome.valueOf(from.readUTF()),
        from.readBoolean(),
        WeakTransaction.decodeTexts(from));
  }
}
