package dev.isogauge.report;

import dev.isogauge.chance.Chances;
import dev.isogauge.check.Measurement;
import dev.isogauge.check.Moment;
import dev.isogauge.history.History;
import dev.isogauge.history.HistorySize;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One question asked of one input: what every report renders.
 *
 * @param file the input's name
 * @param format the id of the format it was read in
 * @param history what was checked
 * @param question what was asked of it
 * @param times how long it took
 * @param remarks what a user should know about the reading, or the run that was recorded
 * @param size how large all of it is, where the history holds only what was found
 * @param chances what the history could have shown, if that was counted
 * @param moment with which transaction the level is lost, if that was asked and found
 */
public record CheckResult(
    String file,
    String format,
    History history,
    Question question,
    Verdict verdict,
    Times times,
    List<String> remarks,
    Optional<HistorySize> size,
    Optional<Chances> chances,
    Optional<Moment> moment) {
  public CheckResult {
    remarks = List.copyOf(remarks);
  }

  /**
   * How long an answer took.
   *
   * @param read for reading and parsing
   * @param index for building the history
   * @param check for the verdict and its evidence
   */
  public record Times(Duration read, Duration index, Duration check) {
    /** Of what was not timed. */
    public static final Times NONE = new Times(Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  /** An answer about a history that was not read from a file. */
  public static CheckResult of(History history, Question question, Verdict verdict) {
    return of("", "isogauge", history, question, verdict);
  }

  /**
   * An answer that was not timed, without remarks.
   *
   * @param file the input's name
   * @param format the id of its format
   */
  public static CheckResult of(
      String file, String format, History history, Question question, Verdict verdict) {
    return new CheckResult(
        file,
        format,
        history,
        question,
        verdict,
        Times.NONE,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private CheckResult with(
      Verdict other, Optional<HistorySize> all, Optional<Chances> counted, Optional<Moment> found) {
    return new CheckResult(
        file, format, history, question, other, times, remarks, all, counted, found);
  }

  /** The same with another verdict. */
  public CheckResult withVerdict(Verdict other) {
    return with(other, size, chances, moment);
  }

  /** The same with the size of a history that was never in memory as a whole. */
  public CheckResult withSize(HistorySize all) {
    return with(verdict, Optional.of(all), chances, moment);
  }

  /** The same with what the history could have shown. */
  public CheckResult withChances(Chances counted) {
    return with(verdict, size, Optional.of(counted), moment);
  }

  /** The same with the transaction with which the level is lost. */
  public CheckResult withMoment(Optional<Moment> found) {
    return with(verdict, size, chances, found);
  }

  /** The same with how long it took, and remarks. */
  public CheckResult with(Times taken, List<String> said) {
    return new CheckResult(
        file, format, history, question, verdict, taken, said, size, chances, moment);
  }

  /** How large all of the history is, wherever it is. */
  HistorySize whole() {
    return size.orElseGet(() -> HistorySize.of(history));
  }

  /** When the level is lost, in a sentence. */
  Optional<String> lost() {
    return moment.map(
        at ->
            String.format(
                Locale.ROOT,
                "%s is lost with %s, transaction %,d of %,d by %s.",
                question.id(),
                history.transactionName(at.transaction()),
                at.place(),
                at.of(),
                at.order().words()));
  }

  /** What a reader of the verdict should know: a level that holds, but could not have failed. */
  Optional<String> reservation() {
    return verdict instanceof Verdict.Satisfied
        ? chances.flatMap(all -> all.reservation(question.level()))
        : Optional.empty();
  }

  /** What a file's results say about it as a whole. */
  public static Measurement measurement(List<CheckResult> results) {
    return new Measurement(
        results.stream()
            .map(
                each ->
                    new Measurement.Answer(each.question(), each.verdict(), each.times().check()))
            .toList());
  }
}
