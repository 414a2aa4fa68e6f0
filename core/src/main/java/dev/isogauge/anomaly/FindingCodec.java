package dev.isogauge.anomaly;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Findings as bytes. Constants are written by name.
 *
 * <pre>
 *   finding     = text(kind) transaction optional(transaction) optional(text(key)) operation (i32)
 *                 text(expected) text(actual) optional(text(source))
 *   transaction = text(name) text(session) optional(timestamp) optional(timestamp) optional(i64)
 *   timestamp   = physical (i64) logical (i64)
 *   optional    = 0 (u8) | 1 (u8) content
 *   text        = length (u32) UTF-8
 * </pre>
 */
public final class FindingCodec {
  private FindingCodec() {}

  private interface Writer<T> {
    void write(T value, DataOutput to) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInput from) throws IOException;
  }

  /** Writes a finding. */
  public static void write(TimestampFinding finding, DataOutput to) throws IOException {
    writeText(finding.kind().name(), to);
    writeTransaction(finding.transaction(), to);
    writeOptional(finding.other(), to);
    optional(finding.key(), FindingCodec::writeText, to);
    to.writeInt(finding.operation());
    writeText(finding.expected(), to);
    writeText(finding.actual(), to);
    optional(finding.source().map(Enum::name), FindingCodec::writeText, to);
  }

  /** Reads what {@link #write} wrote. */
  public static TimestampFinding read(DataInput from) throws IOException {
    return new TimestampFinding(
        AnomalyKind.valueOf(readText(from)),
        readTransaction(from),
        readOptional(from),
        optional(from, FindingCodec::readText),
        from.readInt(),
        readText(from),
        readText(from),
        optional(from, FindingCodec::readText).map(ReadSource::valueOf));
  }

  /** Writes a transaction. */
  public static void writeTransaction(TimestampedTransaction transaction, DataOutput to)
      throws IOException {
    writeText(transaction.name(), to);
    writeText(transaction.session(), to);
    optional(transaction.start(), FindingCodec::timestamp, to);
    optional(transaction.commit(), FindingCodec::timestamp, to);
    to.writeBoolean(transaction.number().isPresent());
    if (transaction.number().isPresent()) {
      to.writeLong(transaction.number().getAsLong());
    }
  }

  /** Reads what {@link #writeTransaction} wrote. */
  public static TimestampedTransaction readTransaction(DataInput from) throws IOException {
    return new TimestampedTransaction(
        readText(from),
        readText(from),
        optional(from, FindingCodec::timestamp),
        optional(from, FindingCodec::timestamp),
        from.readBoolean() ? OptionalLong.of(from.readLong()) : OptionalLong.empty());
  }

  /** Writes a transaction, if there is one. */
  public static void writeOptional(Optional<TimestampedTransaction> transaction, DataOutput to)
      throws IOException {
    optional(transaction, FindingCodec::writeTransaction, to);
  }

  /** Reads what {@link #writeOptional} wrote. */
  public static Optional<TimestampedTransaction> readOptional(DataInput from) throws IOException {
    return optional(from, FindingCodec::readTransaction);
  }

  private static void timestamp(Timestamp timestamp, DataOutput to) throws IOException {
    to.writeLong(timestamp.physical());
    to.writeLong(timestamp.logical());
  }

  private static Timestamp timestamp(DataInput from) throws IOException {
    return new Timestamp(from.readLong(), from.readLong());
  }

  private static <T> void optional(Optional<T> value, Writer<T> writer, DataOutput to)
      throws IOException {
    to.writeBoolean(value.isPresent());
    if (value.isPresent()) {
      writer.write(value.get(), to);
    }
  }

  private static <T> Optional<T> optional(DataInput from, Reader<T> reader) throws IOException {
    return from.readBoolean() ? Optional.of(reader.read(from)) : Optional.empty();
  }

  private static void writeText(String text, DataOutput to) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  private static String readText(DataInput from) throws IOException {
    byte[] bytes = new byte[from.readInt()];
    from.readFully(bytes);
    return new String(bytes, UTF_8);
  }
}
