package dev.isogauge.app.flink;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The report of a job, in short.
 *
 * @param counts violations by kind
 * @param sentences about the first violations
 * @param problems about the first lines and transactions that were not judged
 */
record ClusterReport(
    String level,
    String verdict,
    long transactions,
    long rejected,
    long unjudged,
    Map<String, Long> counts,
    List<String> sentences,
    List<String> problems) {
  /** How many of each are shown. */
  private static final int SHOWN = 10;

  static ClusterReport parse(String text) throws IOException {
    Map<String, String> scalars = new HashMap<>();
    Map<String, Long> counts = new TreeMap<>();
    List<String> sentences = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(text)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "counts" -> {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
              counts.put(json.currentName(), json.nextLongValue(0));
            }
          }
          case "violations" -> {
            while (json.nextToken() == JsonToken.START_OBJECT) {
              sentences.add(object(json).get("sentence"));
            }
          }
          case "problems" -> {
            while (json.nextToken() == JsonToken.START_OBJECT) {
              problems.add(problem(object(json)));
            }
          }
          default -> scalars.put(field, json.getText());
        }
      }
    }
    return new ClusterReport(
        scalars.get("level"),
        scalars.get("verdict"),
        Long.parseLong(scalars.get("transactions")),
        Long.parseLong(scalars.get("rejected")),
        Long.parseLong(scalars.get("unjudged")),
        counts,
        sentences.subList(0, Math.min(SHOWN, sentences.size())),
        problems.subList(0, Math.min(SHOWN, problems.size())));
  }

  private static String problem(Map<String, String> fields) {
    return fields.get("event").equals("rejected")
        ? fields.get("source") + ":" + fields.get("line") + ": " + fields.get("why")
        : "transaction " + fields.get("name") + " cannot be judged: " + fields.get("why");
  }

  /** The fields of an object that begins here that are text or numbers, those inside included. */
  private static Map<String, String> object(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    for (int depth = 1; depth > 0; ) {
      JsonToken token = json.nextToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token.isScalarValue() && json.currentName() != null) {
        fields.put(json.currentName(), json.getText());
      }
    }
    return fields;
  }

  String summary() {
    String found =
        counts.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    String left =
        rejected + unjudged == 0
            ? ""
            : "; lines refused: " + rejected + ", parts not judged: " + unjudged;
    boolean isByTimestamps =
        Set.of("snapshot-isolation", "serializability", "si", "ser").contains(level);
    return level
        + (isByTimestamps ? " by timestamps " : " ")
        + verdict
        + (found.isEmpty() ? "" : ": " + found)
        + " ("
        + transactions
        + " transactions"
        + left
        + ")";
  }
}
