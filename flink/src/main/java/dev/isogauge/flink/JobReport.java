package dev.isogauge.flink;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.online.kernel.StreamVerdict;
import dev.isogauge.report.command.FindingJson;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** What stands at the end. All violations are counted, and the earliest ones described. */
final class JobReport {
  /** How many violations, lines and transactions are described, of each. */
  static final int DESCRIBED = 1000;

  private static final int VERSION = 2;

  /** By start, then in any order that is always the same. */
  private static final Comparator<TimestampFinding> EARLIEST =
      Comparator.comparing(
              (TimestampFinding finding) -> finding.transaction().start().orElseThrow())
          .thenComparing(TimestampFinding::toString);

  private long transactions;
  private long rejected;
  private long unjudged;
  private long withdrawn;
  private final Map<AnomalyKind, Long> counts = new EnumMap<>(AnomalyKind.class);
  private final TreeSet<TimestampFinding> described = new TreeSet<>(EARLIEST);
  private final Map<String, Event.Explained> explained = new LinkedHashMap<>();
  private final List<Event> problems = new ArrayList<>();

  void add(Event event) {
    if (event instanceof Event.Finding finding) {
      counts.merge(finding.finding().kind(), finding.isFound() ? 1L : -1L, Long::sum);
      withdrawn += finding.isFound() ? 0 : 1;
    } else if (event instanceof Event.Standing standing) {
      described.add(standing.finding());
      if (described.size() > DESCRIBED) {
        described.pollLast();
      }
    } else if (event instanceof Event.Explained found) {
      if (explained.size() < DESCRIBED && explained.putIfAbsent(found.digest(), found) == null) {
        counts.merge(found.kind(), 1L, Long::sum);
      }
    } else if (event instanceof Event.Counted counted) {
      counts.merge(counted.kind(), 1L, Long::sum);
    } else if (event instanceof Event.Taken taken) {
      transactions += taken.transactions();
    } else {
      rejected += event instanceof Event.Rejected ? 1 : 0;
      unjudged += event instanceof Event.Unjudged ? 1 : 0;
      if (problems.size() < DESCRIBED) {
        problems.add(event);
      }
    }
  }

  StreamVerdict verdict() {
    counts.values().removeIf(count -> count == 0);
    return StreamVerdict.of(transactions, rejected + unjudged == 0, counts.keySet());
  }

  /** The report as JSON, with a line end. */
  String json(String level) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = EventLines.generator(text)) {
      json.writeStartObject();
      json.writeStringField("level", level);
      json.writeStringField("verdict", verdict().id());
      json.writeNumberField("transactions", transactions);
      json.writeNumberField("rejected", rejected);
      json.writeNumberField("unjudged", unjudged);
      json.writeNumberField("withdrawn", withdrawn);
      FindingJson.counts(counts, json);
      json.writeArrayFieldStart("violations");
      for (TimestampFinding finding : described) {
        json.writeStartObject();
        json.writeStringField("id", new Event.Finding(finding, Optional.empty()).digest());
        FindingJson.write(finding, json);
        json.writeEndObject();
      }
      for (Event.Explained found : explained.values()) {
        json.writeStartObject();
        EventLines.explained(found, json);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("problems");
      for (Event problem : problems) {
        json.writeRawValue(EventLines.line(problem));
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeRaw('\n');
    }
    return text.toString();
  }

  byte[] save() throws IOException {
    DataOutputSerializer to = new DataOutputSerializer(256);
    to.writeByte(VERSION);
    to.writeLong(transactions);
    to.writeLong(rejected);
    to.writeLong(unjudged);
    to.writeLong(withdrawn);
    to.writeInt(counts.size());
    for (Map.Entry<AnomalyKind, Long> count : counts.entrySet()) {
      to.writeUTF(count.getKey().name());
      to.writeLong(count.getValue());
    }
    to.writeInt(described.size());
    for (TimestampFinding finding : described) {
      EventSerializer.INSTANCE.serialize(new Event.Standing(finding), to);
    }
    to.writeInt(problems.size());
    for (Event problem : problems) {
      EventSerializer.INSTANCE.serialize(problem, to);
    }
    return to.getCopyOfBuffer();
  }

  static JobReport restore(byte[] saved) throws IOException {
    DataInputDeserializer from = new DataInputDeserializer(saved);
    int version = from.readByte();
    if (version != VERSION) {
      throw new IOException("found a report of version " + version + "; expected " + VERSION);
    }
    JobReport report = new JobReport();
    report.transactions = from.readLong();
    report.rejected = from.readLong();
    report.unjudged = from.readLong();
    report.withdrawn = from.readLong();
    for (int left = from.readInt(); left > 0; left--) {
      report.counts.put(AnomalyKind.valueOf(from.readUTF()), from.readLong());
    }
    for (int left = from.readInt(); left > 0; left--) {
      report.add(EventSerializer.INSTANCE.deserialize(from));
    }
    for (int left = from.readInt(); left > 0; left--) {
      report.problems.add(EventSerializer.INSTANCE.deserialize(from));
    }
    return report;
  }
}
