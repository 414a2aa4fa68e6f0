package dev.isogauge.report;

import dev.isogauge.chance.Chances;
import dev.isogauge.check.Measurement;
import dev.isogauge.check.Moment;
import dev.isogauge.history.History;
import dev.isogauge.level.Question;
import dev.isogauge.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
    Duration read,
    Duration index,
    Duration check,
    List<String> remarks,
    Optional<Size> size,
    Optional<Chances> chances,
    Optional<Moment> moment) {
  public CheckResult {
    remarks = List.copyOf(remarks);
  }

  /** An answer about a history that is there as a whole. */
  public CheckResult(
      String file,
      String format,
      History history,
      Question question,
      Verdict verdict,
      Duration read,
      Duration index,
      Duration check,
      List<String> remarks) {
    this(file, format, history, question, verdict, read, index, check, remarks, Optional.empty());
  }

  /** An answer about a history whose chances were not counted. */
  public CheckResult(
      String file,
      String format,
      History history,
      Question question,
      Verdict verdict,
      Duration read,
      Duration index,
      Duration check,
      List<String> remarks,
      Optional<Size> size) {
    this(
        file,
        format,
        history,
        question,
        verdict,
        read,
        index,
        check,
        remarks,
        size,
        Optional.empty(),
        Optional.empty());
  }

  /** The same with what the history could have shown. */
  public CheckResult withChances(Chances counted) {
    return new CheckResult(
        file,
        format,
        history,
        question,
        verdict,
        read,
        index,
        check,
        remarks,
        size,
        Optional.of(counted),
        moment);
  }

  /** The same with the transaction with which the level is lost. */
  public CheckResult withMoment(Optional<Moment> found) {
    return new CheckResult(
        file, format, history, question, verdict, read, index, check, remarks, size, chances,
        found);
  }

  /** When the level is lost, in a sentence. */
  Optional<String> lost() {
    return moment.map(
        at ->
            String.format(
                "%s is lost with %s, transaction %d of %d by %s.",
                question.id(),
                history.transactionName(at.transaction()),
                at.place(),
                at.of(),
                at.order().words()));
  }

  /** The same with another verdict. */
  public CheckResult withVerdict(Verdict other) {
    return new CheckResult(
        file, format, history, question, other, read, index, check, remarks, size, chances, moment);
  }

  /** What a reader of the verdict should know: a level that holds, but could not have failed. */
  Optional<String> reservation() {
    return verdict instanceof Verdict.Satisfied
        ? chances.flatMap(all -> all.reservation(question.level()))
        : Optional.empty();
  }

  /**
   * How large a history is that was never in memory as a whole.
   *
   * @param sessions how many there are
   * @param committed transactions that are
   * @param aborted transactions that are
   * @param indeterminate transactions that are
   * @param reads of single values and of lists
   * @param writes of single values, and appends to lists
   * @param appends those of the writes that append
   * @param keys how many there are
   */
  public record Size(
      long sessions,
      long committed,
      long aborted,
      long indeterminate,
      long reads,
      long writes,
      long appends,
      long keys) {
    /** All transactions. */
    public long transactions() {
      return committed + aborted + indeterminate;
    }

    /** All operations. */
    public long operations() {
      return reads + writes;
    }
  }

  /** An answer about a history that was not read from a file. */
  public static CheckResult of(History history, Question question, Verdict verdict) {
    return of("", "isogauge", history, question, verdict);
  }

  /**
   * An answer about a history that was not timed.
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
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        List.of());
  }

  /** What a file's results say about it as a whole. */
  public static Measurement measurement(List<CheckResult> results) {
    return new Measurement(
        results.stream()
            .map(each -> new Measurement.Answer(each.question(), each.verdict(), each.check()))
            .toList());
  }
}
