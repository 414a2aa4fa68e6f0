package dev.isogauge.recorder.junit;

import dev.isogauge.recorder.SessionRecorder;
import java.util.Random;

/**
 * One of the sessions that run at the same time; each is a thread.
 *
 * <pre>{@code
 * run.sessions(session -> bank.transfer(1 + session.random().nextInt(9)));
 * }</pre>
 */
public final class IsolationSession {
  private final int number;
  private final Random random;
  private final SessionRecorder recorder;

  IsolationSession(int number, Random random, SessionRecorder recorder) {
    this.number = number;
    this.random = random;
    this.recorder = recorder;
  }

  /** Its number, from 1: {@code if (session.number() == 1) ...}. */
  public int number() {
    return number;
  }

  /** Its own random numbers, by the seed of the test: {@code session.random().nextInt(10)}. */
  public Random random() {
    return random;
  }

  /**
   * Where it records by itself, without the JDBC wrapper: {@code try (var txn =
   * session.recorder().begin()) { ... }}.
   */
  public SessionRecorder recorder() {
    return recorder;
  }
}
