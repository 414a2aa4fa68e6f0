package dev.isogauge.collect.search;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.collect.Database;
import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.Level;
import dev.isogauge.collect.litmus.Cell;
import dev.isogauge.collect.litmus.Litmus;
import dev.isogauge.collect.litmus.LitmusSettings;
import dev.isogauge.collect.litmus.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Searches a level of a database for schedules that break what it claims:
 *
 * <ol>
 *   <li>All schedules of the bound are run, smallest first, on databases side by side. Sessions are
 *       used again and again; a transaction that the database ended is retried after the others.
 *   <li>While there is time left larger ones are sampled, in rounds.
 *   <li>Those that break a claim are shrunk, each step to the simplest schedule that breaks it by
 *       one of the same anomalies, and those that shrink to the same one are one finding.
 *   <li>What they shrank to is run in new sessions, and explained.
 * </ol>
 */
public final class Search {
  /** Not about anything in particular: the claims decide. */
  static final Set<AnomalyKind> ANY = EnumSet.allOf(AnomalyKind.class);

  private static final int BATCH = 512;
  private static final long SAVE_NANOS = 5_000_000_000L;

  private final SearchBound bound;
  private final long seed;
  private final LitmusSettings settings;
  private final Optional<Duration> time;
  private final Consumer<String> progress;

  /**
   * A search.
   *
   * @param time how long it may take; without it, it ends with the bound
   * @param progress gets a line about how far it is
   */
  public Search(
      SearchBound bound,
      long seed,
      LitmusSettings settings,
      Optional<Duration> time,
      Consumer<String> progress) {
    this.bound = bound;
    this.seed = seed;
    this.settings = settings.withRetries(true);
    this.time = time;
    this.progress = progress;
  }

  /**
   * Searches.
   *
   * @param databases of the same kind, to be used side by side
   * @param state where to note how far the search is, and to go on from
   * @throws IOException if the state cannot be read or written, or is that of another search
   */
  public SearchResult run(List<Database> databases, Level level, Optional<Path> state)
      throws DatabaseException, IOException, InterruptedException {
    SearchBound understood = bound.understood(databases.get(0), level);
    try (Indexes indexes = new Indexes(databases, understood.extras())) {
      indexes.create();
      return new Run(databases, level, understood, indexes, state).search();
    }
  }

  private final class Run {
    private final Database database;
    private final Level level;
    private final SearchBound bound;
    private final Optional<Path> file;
    private final Rules rules;
    private final Lanes lanes;
    private final Indexes indexes;
    private final LitmusSettings settings;
    private final SearchState state;
    private final long total;
    private final long begin = System.nanoTime();
    private long saved = begin;
    private long ran;

    Run(
        List<Database> databases,
        Level level,
        SearchBound bound,
        Indexes indexes,
        Optional<Path> file)
        throws IOException {
      this.database = databases.get(0);
      this.level = level;
      this.bound = bound;
      this.file = file;
      this.rules = bound.rules(database.capabilities());
      this.total = Count.upTo(rules, bound.statements());
      String about = String.join(", ", database.version(), level.name(), bound + ", seed " + seed);
      this.state = file.isPresent() ? SearchState.read(file.get(), about) : new SearchState(about);
      this.indexes = indexes;
      this.settings = indexes.exist() ? Search.this.settings.searchingLast() : Search.this.settings;
      this.lanes = new Lanes(databases, level, settings, indexes);
    }

    SearchResult search() throws IOException, InterruptedException {
      String failure = "";
      List<SearchFinding> findings = List.of();
      SearchResult.Pace pace;
      try (lanes) {
        try {
          exhaust();
          sample();
        } catch (DatabaseException e) {
          failure = e.getMessage();
        }
        save();
        pace =
            new SearchResult.Pace(
                ran,
                (System.nanoTime() - begin) / 1e9,
                lanes.waited(),
                lanes.rateWithoutWaiting(),
                lanes.rateWithWaiting());
        try {
          findings = findings();
        } catch (DatabaseException e) {
          failure = failure.isEmpty() ? e.getMessage() : failure;
        }
      }
      return new SearchResult(
          database.name(),
          database.version(),
          level,
          bound,
          total,
          state.done(),
          state.sampled(),
          state.found().size(),
          state.undecided(),
          findings,
          pace,
          failure);
    }

