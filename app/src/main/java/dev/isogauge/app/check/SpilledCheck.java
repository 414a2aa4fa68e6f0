package dev.isogauge.app.check;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.app.check.FileScreen.Screened;
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
import dev.isogauge.history.InitialValue;
import dev.isogauge.history.RawBlock;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.Question;
import dev.isogauge.online.kernel.OnlineListener;
import dev.isogauge.online.spill.SpillingChecker;
import dev.isogauge.report.CheckResult;
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
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Checks a file that is larger than {@code --memory} by its timestamps; what does not fit into
 * memory goes to a temporary directory. The file is read once to find suspects ({@link
 * FileScreen}), and again to judge these, or all of it if it cannot be screened.
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

  /** Whether a file is to be checked so. */
  boolean applies(Input input) throws IOException {
    if (options.limits().memoryBytes() == Limits.DEFAULT.memoryBytes()
        || options.asking().order() != OrderSource.TIMESTAMPS
        || options.measuring()
        || !options.patterns().isEmpty()
        || !LEVELS.containsAll(options.levels())
        || options.verify()
        || !options.tolerated().isEmpty()
        || options.versionOrder().isPresent()
        || options.html().isPresent()
        || options.dot().isPresent()) {
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

  /** What is known of a file in the end; of one that could not be read to its end, little. */
  private record Answer(
      Optional<StreamedHistory> read, FoundHistory found, Verdict verdict, CheckResult.Size size) {}

  private Optional<CheckResult> result(Input input, IsolationLevel level, Path directory)
      throws IOException {
    long begin = System.nanoTime();
    Budget budget = new Budget(options.limits().timeout(), Long.MAX_VALUE);
    Atoms atoms = new Atoms();
    FileScreen screen =
        new FileScreen(input, options.format(), options.initial(), options.limits());
    Optional<Screened> screened = screen.look(level, directory, atoms, budget);
    Optional<Answer> answer =
        screened.isPresent() && screened.get().suspects().isEmpty()
            ? Optional.of(clear(screened.get()))
            : judged(
                input,
                level,
                directory,
                atoms,
                budget,
                screened,
                screened
                    .map(all -> all.read().initialValue().getAsLong())
                    .orElseGet(
                        () ->
                            InitialValue.atom(options.initial().orElse(InitialValue.NIL), atoms)));
    return answer.map(
        all ->
            new CheckResult(
                input.name(),
                all.read.map(read -> read.format().id()).orElse("-"),
                all.found.history(),
                Question.byTimestamps(level),
                unlessEmpty(all.verdict, all.size),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ofNanos(System.nanoTime() - begin),
                all.read.map(StreamedHistory::remarks).orElse(List.of()),
                Optional.of(all.size)));
  }

  private static Answer clear(Screened screened) {
    return new Answer(
        Optional.of(screened.read()),
        new FoundHistory(List.of()),
        new Verdict.Satisfied(Witness.recorded(), List.of()),
        screened.size());
  }

  /** What holds because there is nothing to judge is no answer. */
  private static Verdict unlessEmpty(Verdict verdict, CheckResult.Size size) {
    Optional<String> nothing =
        new Content(
                size.transactions(),
                size.committed(),
                size.operations(),
                size.reads(),
                size.writes(),
                0)
            .nothingToJudge();
    return verdict instanceof Verdict.Satisfied && nothing.isPresent()
        ? new Verdict.Unknown(nothing.get(), List.of())
        : verdict;
  }

  /**
   * Judges what is suspect, or all of a file that was not screened.
   *
   * @param initialValue what keys have before the first write; if the file then states another
   *     value, it is judged again
   */
  private Optional<Answer> judged(
      Input input,
      IsolationLevel level,
      Path directory,
      Atoms atoms,
      Budget budget,
      Optional<Screened> screened,
      long initialValue)
      throws IOException {
    StandingFindings findings = new StandingFindings(options.limits().maxAnomalies());
    screened.ifPresent(
        all -> findings.counted(AnomalyKind.EXTERNAL, all.suspects().wrongElsewhere()));
    OnlineListener listener =
        screened
            .<OnlineListener>map(all -> all.suspects().without(findings, atoms))
            .orElse(findings);
    UnaryOperator<RawBlock> part =
        screened
            .<UnaryOperator<RawBlock>>map(all -> all.suspects()::among)
            .orElse(UnaryOperator.identity());
    SpilledSize size = new SpilledSize();
    Optional<String> undecidable = Optional.empty();
    Optional<StreamedHistory> read = Optional.empty();
    OptionalLong stated = OptionalLong.empty();
    try (SpillingChecker checker =
        new SpillingChecker(
            level, options.limits().memoryBytes(), directory, atoms, initialValue, listener)) {
      try {
        read =
            HistoryFiles.stream(
                new TimedInput(input, budget),
                options.format(),
                options.initial(),
                atoms,
                block -> {
                  size.add(block);
                  take(part.apply(block), checker);
                });
        if (read.isEmpty()) {
          return Optional.empty();
        }
        stated = read.get().initialValue();
        if (stated.isEmpty()) {
          throw new UndecidableException("it sets initial values or orders of versions");
        }
        if (stated.getAsLong() == initialValue) {
          finish(input, checker);
        }
      } catch (UndecidableException e) {
        undecidable = Optional.of(String.valueOf(e.getMessage()));
      }
      budget.checkTime();
      if (stated.isEmpty() || stated.getAsLong() == initialValue) {
        undecidable = undecidable.or(findings::unjudged);
        FoundHistory found =
            new FoundHistory(undecidable.isPresent() ? List.of() : findings.kept());
        return Optional.of(
            new Answer(
                read,
                found,
                verdict(undecidable, findings, found),
                screened
                    .map(Screened::size)
                    .orElseGet(() -> size.with(checker.sessionCount(), checker.keyCount()))));
      }
    }
    return judged(input, level, directory, atoms, budget, screened, stated.getAsLong());
  }

  private static void take(RawBlock block, SpillingChecker checker) {
    try {
      Optional<String> fault = checker.take(block);
      if (fault.isPresent()) {
        throw new UndecidableException(fault.get());
      }
    } catch (IOException e) {
      throw new SpillException(e);
    } catch (IllegalArgumentException e) {
      throw new UndecidableException(String.valueOf(e.getMessage()));
    }
  }

  private static void finish(Input input, SpillingChecker checker) throws InputException {
    Optional<SpillingChecker.Twice> twice;
    try {
      twice = checker.finish();
    } catch (IOException e) {
      throw new SpillException(e);
    } catch (IllegalArgumentException e) {
      throw new UndecidableException(String.valueOf(e.getMessage()));
    }
    if (twice.isPresent()) {
      throw new InputException(
          input.name(),
          twice.get().line(),
          1,
          "found transaction " + twice.get().name() + " twice; expected a name of its own");
    }
  }

  private static Verdict verdict(
      Optional<String> undecidable, StandingFindings findings, FoundHistory found) {
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
