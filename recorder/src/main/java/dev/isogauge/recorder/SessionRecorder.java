package dev.isogauge.recorder;

/**
 * A session of a recording: one client that waits for each answer before it sends the next request.
 *
 * <pre>{@code
 * SessionRecorder session = recorder.session("worker-1");
 * try (TransactionRecorder transaction = session.begin()) {
 *   transaction.write("x", 1);
 *   transaction.committed();
 * }
 * }</pre>
 */
public final class SessionRecorder {
  private final Recorder recorder;
  private final String name;

  SessionRecorder(Recorder recorder, String name) {
    this.recorder = recorder;
    this.name = name;
  }

  /** What the recording calls it: {@code session.name()}. */
  public String name() {
    return name;
  }

  /**
   * Begins a transaction now, before its first statement is sent: {@code try (var txn =
   * session.begin()) { ... }}. A transaction that is tried again is another one.
   */
  public TransactionRecorder begin() {
    return recorder.begin(name, System.nanoTime());
  }

  /**
   * Begins a transaction whose first statement was sent at this time by {@link System#nanoTime}:
   * {@code session.begin(before)}.
   */
  public TransactionRecorder begin(long nanoTime) {
    return recorder.begin(name, nanoTime);
  }
}
