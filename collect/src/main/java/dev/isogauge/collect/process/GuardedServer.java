package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.ServerNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

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
  /** Before a server that has ended is started once more. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  @Override
  public void kill() throws DatabaseException {
    directory.signalAll("KILL");
    if (!directory.awaitExit(STOP_PATIENCE)) {
      throw new DatabaseException(
          name + " does not end within " + STOP_PATIENCE.toSeconds() + " s of being killed");
    }
  }

  @Override
  public boolean stop() throws DatabaseException {
    return stop(STOP_PATIENCE);
  }

  boolean stop(Duration patience) throws DatabaseException {
    directory.signalServer(stopSignal);
    if (directory.awaitExit(patience)) {
      return false;
    }
    kill();
    return true;
  }

  @Override
  public void start() throws DatabaseException {
    start(START_PATIENCE);
  }

  void start(Duration patience) throws DatabaseException {
    long deadline = System.nanoTime() + patience.toNanos();
    int ends = 0;
    String words = "";
    do {
      if (directory.hasEnded()) {
        startOnce();
      }
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      try {
        if (directory.awaitReady(probe, (int) Math.max(1, left.toSeconds()))) {
          return;
        }
      } catch (DatabaseException e) {
        if (ends == 0) {
          throw e;
        }
        break; // It is just being started; why it ended before says more.
      }
      ends++;
      words = directory.lastWords();
      LockSupport.parkNanos(PAUSE.toNanos());
    } while (System.nanoTime() < deadline);
    throw new DatabaseException(
        "it ended while it was starting ("
            + ends
            + (ends == 1 ? " attempt" : " attempts")
            + "): "
            + words);
  }

  private void startOnce() throws DatabaseException {
    try {
      directory.startAgain();
    } catch (IOException e) {
      throw new DatabaseException("it cannot be started: " + e.getMessage(), e);
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
