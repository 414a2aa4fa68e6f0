package dev.isogauge.collect;

import java.time.Duration;

/** A server that was started by us, and that can be made to fail. */
public interface ServerNode {
  /** What reports call it. */
  String name();

  /** Ends all of its processes at once, as SIGKILL does. */
  void kill() throws DatabaseException;

  /** Asks it to end, and waits until it has. */
  void stop() throws DatabaseException;

  /** Starts it again with its data, and waits until it answers. */
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
