package dev.isogauge.benchmarks;

import dev.isogauge.chance.ChanceKind;
import dev.isogauge.chance.Chances;
import dev.isogauge.check.Checks;
import dev.isogauge.collect.Capability;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.CellOutcome;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedule;
import dev.isogauge.collect.litmus.Schedules;
import dev.isogauge.collect.record.RecordedSession;
import dev.isogauge.collect.recover.ExistingRows;
import dev.isogauge.collect.run.RunPlan;
import dev.isogauge.collect.run.WorkloadRun;
import dev.isogauge.collect.search.Extra;
import dev.isogauge.collect.search.Search;
import dev.isogauge.collect.search.SearchBound;
import dev.isogauge.collect.search.SearchResult;
import dev.isogauge.collect.workload.Workload;
import dev.isogauge.format.HistoryFiles;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.history.History;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.recorder.Recorder;
import dev.isogauge.verdict.Limits;
import dev.isogauge.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a database does at its levels: the litmus schedules, random runs of each workload that it
 * can run, and a search of all schedules of few statements on one row.
 */
final class MatrixRun {
  private static final Limits LIMITS = Limits.DEFAULT.withTimeout(Checks.SEARCH_TIME);
  private static final List<Workload> WORKLOADS =
      List.of(Workload.LIST_APPEND, Workload.MINI, Workload.PREDICATE);

  /** Longer than a busy machine lets a holder of locks wait for its turn. */
  static final Duration LOCK_TIMEOUT = Duration.ofSeconds(2);

  private final String name;
  private final int runs;
  private final Duration duration;
  private final Duration searching;
  private final Path file;
  private final Consumer<String> progress;

  /**
   * A run.
   *
   * @param runs how many of each workload
   * @param duration of each
   * @param searching how long a search of a level may take
   * @param folder for the history at hand
   */
  MatrixRun(
      String name,
      int runs,
      Duration duration,
      Duration searching,
      Path folder,
      Consumer<String> progress) {
    this.name = name;
    this.runs = runs;
    this.duration = duration;
    this.searching = searching;
    this.file = folder.resolve("history.jsonl");
    this.progress = progress;
  }

  List<MatrixRow> rows() throws DatabaseException, IOException, InterruptedException {
    List<MatrixRow> rows = new ArrayList<>();
    int count = 0;
    while (count == 0 || count > rows.size()) {
      // A new one for each level: nothing that a level leaves behind counts for the next.
      try (Database database =
          Databases.open(name, DatabaseOptions.defaults().withLockTimeout(LOCK_TIMEOUT))) {
        List<Level> levels = database.capabilities().levels();
        count = levels.size();
        rows.add(row(database, levels.get(rows.size())));
      }
    }
    return rows;
  }

  private MatrixRow row(Database database, Level level)
      throws DatabaseException, IOException, InterruptedException {
    progress.accept(name + " at " + level);
    Map<String, Cell> cells = new LinkedHashMap<>();
    Litmus litmus = new Litmus(List.of(), LitmusSettings.defaults(), what -> {});
    for (Schedule schedule : Schedules.all()) {
      if (schedule.obstacle(database.capabilities()).isEmpty()) {
        cells.put(schedule.id(), litmus.cell(database, level, schedule));
      }
    }
    String search =
        database.capabilities().has(Capability.PREDICATES) ? search(database, level) : "";
    Map<ChanceKind, Chances.Count> chances = new EnumMap<>(ChanceKind.class);
    String broken = randomRuns(database, level, chances);
    List<MatrixCell> row = new ArrayList<>();
    for (MatrixColumn column : MatrixColumn.values()) {
      row.add(cell(column, cells, chances));
    }
    return new MatrixRow(
        name,
        database.version(),
        level.name(),
        String.join(", ", level.claimed()),
        row,
        broken,
        search);
  }

  static MatrixCell cell(
      MatrixColumn column, Map<String, Cell> cells, Map<ChanceKind, Chances.Count> chances) {
    Set<MatrixCell.State> states = EnumSet.of(MatrixCell.State.NO_CHANCE);
    List<String> evidence = new ArrayList<>();
    boolean breaksClaim = false;
    for (String id : column.schedules()) {
      Cell cell = cells.get(id);
      if (cell != null) {
        state(cell.outcome()).ifPresent(states::add);
        breaksClaim |= cell.breaksClaim() && cell.outcome() == CellOutcome.POSSIBLE;
        evidence.add(id + " " + cell.outcome().word() + (cell.breaksClaim() ? " (!)" : ""));
      }
    }
    Chances.Count count = column.chance().map(chances::get).orElse(new Chances.Count(0, 0, 0));
    if (count != null && count.total() > 0) {
      states.add(
          count.happened() > 0
              ? MatrixCell.State.HAPPENED
              : count.aborted() > 0 ? MatrixCell.State.ABORTED : MatrixCell.State.PREVENTED);
      evidence.add(
          String.format(
              Locale.ROOT,
              "%,d chances, %,d happened, %,d aborted",
              count.total(),
              count.happened(),
              count.aborted()));
    }
    return new MatrixCell(states.iterator().next(), breaksClaim, String.join("; ", evidence));
  }

