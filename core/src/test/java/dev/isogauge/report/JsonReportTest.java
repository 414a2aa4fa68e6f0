package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.SampleAnomalies;
import dev.isogauge.explain.SampleAnomalies.Case;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReportTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  static Stream<Case> cases() {
    return SampleAnomalies.all();
  }

  @Test
  void writesOneLinePerFileAndLevel() throws IOException {
    Report report = new JsonReport(out);
    report.file(SampleResults.fractured("a.txt"), true);
    report.file(SampleResults.unknown("b.txt"), true);
    report.failed(new Report.FailedInput("c.txt", "c.txt:1:1: empty"), false);
    report.undecided(SampleResults.unread("d.txt"), true);
    report.finish();
    List<Map<?, ?>> lines = lines();
    assertThat(lines.stream().<Object>map(line -> line.get("verdict")))
        .containsExactly(
            "satisfied",
            "satisfied",
            "violated",
            "violated",
            "unknown",
            "unreadable",
            "unknown",
            "unknown");
    assertThat(lines.stream().map(Map::keySet).distinct().count()).isEqualTo(1);
    assertThat(lines.get(0).get("reason")).isNull();
    assertThat(lines.get(2).get("reason")).isEqualTo("3 FracturedRead (TAP-k)");
    assertThat(lines.get(4).get("reason")).isEqualTo("no verdict within 5 ms");
    assertThat((List<?>) lines.get(4).get("notes")).hasSize(1);
    assertThat(lines.get(5).get("reason")).isEqualTo("c.txt:1:1: empty");
    assertThat(lines.get(6).get("level")).isEqualTo("read-atomic");
    assertThat(lines.get(6).get("reason")).isEqualTo("not enough memory");
    assertThat(lines.get(6).get("stats")).isNull();
  }

  @Test
  void writesStatistics() throws IOException {
    new JsonReport(out).file(SampleResults.fractured("a.txt"), true);
    Map<?, ?> statistics = (Map<?, ?>) lines().get(0).get("stats");
    assertThat(statistics.toString())
        .startsWith(
            "{sessions=3, transactions=3, committed=3, aborted=0, indeterminate=0, operations=6,"
                + " reads=3, writes=3, keys=2, milliseconds={read=1.235, index=2.0, check=3.0,"
                + " explain=");
  }

  @Test
  void writesTheEvidenceOfAStaleRead() throws IOException {
    new JsonReport(out).file(SampleResults.fractured("a.txt").subList(2, 3), false);
    Map<?, ?> anomaly = (Map<?, ?>) ((List<?>) lines().get(0).get("anomalies")).get(0);
    assertThat(anomaly.get("tap")).isEqualTo("TAP-k");
    assertThat(anomaly.get("transactions")).isEqualTo(List.of("T1", "T2", "T3"));
    assertThat(anomaly.get("key")).isEqualTo("x");
    assertThat(anomaly.get("values")).isEqualTo(List.of(1L, 2L));
    assertThat(anomaly.get("edges").toString())
        .startsWith(
            "[{from=T1, to=T2, relation=wr, justification={key=x, value=1, operation=1}, id=1,"
                + " source={transaction=0, operation=1, key=x, value=1, text=x = 1},"
                + " target={transaction=1, operation=1, key=x, value=1, text=x = 1}, label=x = 1},"
                + " {from=T1, to=T3, relation=wr, justification={key=x, value=1, operation=1},"
                + " id=2,")
        .contains(
            "{from=T2, to=T1, relation=co, justification={level=read-atomic, reader=T3,"
                + " key=x, value=1, operation=1, visible=[{from=T2, to=T3, relation=wr,"
                + " justification={key=y, value=2, operation=2}, id=4,")
        .endsWith(
            "id=3, source={transaction=1, operation=2, key=x, value=2, text=x = 2},"
                + " target={transaction=0, operation=1, key=x, value=1, text=x = 1}, label=x}]");
  }

  @Test
  void aListReadShowsItsElements() throws Exception {
    History history =
        IsogaugeText.parse("s1: a(0,5) | s2: a(0,two) | s3: r(0,[5,two]) | s4: r(0,[two,5])");
    Verdict verdict = Checks.check(history, IsolationLevel.SERIALIZABILITY, Limits.DEFAULT);
    new JsonReport(out)
        .file(
            List.of(
                SampleResults.result("a.txt", history, IsolationLevel.SERIALIZABILITY, verdict)),
            false);
    Map<?, ?> anomaly = (Map<?, ?>) ((List<?>) lines().get(0).get("anomalies")).get(0);
    assertThat(anomaly.get("kind")).isEqualTo("IncompatibleOrder");
    assertThat(anomaly.get("key")).isEqualTo(0L);
    assertThat(anomaly.get("values")).isEqualTo(List.of(List.of(5L, "two"), List.of("two", 5L)));
  }

  @Test
  void theEdgesOfListReadsShowTheirElements() throws Exception {
    History history =
        IsogaugeText.parse(
            "s1 T1: a(x,1) a(y,1) | s2 T2: r(x,[1]) r(y,[]) | s3 T3: r(x,[1]) r(y,[1])");
    Verdict verdict = Checks.check(history, IsolationLevel.SERIALIZABILITY, Limits.DEFAULT);
    new JsonReport(out)
        .file(
            List.of(
                SampleResults.result("a.txt", history, IsolationLevel.SERIALIZABILITY, verdict)),
            false);
    assertThat(lines().get(0).get("anomalies").toString())
        .contains("relation=wr, justification={key=x, value=[1], operation=1}");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyAnomalyHasTheSameFields(Case example) throws IOException {
    new JsonReport(out)
        .file(
            List.of(
                SampleResults.result(
                    "a.txt",
                    example.sample().history,
                    IsolationLevel.CAUSAL,
                    SampleResults.violated(example.anomaly(), 1))),
            false);
    Map<?, ?> anomaly = (Map<?, ?>) ((List<?>) lines().get(0).get("anomalies")).get(0);
    assertThat(anomaly.keySet().stream().<Object>map(key -> key))
        .containsExactly(
            "kind",
            "tap",
            "alsoKnownAs",
            "transactions",
            "key",
            "values",
            "expected",
            "actual",
            "edges",
            "explanation",
            "id",
            "meaning",
            "note",
            "forbiddenBy",
            "cycle",
            "cast",
            "castLeftOut",
            "roles",
            "chains",
            "context",
            "reproduce",
            "remedies");
    assertThat((List<?>) anomaly.get("transactions")).isNotEmpty();
  }

  @Test
  void keepsHostileNamesExactly() throws IOException {
    Report report = new JsonReport(out);
    report.file(SampleResults.hostile(), false);
    report.failed(new Report.FailedInput(SampleResults.HOSTILE, SampleResults.HOSTILE), false);
    assertThat(out.toString(StandardCharsets.UTF_8).chars()).allMatch(c -> c < 0x7f);
    Map<?, ?> line = lines().get(0);
    assertThat(line.get("file")).isEqualTo(SampleResults.HOSTILE);
    Map<?, ?> anomaly = (Map<?, ?>) ((List<?>) line.get("anomalies")).get(0);
    assertThat(anomaly.get("key")).isEqualTo(SampleResults.HOSTILE);
    assertThat(anomaly.get("values")).isEqualTo(List.of(SampleResults.HOSTILE));
  }

  /** The schemas are the reference of the fields. */
  @ParameterizedTest
  @ValueSource(strings = {"report", "plan", "stats", "shrink"})
  void everyFieldOfALineIsDescribed(String schema) throws IOException {
    Path root = Path.of(System.getProperty("isogauge.root", ".."));
    Path file = root.resolve("docs/schema/" + schema + ".schema.json");
    JsonNode properties = new ObjectMapper().readTree(file.toFile()).get("properties");
    assertThat(properties.properties())
        .filteredOn(field -> !field.getKey().equals("schemaVersion"))
        .allSatisfy(
            field ->
                assertThat(field.getValue().toString()).as(field.getKey()).contains("description"));
  }

  /** A whole line; {@code -Disogauge.golden=update} rewrites it. */
  @Test
  void theExampleIsWhatIsWritten() throws IOException {
    Path root = Path.of(System.getProperty("isogauge.root", ".."));
    Path example = root.resolve("docs/schema/example.json");
    CheckResult result =
        SampleHistories.check(Path.of("causal/long-fork.txt")).stream()
            .filter(one -> one.question().level() == IsolationLevel.SNAPSHOT_ISOLATION)
            .findFirst()
            .orElseThrow();
    new JsonReport(out).file(List.of(result), false);
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode written = (ObjectNode) mapper.readTree(out.toString(StandardCharsets.UTF_8));
    ((ObjectNode) written.get("stats").get("milliseconds")).put("explain", 0);
    if ("update".equals(System.getProperty("isogauge.golden"))) {
      Files.writeString(
          example, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(written) + "\n");
    }
    assertThat(mapper.readTree(Files.readString(example)).toString()).isEqualTo(written.toString());
  }

  private List<Map<?, ?>> lines() throws IOException {
    List<Map<?, ?>> lines = new ArrayList<>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n", -1)) {
      if (!line.isEmpty()) {
        Schemas.check("report", line);
        lines.add((Map<?, ?>) parse(line));
      }
    }
    return lines;
  }

  private static Object parse(String json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      Object value = value(parser);
      assertThat(parser.nextToken()).isNull();
      return value;
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          assertThat(object).doesNotContainKey(name);
          object.put(name, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        yield array;
      }
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }
}
