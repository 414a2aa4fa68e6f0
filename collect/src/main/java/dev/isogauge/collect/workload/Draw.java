package dev.isogauge.collect.workload;

import dev.isogauge.generate.DataModel;
import dev.isogauge.generate.KeyPool;
import dev.isogauge.generate.KeySampler;
import dev.isogauge.generate.Planner;
import dev.isogauge.generate.SplitMix;
import dev.isogauge.generate.TransactionPlan;
import dev.isogauge.generate.WorkloadState;
import java.util.concurrent.locks.LockSupport;

/**
 * The choices of one session, from the seed and the session's number. Values are unique among all
 * sessions, which share the keys.
 */
public final class Draw {
  /** One in this many operations waits before it begins. */
  private static final int PAUSES = 4;

  private static final int LONGEST_PAUSE_NANOS = 400_000;

  private final DataModel model;
  private final Parameters parameters;
  private final int session;
  private final SplitMix random;
  private final SplitMix pauses;
  private final KeySampler places;
  private final KeyPool pool;
  private final Planner planner;
  private long values;

  /**
   * The choices of a session.
   *
   * @param session its number, from 0
   * @param state what the sessions of a run share
   */
  public Draw(
      Workload workload, Parameters parameters, long seed, int session, WorkloadState state) {
    this.model = workload.model();
    this.parameters = parameters;
    this.session = session;
    // Runs of neighbouring seeds have no session in common.
    this.random = new SplitMix(new SplitMix(new SplitMix(seed).next() + session).next());
    this.pauses = new SplitMix(random.next());
    this.places = new KeySampler(parameters.distribution(), parameters.keys());
    this.pool = state.pool();
    this.planner = new Planner(parameters.mix(model), random, state);
  }

  DataModel model() {
    return model;
  }

  int below(int bound) {
    return random.below(bound);
  }

  /** Whether to read and not to write. */
  boolean isRead() {
    return random.fraction() < parameters.readRatio();
  }

  /** Whether to do it by condition. */
  boolean isByCondition() {
    return random.fraction() < parameters.predicateRatio();
  }

  /** How many keys are in use at a time. */
  int keys() {
    return parameters.keys();
  }

  /** How many operations a transaction has. */
  int operations() {
    return 1 + random.below(parameters.operations());
  }

  /** The next transaction. */
  void plan(TransactionPlan plan) {
    planner.draw(plan);
  }

  /** The place of a key in the distribution. */
  int place() {
    return places.draw(random);
  }

  /** The key that is at a place now. */
  int key(int place) {
    return pool.at(place);
  }

  /**
   * The key that stands for this one, far from those before and after it: a permutation of each
   * 65,536 by the golden section. Keys are used one after another, and neighbours would share a
   * page of an index, where reads of absent rows conflict with every insertion; databases that lock
   * pages would abort nearly all that could show a fault.
   */
  long spread(int key) {
    return (key & ~0xFFFF) | (key * 40_503 & 0xFFFF);
  }

  /** Counts a write of the key at a place. */
  void countWrite(int place) {
    pool.countWrite(place);
  }

  /** A value that no other write of the run has, from 1. */
  long value() {
    return ++values * parameters.sessions() - session;
  }

  /**
   * Waits now and then, so that transactions of databases that answer at once overlap too. What is
   * drawn here decides nothing else.
   */
  void pause() {
    if (pauses.below(PAUSES) == 0) {
      LockSupport.parkNanos(pauses.below(LONGEST_PAUSE_NANOS));
    }
  }
}
