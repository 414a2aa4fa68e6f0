package dev.isogauge.report;

import dev.isogauge.check.Measurement;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.List;

/**
 * One question asked of one input: what every report renders.
 *
 * @param file the input's name
 * @param format the id of the format it was read in
 * @param history what was checked
 * @param question what was asked of it
 * @param read time for reading and parsing
 * @param index time for building the history
 * @param check time for the verdict and its evidence
 * @param remarks what a user should know about the reading
 */
public record CheckResult(
    String file,
    String format,
    History history,
    Question question,
    Verdict verdict,
    Duration read,
    Duration index,
    Duration check,
    List<String> remarks) {
  public CheckResult {
    remarks = List.copyOf(remarks);
  }

  /** An answer about a history that was not read from a file. */
  public static CheckResult of(History history, Question question, Verdict verdict) {
    return new CheckResult(
        "",
        "isogauge",
        history,
        question,
        verdict,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        List.of());
  }

  /** What a file's results say about it as a whole. */
  static Measurement measurement(List<CheckResult> results) {
    return new Measurement(
        results.stream()
            .map(each -> new Measurement.Answer(each.question(), each.verdict(), each.check()))
            .toList());
  }
}
