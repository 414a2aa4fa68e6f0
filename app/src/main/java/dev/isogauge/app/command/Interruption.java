package dev.isogauge.app.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end in order when its process is told to end, as by Ctrl-C: a server of the user's
 * is to be left as it was found. It does not take longer than some seconds.
 */
public final class Interruption implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 10_000;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "isogauge-interruption");
  private volatile Runnable reaction = () -> {};
  private volatile boolean underWay;

  /** Of any command: what fails then fails because things are being closed. */
  private static volatile boolean processEnds;

  public Interruption() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** What to do on an interruption from now on. The process is gone when it returns. */
  public void react(Runnable next) {
    reaction = next;
  }

  /** As a reaction: tells the command to end, and waits until this is closed. */
  public void endInOrder(Runnable end) {
    react(
        () -> {
          end.run();
          try {
            ended.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  public boolean isUnderWay() {
    return underWay;
  }

  /** Whether a command of this process was interrupted. */
  public static boolean isProcessEnding() {
    return processEnds;
  }

  private void interrupted() {
    underWay = true;
    processEnds = true;
    Thread worker = new Thread(reaction, "isogauge-reaction");
    worker.setDaemon(true);
    worker.start();
    try {
      TimeUnit.MILLISECONDS.timedJoin(worker, PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending, and the hook has seen that the command has.
    }
  }
}
