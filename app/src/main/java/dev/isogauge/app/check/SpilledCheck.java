package dev.isogauge.app.check;

import dev.isogauge.app.command.EnvironmentException;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.io.TemporaryDirectory;
import dev.isogauge.chance.Content;
import dev.isogauge.checker.Budget;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFiles.StreamedHistory;
import dev.isogauge.format.spi.Input;
import dev.isogauge.format.spi.InputException;
import dev.isogauge.history.Atoms;
import dev.isogauge.history.BlockTaker;
import dev.isogauge.history.HistorySize;
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.online.host.HistoryChecker;
import dev.isogauge.report.CheckResult;
import dev.isogauge.report.FindingHistory;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import dev.isogauge.verdict.Witness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a file that is larger than {@code --memory} by its timestamps; what does not fit into
 * memory goes to a temporary directory. The engine of the service judges it in one pass.
 */
final class SpilledCheck {
  /** How much a history takes in memory, as a multiple of its file, and of a compressed one. */
  private static final int GROWTH = 3;

  private static final int COMPRESSED_GROWTH = 30;

  private static final Set<IsolationLevel> LEVELS =
      Set.of(IsolationLevel.SNAPSHOT_ISOLATION, IsolationLevel.SERIALIZABILITY);

  private final CheckOptions options;
  private final Progress progress;

  SpilledCheck(CheckOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /** The disk, not the input, is at fault. */
  static final class SpillException extends RuntimeException {
    private static final long serialVersionUID = 1;

    SpillException(Exception cause) {
      super(String.valueOf(cause.getMessage()), cause);
    }
  }

  /** The history is at fault, or has what only all of it in memory shows. */
  private static final class UndecidableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UndecidableException(String reason) {
      super(reason);
    }
  }

  /** Whether files that are large enough are checked so. */
  static boolean isPossible(CheckOptions options) {
    return options.limits().memoryBytes() != Limits.DEFAULT.memoryBytes()
        && options.asking().order() == OrderSource.TIMESTAMPS
        && !options.measuring()
        && options.patterns().isEmpty()
        && LEVELS.containsAll(options.levels())
        && !options.verify()
        && options.tolerated().isEmpty()
        && options.versionOrder().isEmpty()
        && options.html().isEmpty()
        && options.dot().isEmpty();
  }

  /** Whether a file is to be checked so. */
  boolean applies(Input input) throws IOException {
    if (!isPossible(options)) {
      return false;
    }
    Path file = Path.of(input.name());
    if (input.directory().isPresent() || !Files.isRegularFile(file)) {
      return false;
    }
    boolean compressed;
    try (var stream = Files.newInputStream(file)) {
      compressed = stream.read() == 0x1F && stream.read() == 0x8B;
    }
    return Files.size(file)
        > options.limits().memoryBytes() / (compressed ? COMPRESSED_GROWTH : GROWTH);
  }

  /** The answers; empty if the format of the file has to be read as a whole. */
  Optional<List<CheckResult>> results(Input input) throws IOException, EnvironmentException {
    List<CheckResult> results = new ArrayList<>();
    for (IsolationLevel level : options.levels()) {
      Optional<CheckResult> result = result(input, level);
      if (result.isEmpty()) {
        return Optional.empty();
      }
      results.add(result.get());
    }
    return Optional.of(results);
  }

  private Optional<CheckResult> result(Input input, IsolationLevel level)
      throws IOException, EnvironmentException {
    progress.phase("checking " + level.id() + " of " + input.name() + " within --memory");
    TemporaryDirectory directory;
    try {
      directory = TemporaryDirectory.create();
    } catch (IOException e) {
      throw new EnvironmentException("cannot make a temporary directory: " + e.getMessage());
    }
    try (directory) {
      return result(input, level, directory.path());
    } catch (SpillException e) {
      throw new EnvironmentException(
          "cannot write to "
              + directory.path()
              + ": "
              + e.getMessage()
              + "; make room there, or name another place by"
              + " ISOGAUGE_JAVA_OPTS=-Djava.io.tmpdir=DIR");
    }
  }

  private Optional<CheckResult> result(Input input, IsolationLevel level, Path directory)
      throws IOException {
    long begin = System.nanoTime();
    Budget budget = new Budget(options.limits().timeout(), Long.MAX_VALUE);
    Pass pass = new Pass(input, level, directory.resolve("1"), budget, Optional.empty());
    Optional<String> stated = pass.run();
    if (stated.isPresent()) {
      // The file says only behind its first transactions what keys held before them.
      pass = new Pass(input, level, directory.resolve("2"), budget, stated);
      pass.run();
    }
    return pass.isStreamed ? Optional.of(pass.result(begin)) : Optional.empty();
  }

  /** What holds because there is nothing to judge is no answer. */
  private static Verdict unlessEmpty(Verdict verdict, HistorySize size) {
    Optional<String> nothing =
        new Content(
                size.transactions(),
                size.committed() > 0,
                size.reads() > 0,
                size.writes() + size.appends() > 0,
                false)
            .nothingToJudge();
    return verdict instanceof Verdict.Satisfied && nothing.isPresent()
        ? new Verdict.Unknown(nothing.get(), List.of())
        : verdict;
  }

