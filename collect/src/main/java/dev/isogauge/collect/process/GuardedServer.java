package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.ServerNode;
import java.io.IOException;
import java.time.Duration;

/**
 * A server in its directory and at its site, as something that can fail.
 *
 * @param stopSignal the signal at which it ends, without waiting for its clients
 * @param probe does nothing if the server is ready
 */
public record GuardedServer(
    String name,
    GuardedDirectory directory,
    Site site,
    String stopSignal,
    GuardedDirectory.Probe probe)
    implements ServerNode {
  /** Some copy their data from another server first. */
  private static final int START_SECONDS = 120;

  private static final int STOP_SECONDS = 60;

  @Override
  public void kill() throws DatabaseException {
    directory.signalAll("KILL");
    directory.awaitExit(STOP_SECONDS);
  }

  @Override
  public void stop() throws DatabaseException {
    directory.signalServer(stopSignal);
    directory.awaitExit(STOP_SECONDS);
  }

  @Override
  public void start() throws DatabaseException {
    try {
      directory.startAgain();
    } catch (IOException e) {
      throw new DatabaseException("cannot start " + name + " again: " + e.getMessage(), e);
    }
    if (!directory.awaitReady(probe, START_SECONDS)) {
      throw new DatabaseException(name + " does not start again: " + directory.lastWords());
    }
  }

  @Override
  public void pause() throws DatabaseException {
    directory.signalAll("STOP");
  }

  @Override
  public void resume() throws DatabaseException {
    directory.signalAll("CONT");
  }

  @Override
  public void cutFrom(int server) throws DatabaseException {
    site.network().cut(site.number(), server);
  }

  @Override
  public void joinTo(int server) throws DatabaseException {
    site.network().join(site.number(), server);
  }

  @Override
  public void skewClock(Duration offset) throws DatabaseException {
    try {
      site.skew(directory, offset);
    } catch (IOException e) {
      throw new DatabaseException("cannot change the clock of " + name + ": " + e.getMessage(), e);
    }
  }
}
