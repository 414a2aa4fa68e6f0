package dev.isogauge.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.ReadSource;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventCodecTest {
  private static final TimestampedTransaction READER =
      TimestampedTransaction.of(
              "\"t \\\"1\"", "sé\uD83D\uDE00", new Timestamp(1, 2), new Timestamp(-7, 0))
          .numbered(4);
  private static final TimestampedTransaction WRITER = TimestampedTransaction.of("w", "s");

  static TimestampFinding finding(String actual) {
    return TimestampFinding.of(AnomalyKind.EXTERNAL, READER)
        .with(WRITER)
        .at("x\n", 3)
        .expecting("nil", actual)
        .from(Optional.of(ReadSource.NEVER_WRITTEN));
  }

  @Test
  void whatWasEncodedIsDecoded() throws IOException {
    Instant now = Instant.ofEpochMilli(1_700_000_000_123L);
    TimestampFinding bare = TimestampFinding.of(AnomalyKind.TIMESTAMP_ORDER, READER);
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
