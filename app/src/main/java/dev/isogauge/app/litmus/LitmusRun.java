package dev.isogauge.app.litmus;

import dev.isogauge.app.command.ExitCode;
import dev.isogauge.app.command.Progress;
import dev.isogauge.app.command.UsageException;
import dev.isogauge.collect.Capabilities;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.catalog.Databases;
import dev.isogauge.collect.litmus.CellOutcome;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Runs litmus tests on several databases at once: most of the time is spent waiting. */
final class LitmusRun implements AutoCloseable {
  private final List<Schedule> schedules;
  private final LitmusSettings settings;
  private final List<String> levels;
  private final Progress progress;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Database> databases = new CopyOnWriteArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final AtomicInteger begun = new AtomicInteger();
  private int total;

  /**
   * A run.
   *
   * @param levels names of the levels to run at; all if there are none
   */
  LitmusRun(
      List<Schedule> schedules, LitmusSettings settings, List<String> levels, Progress progress) {
    this.schedules = schedules;
    this.settings = settings;
    this.levels = levels;
    this.progress = progress;
  }

  /** Starts the databases; those that fail are listed in {@link #failures}. */
  void open(List<String> names, DatabaseOptions options) throws UsageException {
    progress.phase(
        "starting " + names.stream().map(Databases::shown).collect(Collectors.joining(", ")));
    List<Future<Database>> opening = new ArrayList<>();
    names.forEach(name -> opening.add(threads.submit(() -> Databases.open(name, options))));
    Optional<String> unknown = Optional.empty();
    for (Future<Database> future : opening) {
      try {
        take(future).ifPresent(databases::add);
      } catch (UnknownNameException e) {
        unknown = Optional.of(e.getMessage());
      }
    }
    if (unknown.isPresent()) {
      throw new UsageException(unknown.get());
    }
  }

  /** Runs the schedules; results are in the order of the databases. */
  List<DatabaseResult> run() throws UsageException {
    progress.phase("running schedules");
    List<Future<DatabaseResult>> running = new ArrayList<>();
    for (Database database : databases) {
      List<Level> wanted = wanted(database);
      count(wanted.size() * schedules.size());
      if (!wanted.isEmpty()) {
        Callable<DatabaseResult> work =
            () -> new Litmus(schedules, settings, this::tell).run(database, wanted);
        running.add(threads.submit(work));
      }
    }
    if (running.isEmpty() && failures.isEmpty()) {
      throw new UsageException("--isolation: " + String.join("; ", remarks));
    }
    List<DatabaseResult> results = new ArrayList<>();
    for (Future<DatabaseResult> future : running) {
      try {
        take(future).ifPresent(results::add);
      } catch (UnknownNameException e) {
        failures.add(e.getMessage());
      }
    }
    results.stream()
        .map(DatabaseResult::failure)
        .filter(failure -> !failure.isEmpty())
        .forEach(failures::add);
    return results;
  }

  /** The database of this name. */
  Database database(String name) {
    return databases.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  /** The result, or nothing if the database failed. */
  private <T> Optional<T> take(Future<T> future) throws UnknownNameException {
    try {
      return Optional.of(future.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownNameException unknown) {
        throw unknown;
      } else if (e.getCause() instanceof InterruptedException) {
        failures.add("interrupted");
        return Optional.empty();
      } else if (!(e.getCause() instanceof DatabaseException)) {
        throw new IllegalStateException(e.getCause());
      }
      failures.add(e.getCause().getMessage());
    }
    return Optional.empty();
  }

  private List<Level> wanted(Database database) {
    if (levels.isEmpty()) {
      return database.capabilities().levels();
    }
    List<Level> wanted = new ArrayList<>();
    for (String level : levels) {
      try {
        wanted.add(database.capabilities().level(level));
      } catch (UnknownNameException e) {
        remark(database.name() + ": " + e.getMessage());
      }
    }
    return wanted;
  }

  private void tell(String what) {
    progress.detail(begun.incrementAndGet() + " of " + total() + ", " + what);
  }

  private synchronized void count(int cells) {
    total += cells;
  }

  private synchronized int total() {
    return total;
  }

  private synchronized void remark(String remark) {
    remarks.add(remark);
  }

  /** What the user should know about the results. */
  synchronized List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** What was wrong with databases that could not be used. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** The first that applies: a database failed, a claim was broken, a cell is open. */
  int exitCode(List<DatabaseResult> results) {
    int code = failures.isEmpty() ? ExitCode.SATISFIED : ExitCode.ENVIRONMENT;
    for (DatabaseResult result : results) {
      if (result.breaksClaim()) {
        code = ExitCode.combine(code, ExitCode.VIOLATED);
      }
      if (result.has(CellOutcome.UNDECIDED) || hasFailed(result)) {
        code = ExitCode.combine(code, ExitCode.UNKNOWN);
      }
    }
    return code;
  }

  /** Whether a schedule could not be run that needs nothing which the database lacks. */
  private boolean hasFailed(DatabaseResult result) {
    Capabilities capabilities = database(result.name()).capabilities();
    return result.rows().stream()
        .flatMap(row -> row.cells().stream())
        .anyMatch(
            cell ->
                cell.outcome() == CellOutcome.FAILED
                    && cell.schedule().obstacle(capabilities).isEmpty());
  }

  /** The same where an earlier matrix is expected: a database failed, or something has changed. */
  int exitCodeOf(List<String> changes) {
    int code = failures.isEmpty() ? ExitCode.SATISFIED : ExitCode.ENVIRONMENT;
    return changes.isEmpty() ? code : ExitCode.combine(code, ExitCode.VIOLATED);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    databases.forEach(Database::close);
  }
}
