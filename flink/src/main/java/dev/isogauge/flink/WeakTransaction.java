package dev.isogauge.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A committed transaction with what its reads saw.
 *
 * @param self as others see it
 * @param line the transaction as JSON, without its number
 * @param hasFault whether it reads something other than it wrote itself before
 * @param reads of what others wrote, in order
 */
record WeakTransaction(SeenWriter self, String line, boolean hasFault, List<Read> reads) {
  /** What a read saw. */
  enum Seen {
    /** What one transaction wrote. */
    WRITER,
    /** What was there before all transactions. */
    INITIAL,
    /** What no transaction wrote. */
    NOTHING,
    /** What several wrote, or what was there initially too. */
    SEVERAL
  }

  /**
   * A read.
   *
   * @param writer where one was seen
   */
  record Read(String key, Seen seen, Optional<SeenWriter> writer) {
    void encode(DataOutputView to) throws IOException {
      ValueSerializer.writeText(key, to);
      to.writeUTF(seen.name());
      if (writer.isPresent()) {
        writer.get().encode(to);
      }
    }

    static Read decode(DataInputView from) throws IOException {
      String key = ValueSerializer.readText(from);
      Seen seen = Seen.valueOf(from.readUTF());
      return new Read(
          key, seen, seen == Seen.WRITER ? Optional.of(SeenWriter.decode(from)) : Optional.empty());
    }
  }

  CommitPlace place() {
    return self.place();
  }

  String session() {
    return self.session();
  }

  WeakTransaction with(List<Read> newReads) {
    return new WeakTransaction(self, line, hasFault, newReads);
  }

  byte[] encode() throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(256);
    self.encode(to);
    ValueSerializer.writeText(line, to);
    to.writeBoolean(hasFault);
    to.writeInt(reads.size());
    for (Read read : reads) {
      read.encode(to);
    }
    return to.getCopyOfBuffer();
  }

  static WeakTransaction decode(byte[] bytes) throws IOException {
    DataInputDeserializer from = new DataInputDeserializer(bytes);
    SeenWriter self = SeenWriter.decode(from);
    String line = ValueSerializer.readText(from);
    boolean hasFault = from.readBoolean();
    List<Read> reads = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      reads.add(Read.decode(from));
    }
    return new WeakTransaction(self, line, hasFault, reads);
  }

  static void encode(List<String> texts, DataOutputView to) throws IOException {
    to.writeInt(texts.size());
    for (String text : texts) {
      ValueSerializer.writeText(text, to);
    }
  }

  static List<String> decodeTexts(DataInputView from) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      texts.add(ValueSerializer.readText(from));
    }
    return texts;
  }
}
