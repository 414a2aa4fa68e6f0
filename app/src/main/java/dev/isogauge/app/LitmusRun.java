package dev.isogauge.app;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.Databases;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.UnknownNameException;
import dev.isogauge.collect.litmus.DatabaseResult;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs litmus tests on several databases at once: most of the time is spent waiting. */
final class LitmusRun {
  /**
   * What came of them.
   *
   * @param results of the databases that could be used, in the order in which they were named
   * @param remarks what the user should know about results
   * @param failures what was wrong with the other databases
   */
  record Results(
      List<DatabaseResult> results, List<String> remarks, List<String> failures, int exitCode) {}

  private final List<Schedule> schedules;
  private final LitmusSettings settings;
  private final DatabaseOptions options;
  private final List<String> levels;
  private final Progress progress;
  private final AtomicInteger cells = new AtomicInteger();
  private final List<String> remarks = new ArrayList<>();

  /**
   * A run.
   *
   * @param levels names of the levels to run at; all if there are none
   */
  LitmusRun(
      List<Schedule> schedules,
      LitmusSettings settings,
      DatabaseOptions options,
      List<String> levels,
      Progress progress) {
    this.schedules = schedules;
    this.settings = settings;
    this.options = options;
    this.levels = levels;
    this.progress = progress;
  }

  Results run(List<String> names) throws UsageException {
    progress.phase("starting " + String.join(", ", names));
    ExecutorService threads = Executors.newFixedThreadPool(names.size());
    List<Future<DatabaseResult>> futures = new ArrayList<>();
    names.forEach(name -> futures.add(threads.submit(() -> run(name))));
    threads.shutdown();
    List<DatabaseResult> results = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    try {
      for (Future<DatabaseResult> future : futures) {
        take(future, results, failures);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("interrupted");
    } finally {
      threads.shutdownNow();
    }
    if (!levels.isEmpty()
        && failures.isEmpty()
        && results.stream().allMatch(result -> result.rows().isEmpty())) {
      throw new UsageException("--isolation: " + String.join("; ", remarks));
    }
    int code =
        results.stream().anyMatch(DatabaseResult::breaksClaim)
            ? ExitCode.VIOLATED
            : ExitCode.SATISFIED;
    return new Results(
        results, remarks, failures, failures.isEmpty() ? code : ExitCode.ENVIRONMENT);
  }

  private static void take(
      Future<DatabaseResult> future, List<DatabaseResult> results, List<String> failures)
      throws UsageException, InterruptedException {
    try {
      results.add(future.get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownNameException unknown) {
        throw new UsageException(unknown.getMessage());
      } else if (e.getCause() instanceof DatabaseException failure) {
        failures.add(failure.getMessage());
      } else {
        throw new IllegalStateException(e.getCause());
      }
    }
  }

  private DatabaseResult run(String name) throws DatabaseException, InterruptedException {
    try (Database database = Databases.open(name, options.withNotices(this::remark))) {
      return new Litmus(schedules, settings, this::tell).run(database, wanted(database));
    }
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
    if (cells.getAndIncrement() == 0) {
      progress.phase("running schedules");
    }
    progress.detail(cells.get() + " cells, " + what);
  }

  private synchronized void remark(String remark) {
    remarks.add(remark);
  }
}
