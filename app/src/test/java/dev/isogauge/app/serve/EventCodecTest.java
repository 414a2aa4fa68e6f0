package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventCodecTest {
  private static final TimestampedTransaction READER =
      new TimestampedTransaction("\"t \\\"1\"", "sé\uD83D\uDE00", "1:2", "-7");
  private static final TimestampedTransaction WRITER =
      new TimestampedTransaction("w", "s", "0", "1");

  static TimestampFinding finding(String actual) {
    return new TimestampFinding(
        AnomalyKind.EXTERNAL,
        READER,
        Optional.of(WRITER),
        Optional.of("x\n"),
        3,
        "nil",
        actual,
        ReadSource.NEVER_WRITTEN);
  }

  @Test
  void whatWasEncodedIsDecoded() throws IOException {
    Instant now = Instant.ofEpochMilli(1_700_000_000_123L);
    TimestampFinding bare =
        new TimestampFinding(
            AnomalyKind.TIMESTAMP_ORDER,
            READER,
            Optional.empty(),
            Optional.empty(),
            0,
            "",
            "",
            ReadSource.NOT_KNOWN);
    ViolationEvent found =
        new ViolationEvent(7, now, 0, finding("y".repeat(100_000)), Optional.empty());
    ViolationEvent withdrawn = new ViolationEvent(8, now, 7, bare, Optional.of(WRITER));

    assertThat(EventCodec.decode(EventCodec.encode(found))).isEqualTo(found);
    assertThat(EventCodec.decode(EventCodec.encode(withdrawn))).isEqualTo(withdrawn);
  }

  @Test
  void equalFindingsHaveEqualDigests() {
    assertThat(EventCodec.digest(finding("1"))).isEqualTo(EventCodec.digest(finding("1")));
    assertThat(EventCodec.digest(finding("1"))).isNotEqualTo(EventCodec.digest(finding("2")));
  }

  @Test
  void linesOfEventsAreOneLineWhateverTheNames() throws IOException {
    ViolationEvent event =
        new ViolationEvent(1, Instant.EPOCH, 0, finding("a\r\n\"\u2028\u0000"), Optional.empty());

    assertThat(ServiceEventJson.line(event))
        .doesNotContain("\n", "\r", "\u0000")
        .contains("\"key\":\"x\\n\"")
        .contains("\"source\":\"never written\"");
  }
}
