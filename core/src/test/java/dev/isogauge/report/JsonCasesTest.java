package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class JsonCasesTest {
  @Test
  void aCaseSaysWhatItAssumesAndWhatContradicts() throws IOException {
    History history =
        IsogaugeText.parse("s1 T1: r(y,2) ; T2: w(5,1) ; T3: r(5,2) | s2 T4: w(5,2) w(y,2)");
    Verdict verdict = Checks.check(history, IsolationLevel.SERIALIZABILITY, Limits.DEFAULT);
    Anomaly anomaly = ((Verdict.Violated) verdict).anomalies().get(0);
    String text =
        JsonReport.anomaly(
            SampleResults.result("a.txt", history, IsolationLevel.SERIALIZABILITY, verdict),
            anomaly);
    assertThat(text)
        .contains("\"kind\":\"NoVersionOrder\"")
        .contains(
            "\"cases\":[{\"case\":\"1\",\"assume\":{\"key\":5,\"first\":\"T2\",\"then\":\"T4\","
                + "\"places\":[{\"transaction\":1,\"operation\":1},"
                + "{\"transaction\":3,\"operation\":1}]},"
                + "\"cycle\":[{\"from\":\"T1\",\"to\":\"T2\",\"relation\":\"so\"")
        .contains("{\"case\":\"2\",\"assume\":{\"key\":5,\"first\":\"T4\",\"then\":\"T2\",");
  }
}
