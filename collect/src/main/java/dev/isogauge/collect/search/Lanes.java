package dev.isogauge.collect.search;

import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.litmus.Lane;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Databases of one kind side by side, each with sessions that are used again and again, so that a
 * schedule that waits keeps no other waiting.
 */
final class Lanes implements AutoCloseable {
  /** Histories whose judgement is kept. */
  private static final int KNOWN = 200_000;

  private final List<Database> databases;
  private final Level level;
  private final LitmusSettings settings;
  private final Indexes indexes;
  private final Lane[] lanes;
  private final ExecutorService threads;
  private final Map<String, Trial.Claims> known = new ConcurrentHashMap<>();
  private final LongAdder waited = new LongAdder();
  private final LongAdder waitedNanos = new LongAdder();
  private final LongAdder wentThrough = new LongAdder();
  private final LongAdder wentThroughNanos = new LongAdder();

  /** Lanes of databases without indexes of their own. */
  Lanes(List<Database> databases, Level level, LitmusSettings settings) {
    this(databases, level, settings, new Indexes(databases, List.of()));
  }

  Lanes(List<Database> databases, Level level, LitmusSettings settings, Indexes indexes) {
    this.indexes = indexes;
    this.databases = List.copyOf(databases);
    this.level = level;
    this.settings = settings;
    this.lanes = new Lane[databases.size()];
    this.threads =
        Executors.newFixedThreadPool(
            databases.size(),
            task -> {
              Thread thread = new Thread(task, "isogauge-search");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Runs all of them, side by side; results in the same order. */
  Map<Candidate, Trial> run(List<Candidate> candidates)
      throws DatabaseException, InterruptedException {
    Trial[] trials = new Trial[candidates.size()];
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> running = new ArrayList<>();
    for (int lane = 0; lane < lanes.length; lane++) {
      int number = lane;
      running.add(
          threads.submit(
              () -> {
                for (int i = next.getAndIncrement();
                    i < trials.length;
                    i = next.getAndIncrement()) {
                  trials[i] = run(number, candidates.get(i));
                }
                return null;
              }));
    }
    for (Future<?> lane : running) {
      try {
        lane.get();
      } catch (ExecutionException e) {
        running.forEach(each -> each.cancel(true));
        if (e.getCause() instanceof DatabaseException failure) {
          throw failure;
        } else if (e.getCause() instanceof InterruptedException interrupted) {
          throw interrupted;
        }
        throw new IllegalStateException(e.getCause());
      }
    }
    Map<Candidate, Trial> results = new LinkedHashMap<>();
    for (int i = 0; i < trials.length; i++) {
      results.put(candidates.get(i), trials[i]);
    }
    return results;
  }

  /** In a lane; if that fails, once more in a new one. */
  private Trial run(int number, Candidate candidate)
      throws DatabaseException, InterruptedException {
    if (known.size() > KNOWN) {
      known.clear();
    }
    try {
      return timed(number, candidate);
    } catch (DatabaseException e) {
      closeLane(number);
      return timed(number, candidate);
    }
  }

  private Trial timed(int number, Candidate candidate)
      throws DatabaseException, InterruptedException {
    if (lanes[number] == null) {
      lanes[number] = new Lane(databases.get(number), level);
    }
    long begin = System.nanoTime();
    Trial trial = Trial.of(lanes[number], candidate.schedule(Search.ANY), settings, known);
    if (indexes.exist() && trial.claims().areBroken()) {
      closeLane(number);
      indexes.renew(databases.get(number));
    }
    (trial.waited() ? waited : wentThrough).increment();
    (trial.waited() ? waitedNanos : wentThroughNanos).add(System.nanoTime() - begin);
    return trial;
  }

  /** Runs one in sessions that nothing was run in before. */
  Trial fresh(Candidate candidate) throws DatabaseException, InterruptedException {
    try (Lane lane = new Lane(databases.get(0), level)) {
      return Trial.of(lane, candidate.schedule(Search.ANY), settings, known);
    }
  }

  /** How many schedules had to wait. */
  long waited() {
    return waited.sum();
  }

  /** Schedules a second of those in which nothing waited, in all lanes together. */
  double rateWithoutWaiting() {
    return rate(wentThrough.sum(), wentThroughNanos.sum());
  }

  /** Schedules a second of those in which something waited. */
  double rateWithWaiting() {
    return rate(waited.sum(), waitedNanos.sum());
  }

  private double rate(long count, long nanos) {
    return nanos == 0 ? 0 : count * 1e9 * lanes.length / nanos;
  }

  private void closeLane(int number) {
    if (lanes[number] != null) {
      lanes[number].close();
      lanes[number] = null;
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    for (int i = 0; i < lanes.length; i++) {
      closeLane(i);
    }
  }
}
