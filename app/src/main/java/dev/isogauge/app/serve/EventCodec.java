package dev.isogauge.app.serve;

import dev.isogauge.anomaly.FindingCodec;
import dev.isogauge.anomaly.TimestampFinding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Events as bytes: sequence (u64), milliseconds (i64), withdraws (u64), {@link FindingCodec}. */
final class EventCodec {
  private EventCodec() {}

  static byte[] encode(ViolationEvent event) {
    return bytes(
        out -> {
          out.writeLong(event.sequence());
          out.writeLong(event.time().toEpochMilli());
          out.writeLong(event.withdraws());
          FindingCodec.write(event.finding(), out);
          FindingCodec.writeOptional(event.because(), out);
        });
  }

  static ViolationEvent decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    long sequence = in.readLong();
    Instant time = Instant.ofEpochMilli(in.readLong());
    long withdraws = in.readLong();
    TimestampFinding finding = FindingCodec.read(in);
    return new ViolationEvent(sequence, time, withdraws, finding, FindingCodec.readOptional(in));
  }

  /** What stands for a finding: equal findings have equal digests. */
  static Digest digest(TimestampFinding finding) {
    return Digest.of(bytes(out -> FindingCodec.write(finding, out)));
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
}
