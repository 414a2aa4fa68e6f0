package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Events as bytes.
 *
 * <pre>
 *   event    = sequence (u64) milliseconds (i64) withdraws (u64) finding optional(transaction)
 *   finding  = text(kind) transaction optional(transaction) optional(text) operation (i32)
 *              text text text(source)
 *   transaction = text text text text
 *   optional = 0 (u8) | 1 (u8) content
 *   text     = length (u32) UTF-8
 * </pre>
 */
final class EventCodec {
  private EventCodec() {}

  static byte[] encode(ViolationEvent event) {
    return bytes(
        out -> {
          out.writeLong(event.sequence());
          out.writeLong(event.time().toEpochMilli());
          out.writeLong(event.withdraws());
          finding(event.finding(), out);
          optionalTransaction(event.because(), out);
        });
  }

  static ViolationEvent decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    long sequence = in.readLong();
    Instant time = Instant.ofEpochMilli(in.readLong());
    long withdraws = in.readLong();
    TimestampFinding finding = finding(in);
    return new ViolationEvent(sequence, time, withdraws, finding, optionalTransaction(in));
  }

  /** What stands for a finding: equal findings have equal digests. */
  static Digest digest(TimestampFinding finding) {
    return Digest.of(bytes(out -> finding(finding, out)));
  }

  private interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writer writer) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try {
      writer.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static void finding(TimestampFinding finding, DataOutputStream out) throws IOException {
    text(finding.kind().name(), out);
    transaction(finding.transaction(), out);
    optionalTransaction(finding.other(), out);
    out.writeBoolean(finding.key().isPresent());
    if (finding.key().isPresent()) {
      text(finding.key().get(), out);
    }
    out.writeInt(finding.operation());
    text(finding.expected(), out);
    text(finding.actual(), out);
    text(finding.source().name(), out);
  }

  private static TimestampFinding finding(DataInputStream in) throws IOException {
    AnomalyKind kind = AnomalyKind.valueOf(text(in));
    TimestampedTransaction transaction = transaction(in);
    Optional<TimestampedTransaction> other = optionalTransaction(in);
    Optional<String> key = in.readBoolean() ? Optional.of(text(in)) : Optional.empty();
    int operation = in.readInt();
    String expected = text(in);
    String actual = text(in);
    ReadSource source = ReadSource.valueOf(text(in));
    return new TimestampFinding(kind, transaction, other, key, operation, expected, actual, source);
  }

  private static void optionalTransaction(
      Optional<TimestampedTransaction> transaction, DataOutputStream out) throws IOException {
    out.writeBoolean(transaction.isPresent());
    if (transaction.isPresent()) {
      transaction(transaction.get(), out);
    }
  }

  private static Optional<TimestampedTransaction> optionalTransaction(DataInputStream in)
      throws IOException {
    return in.readBoolean() ? Optional.of(transaction(in)) : Optional.empty();
  }

  private static void transaction(TimestampedTransaction transaction, DataOutputStream out)
      throws IOException {
    text(transaction.name(), out);
    text(transaction.session(), out);
    text(transaction.start(), out);
    text(transaction.commit(), out);
  }

  private static TimestampedTransaction transaction(DataInputStream in) throws IOException {
    return new TimestampedTransaction(text(in), text(in), text(in), text(in));
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException("a text of " + length + " bytes");
    }
    return new String(in.readNBytes(length), UTF_8);
  }
}
