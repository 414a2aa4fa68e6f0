package dev.isogauge.report;

import dev.isogauge.anomaly.Anomaly;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.anomaly.Part;
import dev.isogauge.anomaly.Role;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.check.Checks;
import dev.isogauge.explain.Explainer;
import dev.isogauge.explain.Explanation;
import dev.isogauge.explain.Sentence;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.Question;
import dev.isogauge.report.toolkit.JsonWriter;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * What was found in a stream, as an anomaly of a small history: the transactions that the finding
 * names, with the operations in question. So it is told and drawn as that of any history.
 */
public final class StreamAnomaly {
  private final TimestampFinding finding;
  final History history;
  final Anomaly anomaly;

  /** Whether something arrived after the finding was final, so that it was withdrawn. */
  private final boolean isWithdrawn;

  private StreamAnomaly(TimestampFinding finding, Optional<TimestampedTransaction> late) {
    FindingHistory found = new FindingHistory(List.of(finding), late);
    this.finding = finding;
    this.isWithdrawn = late.isPresent();
    this.history = found.history();
    this.anomaly =
        late.map(arrived -> late(finding, arrived, found)).orElse(found.anomalies().get(0));
  }

  /** What was found. */
  public static StreamAnomaly of(TimestampFinding finding) {
    return new StreamAnomaly(finding, Optional.empty());
  }

  /** That a finding was withdrawn since a transaction arrived late. */
  public static StreamAnomaly withdrawn(TimestampFinding finding, TimestampedTransaction late) {
    return new StreamAnomaly(finding, Optional.of(late));
  }

  /** A finding in one line: what happened, and what should have. */
  public static String sentence(TimestampFinding finding) {
    Explanation explanation = of(finding).explanation();
    if (finding.isLoss()) {
      return String.join(" ", finding.actual().lines().toList());
    }
    return explanation.title()
        + ". "
        + explanation.argument().stream()
            .filter(sentence -> !sentence.isContradiction())
            .map(Sentence::text)
            .collect(Collectors.joining(" "));
  }

  /**
   * The object that stands for it among the anomalies of a JSON report.
   *
   * @param id its number
   * @param check how to ask a question of a history in a file
   */
  public String json(long id, BiFunction<String, Question, CommandLines.Line> check)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JsonWriter json = JsonWriter.on(bytes);
    JsonEvidence.write(this, id, check, json);
    json.generator().flush();
    return bytes.toString(StandardCharsets.US_ASCII);
  }

  /** A level that a stream lost was explained with the history that the stream had then. */
  Explanation explanation() {
    if (!finding.isLoss() || isWithdrawn) {
      return new Explainer(history).explain(anomaly);
    }
    List<String> lines = finding.actual().lines().toList();
    return new Explanation(
        lines.get(0),
        lines.get(0),
        List.of(),
        lines.stream()
            .skip(1)
            .map(
                line ->
                    new Sentence(line, line.startsWith("However, "), Optional.empty(), List.of()))
            .toList());
  }

  private static Anomaly late(
      TimestampFinding finding, TimestampedTransaction arrived, FindingHistory found) {
    List<Part> parts = new ArrayList<>();
    finding.other().ifPresent(other -> parts.add(found.part(Role.EARLIER, other)));
    parts.add(found.part(Role.LATER, arrived));
    parts.add(found.part(Role.READER, finding.transaction()));
    return Anomaly.of(AnomalyKind.LATE_TRANSACTION, parts, List.of()).showing(sentence(finding));
  }

  /** By what a check by timestamps finds the same in the small history; empty if nothing does. */
  Optional<Question> question() {
    if (isWithdrawn || finding.isLoss()) {
      return Optional.empty();
    }
    return List.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY).stream()
        .map(Question::byTimestamps)
        .filter(this::shows)
        .findFirst();
  }

  private boolean shows(Question question) {
    Verdict verdict = Checks.check(history, question, Limits.DEFAULT);
    boolean isFound =
        verdict instanceof Verdict.Violated violated
            && violated.counts().containsKey(finding.kind());
    return isFound || verdict.notes().stream().anyMatch(note -> note.kind() == finding.kind());
  }

  /** What the small history lacks, in words. */
  String note() {
    return "A service keeps of its transactions what findings name. This is that as a history, in"
        + " which a check by timestamps finds the same."
        + (!finding.isRead() && finding.key().isPresent()
            ? " Which values were written is not kept."
            : "");
  }
}
