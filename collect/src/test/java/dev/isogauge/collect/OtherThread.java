package dev.isogauge.collect;

import java.util.concurrent.CompletableFuture;

/** Runs what may have to wait. */
public final class OtherThread {
  private OtherThread() {}

  /** Operations of a transaction, run by another thread. */
  @FunctionalInterface
  public interface Steps {
    void run() throws Failure;
  }

  /** Runs the steps; on failure rolls nothing back and gives the failure. */
  public static CompletableFuture<Failure> attempt(Steps steps) {
    CompletableFuture<Failure> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                steps.run();
                result.complete(null);
              } catch (Failure e) {
                result.complete(e);
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }
}
