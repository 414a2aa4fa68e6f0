package dev.isogauge.recorder.junit;

import dev.isogauge.format.HistoryFiles;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Whether a run shows what its test asks for; if not, what to say. */
final class RunVerdict {
  private final IsolationRun run;
  private final IsolationTest test;
  private final Path history;

  RunVerdict(IsolationRun run, IsolationTest test) {
    this.run = run;
    this.test = test;
    this.history = run.recorder().file();
  }

  /**
   * Judges the recording and writes its report.
   *
   * @throws AssertionError if the level does not hold, or that it holds says too little
   */
  LevelResult require() throws IOException {
    if (run.recorder().counts().committed() == 0) {
      throw new AssertionError(
          "no committed transaction was recorded in "
              + history
              + ", so there is nothing to judge; expected transactions through run.recorder()"
              + failures());
    }
    LevelResult judgement = judgement();
    boolean isFine =
        judgement.verdict() instanceof Verdict.Satisfied
            || (test.allowUnknown() && judgement.verdict() instanceof Verdict.Unknown);
    if (!isFine) {
      throw new AssertionError(judgement.words() + files());
    }
    if (test.predict()) {
      Races.requireNone(judgement.history(), test, history, RecordingFiles.report(history));
      return judgement;
    }
    Optional<String> tooLittle =
        judgement.verdict() instanceof Verdict.Satisfied
            ? tooFew().or(() -> judgement.tooLittle(chancesToHave()))
            : Optional.empty();
    if (tooLittle.isPresent()) {
      throw new AssertionError(
          test.level().id()
              + " holds, but that is not enough: "
              + tooLittle.get()
              + failures()
              + "\n"
              + judgement.chances().sentence()
              + files());
    }
    return judgement;
  }

  /** An optimistic lock that fails has prevented a lost update, which the recording cannot show. */
  private long chancesToHave() {
    return test.level().implies(IsolationLevel.SNAPSHOT_ISOLATION)
        ? Math.max(0, test.minChances() - run.failures().ofOptimisticLocks())
        : test.minChances();
  }

  private LevelResult judgement() throws IOException {
    LevelResult judgement =
        LevelResult.of(
            HistoryFiles.read(HistoryFiles.file(history), Optional.empty()).history(),
            test.level());
    judgement.writePage(history, RecordingFiles.report(history));
    return judgement;
  }

  private String files() {
    return "\n\nhistory: " + history + "\nreport:  " + RecordingFiles.report(history).toUri();
  }

  /** What the recording says beside a failure of the test's own, which it may explain. */
  Recorded besides() {
    try {
      LevelResult judgement = judgement();
      return new Recorded(judgement.words() + failures() + files());
    } catch (IOException | RuntimeException e) {
      return new Recorded("history: " + history + failures());
    }
  }

  /** What was recorded; as an exception, so that it is printed below the test's own. */
  static final class Recorded extends Exception {
    private static final long serialVersionUID = 1;

    Recorded(String message) {
      super("what was recorded: " + message, null, false, false);
    }
  }

  private Optional<String> tooFew() {
    long succeeded = run.failures().succeededOnes();
    long all = succeeded + run.failures().failed();
    return succeeded >= test.minCommitted() * all
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "only %d of %d transactions succeeded; expected %.0f%%: mend what fails, set"
                    + " retries, take fewer sessions, or another minCommitted",
                succeeded,
                all,
                100 * test.minCommitted()));
  }

  /** The failures by kind, and the first of each. */
  private String failures() {
    return run.failures().total() == 0
        ? ""
        : "\nfailed: " + run.failures().byKind() + "\n" + run.failures().firstOnes();
  }
}
