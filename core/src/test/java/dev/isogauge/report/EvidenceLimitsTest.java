package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Evidence of many anomalies and of long transactions has limits, and says what it leaves out. */
class EvidenceLimitsTest {
  private static final int READS = 30;
  private static final int WRITES = 100;

  /** The report on a long aborted transaction that others read from, without times. */
  private static JsonNode report(int maxAnomalies) throws IOException {
    StringBuilder text = new StringBuilder("s0 T0: aborted");
    for (int i = 0; i < WRITES; i++) {
      text.append(" w(k").append(i).append(",1)");
    }
    for (int i = 0; i < READS; i++) {
      text.append("\ns").append(i + 1).append(": r(k").append(WRITES - 1 - i).append(",1)");
    }
    History history = IsogaugeText.parse(text.toString());
    IsolationLevel level = IsolationLevel.READ_COMMITTED;
    CheckResult result =
        SampleResults.result(
            "a.txt",
            history,
            level,
            Checks.check(history, level, Limits.DEFAULT.withMaxAnomalies(maxAnomalies)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JsonReport(out).file(List.of(result), false);
    String line = out.toString(StandardCharsets.UTF_8);
    Schemas.check("report", line);
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(line);
    ((ObjectNode) json.get("stats")).remove("milliseconds");
    return json;
  }

  @Test
  void theFirstTwentyHaveSurroundings() throws IOException {
    JsonNode anomalies = report(1000).get("anomalies");
    assertThat(anomalies).hasSize(READS);
    for (int i = 0; i < READS; i++) {
      assertThat(anomalies.get(i).get("context").isObject()).isEqualTo(i < 20);
      assertThat(anomalies.get(i).get("reproduce").isObject()).isEqualTo(i < 20);
      assertThat(anomalies.get(i).get("id").intValue()).isEqualTo(i + 1);
    }
  }

  @Test
  void longTransactionsListWhatMatters() throws IOException {
    JsonNode anomalies = report(1000).get("anomalies");
    for (int i : List.of(0, READS - 1)) {
      JsonNode writer = anomalies.get(i).get("cast").get(0);
      int shown = i < 20 ? 64 : 16;
      assertThat(writer.get("operations")).hasSize(shown);
      assertThat(writer.get("operationsLeftOut").intValue()).isEqualTo(WRITES - shown);
      assertThat(writer.get("operations").get(shown - 1).get("matters").booleanValue()).isTrue();
      assertThat(writer.get("operations").get(shown - 1).get("key"))
          .isEqualTo(anomalies.get(i).get("key"));
    }
  }

  @Test
  void anomaliesThatAreLeftOutAreCounted() throws IOException {
    JsonNode report = report(7);
    assertThat(report.get("anomalies")).hasSize(7);
    assertThat(report.get("anomaliesLeftOut").toString())
        .isEqualTo("[{\"kind\":\"AbortedRead\",\"tap\":\"TAP-b\",\"count\":23}]");
  }

  @Test
  void theSameHistoryGivesTheSameBytes() throws IOException {
    assertThat(report(1000).toString()).isEqualTo(report(1000).toString());
  }
}
