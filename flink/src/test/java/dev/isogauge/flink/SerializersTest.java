package dev.isogauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.format.HistoryFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** What goes between operators and into state comes out again. */
class SerializersTest {
  private static final TimestampedTransaction READER =
      TimestampedTransaction.of(
          "t \u00fc\ud83d\ude00", "s", new Timestamp(1, 2), new Timestamp(3, 0));

  private static final TimestampFinding FINDING =
      TimestampFinding.of(AnomalyKind.EXTERNAL, READER)
          .with(TimestampedTransaction.of("w", "s2").numbered(1))
          .at("k".repeat(70_000), 7)
          .expecting("[1,2]", "nil");

  @Test
  void partsRoundTrip() throws IOException {
    TimelinePart part = new TimelinePart("k\"a b\"", -5, new byte[] {1, 2, 3});
    TimelinePart copy = roundTrip(part, PartSerializer.TYPE);
    assertThat(copy.timeline()).isEqualTo(part.timeline());
    assertThat(copy.commit()).isEqualTo(part.commit());
    assertThat(copy.bytes()).isEqualTo(part.bytes());
  }

  @Test
  void parcelsRoundTrip() throws IOException {
    Parcel parcel = new Parcel(3, 8, Map.of("\"a b\"", -5L, "7", 6L), new byte[] {1, 2, 3});
    Parcel copy = roundTrip(parcel, ParcelSerializer.TYPE);
    assertThat(copy).usingRecursiveComparison().isEqualTo(parcel);
  }

  @Test
  void chunksRoundTrip() throws IOException {
    Chunk chunk =
        new Chunk(
            "file:/a",
            HistoryFormat.TIMEKILLER,
            1L << 50,
            17,
            new int[] {0},
            "{}\n".getBytes(UTF_8));
    Chunk copy = roundTrip(chunk, ChunkSerializer.TYPE);
    assertThat(copy).usingRecursiveComparison().isEqualTo(chunk);
  }

  @Test
  void eventsRoundTrip() throws IOException {
    for (Event event : events()) {
      assertThat(roundTrip(event, EventSerializer.TYPE)).isEqualTo(event);
    }
  }

  private static List<Event> events() {
    return List.of(
        new Event.Finding(FINDING, Optional.empty()),
        new Event.Finding(
            TimestampFinding.of(AnomalyKind.TIMESTAMP_ORDER, READER), Optional.of(READER)),
        new Event.Standing(FINDING),
        new Event.Counted(AnomalyKind.NO_CONFLICT),
        new Event.OneMore(FINDING),
        new Event.Unjudged(READER, "because"),
        new Event.Rejected("file:/a", 3, "found nothing"),
        new Event.Taken(12));
  }

  @Test
  void reportsRoundTrip() throws IOException {
    JobReport report = new JobReport();
    events().forEach(report::add);
    assertThat(JobReport.restore(report.save()).json("ser")).isEqualTo(report.json("ser"));
  }

  /** A layout of another version is refused, not misread. */
  @Test
  void versionsAreCompared() {
    var now = new PartSerializer.PartSnapshot();
    var old = new PartSerializer.PartSnapshot();
    assertThat(now.resolveSchemaCompatibility(old).isCompatibleAsIs()).isTrue();
    old.readSnapshot(now.getCurrentVersion() - 1, new DataInputDeserializer(new byte[0]), null);
    assertThat(now.resolveSchemaCompatibility(old).isIncompatible()).isTrue();
  }

  private static <T> T roundTrip(T value, TypeInformation<T> type) throws IOException {
    TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
    DataOutputSerializer out = new DataOutputSerializer(16);
    TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
    serializer.serialize(value, out);
    DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
    TypeSerializerSnapshot<T> snapshot =
        TypeSerializerSnapshot.readVersionedSnapshot(in, SerializersTest.class.getClassLoader());
    T copy = snapshot.restoreSerializer().deserialize(in);
    assertThat(in.available()).isZero();
    return copy;
  }
}
