package dev.isogauge.collect;

import java.time.Duration;

/** A server that was started by us, and that can be made to fail. */
public interface ServerNode {
  /** How long a server may take to end when it is asked to. */
  Duration STOP_PATIENCE = Duration.ofMinutes(1);

  /** How long a server may take to start; some copy their data from another one first. */
  Duration START_PATIENCE = Duration.ofMinutes(2);

  /** What reports call it. */
  String name();

  /**
   * Makes it suffer a fault as a whole, or ends that, where this is not made of the steps below.
   *
   * @return false if it is
   */
  default boolean suffers(FaultKind kind, boolean begins) throws DatabaseException {
    return false;
  }

  /** Ends all of its processes at once, as SIGKILL does. */
  void kill() throws DatabaseException;

  /**
   * Asks it to end, and waits until it has. One that does not end in {@link #STOP_PATIENCE} is
   * killed, as an operator would.
   *
   * @return whether it had to be killed
   */
  boolean stop() throws DatabaseException;

  /**
   * Starts it with its data if it does not run, and waits until it answers. One that ends instead
   * is started once more, as a supervisor would.
   *
   * @throws DatabaseException if it does not answer in {@link #START_PATIENCE}
   */
  void start() throws DatabaseException;

  /** Stops all of its processes where they are. */
  void pause() throws DatabaseException;

  /** Lets them go on. */
  void resume() throws DatabaseException;

  /** Loses all that it sends to the other server of the cluster. */
  void cutFrom(int server) throws DatabaseException;

  /** Lets it pass again. */
  void joinTo(int server) throws DatabaseException;

  /** Puts its clock ahead of ours, or behind. */
  void skewClock(Duration offset) throws DatabaseException;
}
