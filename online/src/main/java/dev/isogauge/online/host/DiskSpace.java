package dev.isogauge.online.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Lets writes wait for room on a full disk: state that is half written would be lost, and what
 * fills a disk is often something else that is cleaned up. Thread-safe.
 */
public final class DiskSpace {
  private static final long PAUSE_MILLIS = 200;
  private static final long LITTLE_BYTES = 1 << 20;

  private final Path directory;
  private final Consumer<String> messages;
  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean patient;

  /** Something that is written as a whole, again and again until that succeeds. */
  @FunctionalInterface
  public interface Write {
    /** Writes it; what an earlier attempt wrote is of no use. */
    void run() throws IOException;
  }

  private DiskSpace(Path directory, Consumer<String> messages, boolean patient) {
    this.directory = directory;
    this.messages = messages;
    this.patient = patient;
  }

  /** Writes fail when the disk is full. */
  public static DiskSpace impatient(Path directory) {
    return new DiskSpace(directory, message -> {}, false);
  }

  /**
   * Writes wait while the disk is full.
   *
   * @param messages hears when the waiting begins and ends
   */
  public static DiskSpace patient(Path directory, Consumer<String> messages) {
    return new DiskSpace(directory, messages, true);
  }

  /** Whether a write waits for room. */
  public boolean isAwaited() {
    return waiting.get() > 0;
  }

  /** From now on writes fail when the disk is full, also those that wait. */
  public void stopWaiting() {
    patient = false;
  }

  /** Writes, and waits while the disk is full. */
  public void write(Write write) throws IOException {
    try {
      write.run();
    } catch (IOException e) {
      if (!patient || !isFull(e)) {
        throw e;
      }
      writeLater(write, e);
    }
  }

  private void writeLater(Write write, IOException first) throws IOException {
    if (waiting.getAndIncrement() == 0) {
      messages.accept(
          "the disk is full, and batches are refused until there is room: " + first.getMessage());
    }
    boolean written = false;
    try {
      while (!written) {
        pause(first);
        try {
          write.run();
          written = true;
        } catch (IOException e) {
          if (!patient || !isFull(e)) {
            throw e;
          }
        }
      }
    } finally {
      if (waiting.decrementAndGet() == 0 && written) {
        messages.accept("there is room on the disk again");
      }
    }
  }

  private static void pause(IOException cause) throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cause;
    }
  }

  /** Whether a write failed since the disk is full; the system's message may be in any language. */
  public boolean isFull(IOException cause) {
    String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("no space left") || message.contains("quota exceeded")) {
      return true;
    }
    return isShort();
  }

  /** Whether hardly anything can be written. */
  boolean isShort() {
    try {
      return Files.getFileStore(directory).getUsableSpace() < LITTLE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }
}