  private static Optional<MatrixCell.State> state(CellOutcome outcome) {
    return switch (outcome) {
      case POSSIBLE -> Optional.of(MatrixCell.State.HAPPENED);
      case ABORTED -> Optional.of(MatrixCell.State.ABORTED);
      case BLOCKED -> Optional.of(MatrixCell.State.WAITED);
      case PREVENTED -> Optional.of(MatrixCell.State.PREVENTED);
      case UNDECIDED -> Optional.of(MatrixCell.State.UNDECIDED);
      case FAILED -> Optional.empty();
    };
  }

  /** How many runs of each workload broke the claim; adds up what could have happened in all. */
  private String randomRuns(Database database, Level level, Map<ChanceKind, Chances.Count> chances)
      throws IOException {
    List<String> words = new ArrayList<>();
    for (Workload workload : WORKLOADS) {
      if (workload.obstacle(database.capabilities()).isEmpty()) {
        int broken = 0;
        String failure = "";
        for (int seed = 1; seed <= runs && failure.isEmpty(); seed++) {
          try {
            broken += isBroken(database, level, workload, seed, chances) ? 1 : 0;
          } catch (DatabaseException e) {
            failure = ", ended by: " + e.getMessage();
          }
        }
        words.add(
            String.format(Locale.ROOT, "%s %d of %d%s", workload.id(), broken, runs, failure));
      }
    }
    return String.join("; ", words);
  }

  private boolean isBroken(
      Database database,
      Level level,
      Workload workload,
      int seed,
      Map<ChanceKind, Chances.Count> chances)
      throws DatabaseException, IOException {
    RunPlan plan =
        new RunPlan(workload, workload.defaults(), level, Long.MAX_VALUE, duration, seed);
    database.clear();
    Files.deleteIfExists(file);
    try (Recorder recorder = RecordedSession.recorder(file, Map.of())) {
      new WorkloadRun(database, plan, recorder).run(now -> {});
    }
    History history = read(file);
    if (workload != Workload.PREDICATE) { // Its values repeat: who saw which is not known.
      Chances.of(history)
          .counts()
          .forEach((kind, count) -> chances.merge(kind, count, MatrixRun::plus));
    }
    boolean broken = false;
    for (IsolationLevel claim : plan.claims()) {
      broken |= isViolated(history, claim) && !isExcused(claim);
    }
    return broken;
  }

  private static History read(Path recording) throws IOException {
    return HistoryFiles.read(HistoryFiles.file(recording), Optional.of(HistoryFormat.JSONL))
        .history();
  }

  private static boolean isViolated(History history, IsolationLevel level) {
    return Checks.check(history, level, LIMITS) instanceof Verdict.Violated;
  }

  /** Whether only reads that found no row speak against it: PL-2.99 allows phantoms. */
  private boolean isExcused(IsolationLevel level) throws IOException {
    if (level != IsolationLevel.PL_2_99) {
      return false;
    }
    Path rest = file.resolveSibling("existing.jsonl");
    boolean excused = ExistingRows.write(file, rest) > 0 && !isViolated(read(rest), level);
    Files.deleteIfExists(rest);
    return excused;
  }

  private static Chances.Count plus(Chances.Count a, Chances.Count b) {
    return new Chances.Count(
        a.total() + b.total(), a.happened() + b.happened(), a.aborted() + b.aborted());
  }

  private String search(Database database, Level level)
      throws DatabaseException, IOException, InterruptedException {
    SearchBound bound = new SearchBound(3, 1, 3, Extra.statements());
    SearchResult result =
        new Search(bound, 1, LitmusSettings.hasty(), Optional.of(searching), what -> {})
            .run(List.of(database), level, Optional.empty());
    return String.format(
        Locale.ROOT,
        "%,d of %,d schedules, %,d break it%s",
        result.done(),
        result.total(),
        result.broken(),
        result.broken() == 0 ? "" : ", such as " + result.findings().get(0).code());
  }
}
