package dev.isogauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.Checks;
import dev.isogauge.format.IsogaugeText;
import dev.isogauge.history.History;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a page needs of the JSON report is in it, for every sample history at every level. */
class CompleteEvidenceTest {
  private static final Set<String> BY_OPERATIONS =
      Set.of("wr", "ww", "rw", "co", "predicate-wr", "predicate-rw");

  static List<Path> files() throws IOException {
    return SampleHistories.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void evidenceIsComplete(Path file) throws IOException {
    List<CheckResult> results = SampleHistories.check(file);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new JsonReport(out).file(results, true);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSameSizeAs(results);
    for (int i = 0; i < lines.size(); i++) {
      Schemas.check("report", lines.get(i));
      JsonNode line = new ObjectMapper().readTree(lines.get(i));
      for (JsonNode anomaly : line.get("anomalies")) {
        check(anomaly);
        reproduces(anomaly, results.get(i));
      }
      line.get("notes").forEach(CompleteEvidenceTest::check);
    }
  }

  private static void check(JsonNode anomaly) {
    Map<Integer, JsonNode> cast = new HashMap<>();
    anomaly.get("cast").forEach(one -> cast.put(one.get("id").intValue(), one));
    assertThat(cast).hasSize(anomaly.get("cast").size());
    Map<Integer, JsonNode> edges = edges(anomaly);
    edges.values().forEach(edge -> checkEdge(edge, cast));
    anomaly.get("roles").forEach(role -> checkPlace(role, cast));
    checkCycle(anomaly, edges);
    checkSteps(anomaly.get("explanation"), cast, edges.keySet());
    boolean hasPicture =
        !anomaly.get("edges").isEmpty()
            || !anomaly.get("roles").isEmpty()
            || anomaly.get("kind").textValue().equals("UnknownVersion");
    assertThat(hasPicture).as(anomaly.get("kind").textValue()).isTrue();
  }

  /** All edges by number, also those inside others and inside cases. */
  private static Map<Integer, JsonNode> edges(JsonNode anomaly) {
    Deque<JsonNode> waiting = new ArrayDeque<>();
    anomaly.get("edges").forEach(waiting::add);
    anomaly.path("cases").forEach(one -> one.path("cycle").forEach(waiting::add));
    Map<Integer, JsonNode> edges = new HashMap<>();
    while (!waiting.isEmpty()) {
      JsonNode edge = waiting.pop();
      JsonNode known = edges.put(edge.get("id").intValue(), edge);
      assertThat(known == null || known.equals(edge)).isTrue();
      edge.get("justification").path("visible").forEach(waiting::add);
      edge.get("justification").path("order").forEach(waiting::add);
      if (edge.get("justification").has("read")) {
        waiting.add(edge.get("justification").get("read"));
      }
    }
    return edges;
  }

  private static void checkEdge(JsonNode edge, Map<Integer, JsonNode> cast) {
    JsonNode source = edge.get("source");
    JsonNode target = edge.get("target");
    checkPlace(source, cast);
    checkPlace(target, cast);
    assertThat(name(source, cast)).isEqualTo(edge.get("from").textValue());
    assertThat(name(target, cast)).isEqualTo(edge.get("to").textValue());
    if (BY_OPERATIONS.contains(edge.get("relation").textValue())) {
      for (JsonNode end : List.of(source, target)) {
        boolean isInitial = end.get("transaction").intValue() == History.INITIAL;
        assertThat(end.has("operation") || end.has("predicate") || isInitial)
            .as(edge.toString())
            .isTrue();
        assertThat(end.has("key")).isTrue();
        assertThat(end.get("text").textValue()).isNotEmpty();
      }
      assertThat(edge.get("label").textValue()).isNotEmpty();
      assertThat(source.get("key")).isEqualTo(target.get("key"));
    }
    if (edge.get("relation").textValue().equals("wr") && target.get("value").isValueNode()) {
      assertThat(source.get("value")).isEqualTo(target.get("value"));
    }
  }

  private static String name(JsonNode place, Map<Integer, JsonNode> cast) {
    return cast.get(place.get("transaction").intValue()).get("name").textValue();
  }

  /** A place is in the cast, and its operation among those listed. */
  private static void checkPlace(JsonNode place, Map<Integer, JsonNode> cast) {
    JsonNode transaction = cast.get(place.get("transaction").intValue());
    assertThat(transaction).as(place.toString()).isNotNull();
    String field = place.has("operation") ? "operation" : "predicate";
    if (place.has(field)) {
      List<JsonNode> listed = new ArrayList<>();
      for (JsonNode operation : transaction.get("operations")) {
        listed.add(operation);
        operation.path("rows").forEach(listed::add);
      }
      assertThat(
              listed.stream()
                  .anyMatch(one -> one.path(field).equals(place.get(field)) && one.has("matters")))
          .as(place + " in " + transaction)
          .isTrue();
    }
  }

  private static void checkCycle(JsonNode anomaly, Map<Integer, JsonNode> edges) {
    JsonNode cycle = anomaly.get("cycle");
    for (int i = 0; i < cycle.size(); i++) {
      JsonNode edge = edges.get(cycle.get(i).intValue());
      JsonNode next = edges.get(cycle.get((i + 1) % cycle.size()).intValue());
      boolean isRead = anomaly.get("tap").isTextual() && !edge.get("to").equals(next.get("from"));
      assertThat(isRead).isFalse();
      assertThat(edge.get("target").get("transaction"))
          .isEqualTo(next.get("source").get("transaction"));
    }
  }

  private static void checkSteps(
      JsonNode explanation, Map<Integer, JsonNode> cast, Set<Integer> edges) {
    JsonNode steps = explanation.get("steps");
    assertThat(steps).hasSameSizeAs(explanation.get("sentences"));
    Set<Integer> told = new HashSet<>();
    for (int i = 0; i < steps.size(); i++) {
      JsonNode step = steps.get(i);
      String text = step.get("text").textValue();
      assertThat(text).isEqualTo(explanation.get("sentences").get(i).textValue());
      assertThat(text.chars()).noneMatch(Character::isISOControl);
      step.get("places").forEach(place -> checkPlace(place, cast));
      step.get("edges").forEach(edge -> told.add(edge.intValue()));
      Deque<JsonNode> around = new ArrayDeque<>();
      for (JsonNode mark : step.get("marks")) {
        int start = mark.get("start").intValue();
        int end = mark.get("end").intValue();
        assertThat(start).isLessThan(end);
        assertThat(end).isLessThanOrEqualTo(text.length());
        while (!around.isEmpty() && around.peek().get("end").intValue() <= start) {
          around.pop();
        }
        assertThat(around.isEmpty() || end <= around.peek().get("end").intValue()).isTrue();
        around.push(mark);
        if (mark.get("type").textValue().equals("transaction")) {
          String name = text.substring(start, end);
          JsonNode transaction = cast.get(mark.get("transaction").intValue());
          assertThat(name).isEqualToIgnoringCase(transaction.get("label").textValue());
        }
        if (mark.has("edge")) {
          assertThat(edges).contains(mark.get("edge").intValue());
        }
      }
    }
    assertThat(edges).containsAll(told);
  }

  /** The small history violates the level by an anomaly of the same kind. */
  private static void reproduces(JsonNode anomaly, CheckResult result) throws IOException {
    assertThat(anomaly.get("reproduce").isObject()).as(anomaly.get("kind").textValue()).isTrue();
    History small = IsogaugeText.parse(anomaly.get("reproduce").get("history").textValue());
    assertThat(small.transactionCount()).isLessThanOrEqualTo(result.history().transactionCount());
    Verdict verdict = Checks.check(small, result.question(), Limits.DEFAULT);
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    assertThat(((Verdict.Violated) verdict).counts().keySet().stream().map(AnomalyKind::title))
        .contains(anomaly.get("kind").textValue());
  }
}