  /** One reading of the file, by which all of it is judged. */
  private final class Pass implements BlockTaker {
    private final Input input;
    private final IsolationLevel level;
    private final Path directory;
    private final Budget budget;
    private final Atoms atoms = new Atoms();
    private long initialValue;
    private final SpilledSize size = new SpilledSize();
    private final StandingFindings findings = new StandingFindings(options.limits().maxAnomalies());

    private HistoryChecker checker;
    private Optional<String> statedLate = Optional.empty();

    private boolean isStreamed = true;
    private Optional<StreamedHistory> read = Optional.empty();
    private Optional<String> undecidable = Optional.empty();
    private long sessions;
    private long keys;

    /**
     * A reading.
     *
     * @param initial the token of what keys hold before their first write, if that is known
     */
    Pass(
        Input input,
        IsolationLevel level,
        Path directory,
        Budget budget,
        Optional<String> initial) {
      this.input = input;
      this.level = level;
      this.directory = directory;
      this.budget = budget;
      this.initialValue =
          initial
              .map(atoms::ofToken)
              .orElseGet(
                  () -> InitialValue.atom(options.initial().orElse(InitialValue.NIL), atoms));
    }

    /** Returns the token of another initial value if the file says it too late. */
    Optional<String> run() throws IOException {
      try (HistoryChecker opened = open()) {
        checker = opened;
        try {
          read =
              HistoryFiles.stream(
                  new TimedInput(input, budget), options.format(), options.initial(), atoms, this);
          isStreamed = read.isPresent();
          if (isStreamed && statedLate.isEmpty()) {
            finish();
          }
        } catch (UndecidableException e) {
          undecidable = Optional.of(String.valueOf(e.getMessage()));
        }
        budget.checkTime();
        sessions = checker.sessionCount();
        keys = checker.keyCount();
      }
      return undecidable.isPresent() ? Optional.empty() : statedLate;
    }

    private HistoryChecker open() {
      try {
        return new HistoryChecker(
            level, options.limits().memoryBytes(), directory, atoms, initialValue, findings);
      } catch (IOException e) {
        throw new SpillException(e);
      }
    }

    @Override
    public void take(RawBlock block) {
      size.add(block);
      Optional<String> fault;
      try {
        fault = checker.take(block);
      } catch (IOException e) {
        throw new SpillException(e);
      }
      if (fault.isPresent()) {
        throw new UndecidableException(fault.get());
      }
    }

    @Override
    public void initialValue(long atom) {
      if (checker.initialValue(atom)) {
        initialValue = atom;
      } else if (atom != initialValue) {
        statedLate = Optional.of(atoms.token(atom));
      }
    }

    @Override
    public void directive() {
      throw new UndecidableException("it sets initial values or orders of versions");
    }

    @Override
    public boolean wantsAtoms() {
      return checker.hasManyStrings();
    }

    @Override
    public void alone() {
      try {
        checker.forgetStrings();
      } catch (IOException e) {
        throw new SpillException(e);
      }
    }

    private void finish() throws InputException {
      Optional<HistoryChecker.Twice> twice;
      try {
        twice = checker.finish();
      } catch (IOException e) {
        throw new SpillException(e);
      }
      if (twice.isPresent()) {
        throw new InputException(
            input.name(),
            twice.get().line(),
            1,
            "found transaction " + twice.get().name() + " twice; expected a name of its own");
      }
    }

    /** What is known in the end; of a file that could not be read to its end, little. */
    CheckResult result(long begin) {
      Optional<String> reason = undecidable.or(findings::unjudged);
      FindingHistory found = new FindingHistory(reason.isPresent() ? List.of() : findings.kept());
      HistorySize all = size.with(sessions, keys);
      Duration check = Duration.ofNanos(System.nanoTime() - begin);
      return CheckResult.of(
              input.name(),
              read.map(file -> file.format().id()).orElse("-"),
              found.history(),
              Question.byTimestamps(level),
              unlessEmpty(verdict(reason, findings, found), all))
          .with(
              new CheckResult.Times(Duration.ZERO, Duration.ZERO, check),
              read.map(StreamedHistory::remarks).orElse(List.of()))
          .withSize(all);
    }
  }

  private static Verdict verdict(
      Optional<String> undecidable, StandingFindings findings, FindingHistory found) {
    if (undecidable.isPresent()) {
      return new Verdict.Unknown(
          "the history does not fit into --memory, and cannot be checked piece by piece: "
              + undecidable.get(),
          Verdict.Cause.MEMORY,
          List.of());
    }
    return findings.counts().isEmpty()
        ? new Verdict.Satisfied(Witness.recorded(), List.of())
        : new Verdict.Violated(found.anomalies(), findings.counts(), Optional.empty(), List.of());
  }
}
