package dev.isogauge.collect.workload;

import dev.isogauge.generate.KeySampler;
import dev.isogauge.generate.SplitMix;
import java.util.concurrent.locks.LockSupport;

/**
 * The choices of one session, from the seed and the session's number. Values are unique among all
 * sessions.
 */
public final class Draw {
  /** What a transaction of the general workload does. */
  enum Kind {
    READ,
    READ_MODIFY_WRITE,
    WRITE
  }

  /** One in this many operations waits before it begins. */
  private static final int PAUSES = 4;

  private static final int LONGEST_PAUSE_NANOS = 400_000;

  private final Parameters parameters;
  private final int session;
  private final SplitMix random;
  private final SplitMix pauses;
  private final KeySampler keys;
  private long values;

  /** The choices of the session with this number, from 0. */
  public Draw(Parameters parameters, long seed, int session) {
    this.parameters = parameters;
    this.session = session;
    this.random = new SplitMix(new SplitMix(seed + session).next());
    this.pauses = new SplitMix(random.next());
    this.keys = new KeySampler(parameters.distribution(), parameters.keys());
  }

  Parameters parameters() {
    return parameters;
  }

  int below(int bound) {
    return random.below(bound);
  }

  /** Whether to read and not to write. */
  boolean isRead() {
    return random.fraction() < parameters.readRatio();
  }

  Kind kind() {
    double share = random.fraction();
    if (share < parameters.readRatio()) {
      return Kind.READ;
    }
    return share < parameters.readRatio() + parameters.readModifyWriteRatio()
        ? Kind.READ_MODIFY_WRITE
        : Kind.WRITE;
  }

  /** How many operations a transaction has. */
  int operations() {
    return 1 + random.below(parameters.operations());
  }

  int key() {
    return keys.draw(random);
  }

  /** A key other than this one, unless there is no other. */
  int otherKey(int key) {
    int other = key();
    return other != key ? other : (key + 1 + random.below(parameters.keys())) % parameters.keys();
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
