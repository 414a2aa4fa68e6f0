package dev.isogauge.flink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.Timestamp;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.flink.core.fs.Path;

/** Reads the violations of a report that {@link ReportWriter} wrote. */
final class ReportReader {
  private ReportReader() {}

  static List<TimestampFinding> findings(String uri) throws IOException {
    Path path = new Path(uri);
    List<TimestampFinding> findings = new ArrayList<>();
    try (InputStream in = path.getFileSystem().open(path);
        JsonParser json = new JsonFactory().createParser(in)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean areViolations = json.currentName().equals("violations");
        json.nextToken();
        if (!areViolations) {
          json.skipChildren();
          continue;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
          findings.add(finding(json));
        }
      }
    }
    return findings;
  }

  private static TimestampFinding finding(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    Optional<TimestampedTransaction> transaction = Optional.empty();
    Optional<TimestampedTransaction> other = Optional.empty();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      JsonToken value = json.nextToken();
      if (value == JsonToken.START_OBJECT) {
        Optional<TimestampedTransaction> read = Optional.of(transaction(json));
        transaction = field.equals("transaction") ? read : transaction;
        other = field.equals("other") ? read : other;
      } else if (value != JsonToken.VALUE_NULL) {
        fields.put(field, json.getText());
      }
    }
    String title = fields.getOrDefault("kind", "");
    AnomalyKind kind =
        Stream.of(AnomalyKind.values())
            .filter(each -> each.title().equals(title))
            .findFirst()
            .orElseThrow(() -> new IOException("found a violation of kind '" + title + "'"));
    return new TimestampFinding(
        kind,
        transaction.orElseThrow(() -> new IOException("found a violation without transaction")),
        other,
        Optional.ofNullable(fields.get("key")),
        Integer.parseInt(fields.getOrDefault("operation", "0")),
        fields.getOrDefault("expected", ""),
        fields.getOrDefault("actual", ""),
        Optional.empty());
  }

  private static TimestampedTransaction transaction(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String field = json.currentName();
      json.nextToken();
      fields.put(field, json.getText());
    }
    return new TimestampedTransaction(
        fields.getOrDefault("name", ""),
        fields.getOrDefault("session", ""),
        Optional.ofNullable(fields.get("start")).map(Timestamp::parse),
        Optional.ofNullable(fields.get("commit")).map(Timestamp::parse),
        fields.containsKey("number")
            ? OptionalLong.of(Long.parseLong(fields.get("number")))
            : OptionalLong.empty());
  }
}