    private boolean hasTime() {
      return time.isEmpty() || System.nanoTime() - begin < time.get().toNanos();
    }

    /** Step 1. */
    private void exhaust() throws DatabaseException, IOException, InterruptedException {
      long skipped = 0;
      for (int statements = 2; statements <= bound.statements(); statements++) {
        Enumeration all = new Enumeration(rules, statements);
        List<Candidate> batch = new ArrayList<>();
        while (all.hasNext() && hasTime()) {
          Candidate candidate = all.next();
          if (skipped < state.done()) {
            skipped++;
          } else {
            batch.add(candidate);
          }
          if (batch.size() == BATCH || !all.hasNext()) {
            take(lanes.run(batch));
            state.done(batch.size());
            skipped += batch.size();
            batch.clear();
            tell();
          }
        }
      }
    }

    /** Step 2. */
    private void sample() throws DatabaseException, IOException, InterruptedException {
      Sampler sampler = new Sampler(rules, bound.statements(), seed);
      while (time.isPresent() && hasTime() && state.done() == total) {
        List<Candidate> round = sampler.round(state.rounds(), List.copyOf(state.found().keySet()));
        take(lanes.run(round));
        state.roundDone(round.size());
        tell();
      }
    }

    private void take(Map<Candidate, Trial> trials) {
      trials.forEach(
          (candidate, trial) -> {
            ran++;
            if (trial.claims().areBroken()) {
              state.found().put(candidate, trial.claims().kinds());
            } else if (trial.claims().undecided()) {
              state.undecided(1);
            }
          });
    }

    private void tell() throws IOException {
      progress.accept(
          String.format(
              "%s at %s: %,d of %,d schedules, %,d larger ones, %,d break the claim",
              database.name(), level, state.done(), total, state.sampled(), state.found().size()));
      if (System.nanoTime() - saved > SAVE_NANOS) {
        save();
      }
    }

    private void save() throws IOException {
      saved = System.nanoTime();
      if (file.isPresent()) {
        state.write(file.get());
      }
    }

    private List<SearchFinding> findings() throws DatabaseException, InterruptedException {
      progress.accept(database.name() + " at " + level + ": shrinking what was found");
      Shrinking shrinking = new Shrinking(rules, state, bound.statements(), total, lanes);
      Map<Candidate, Integer> groups = new TreeMap<>(Reductions.SIMPLICITY);
      for (Candidate candidate : List.copyOf(state.found().keySet())) {
        groups.merge(shrinking.shrunk(candidate), 1, Integer::sum);
      }
      List<SearchFinding> findings = new ArrayList<>();
      for (Map.Entry<Candidate, Integer> group : groups.entrySet()) {
        findings.add(
            new SearchFinding(group.getKey().toString(), group.getValue(), cell(group.getKey())));
      }
      return findings;
    }

    /** Step 4: with what is run again written out. */
    private Cell cell(Candidate candidate) throws DatabaseException, InterruptedException {
      Trial trial = lanes.fresh(candidate);
      Set<AnomalyKind> kinds = EnumSet.noneOf(AnomalyKind.class);
      kinds.addAll(trial.claims().kinds());
      kinds.addAll(state.found().getOrDefault(candidate, Collections.emptySet()));
      Litmus litmus = new Litmus(List.of(), settings.withRetries(false), what -> {});
      indexes.renew(database);
      Cell cell =
          litmus.cell(database, level, FoundSchedule.of(candidate, trial.schedule(), kinds));
      indexes.renew(database);
      return cell;
    }
  }
}
