package dev.isogauge.online.host;

import dev.isogauge.history.Atoms;
import dev.isogauge.history.RawBlock;

/** Judges transactions while they arrive. */
public interface StreamChecker extends AutoCloseable {
  /**
   * Fails if a transaction by itself cannot be judged, and takes nothing: for callers that must
   * know before they acknowledge a block.
   *
   * @param names the atoms of the block, which may be others than those of the checker
   * @throws IllegalArgumentException whose message names the line
   */
  void validate(RawBlock block, Atoms names);

  /** Sets the value that keys have before the first write, before the first transaction comes. */
  void initialValue(long atom);

  /** Whether {@link #submit} would wait. */
  boolean isFull();

  /**
   * Takes the transactions of a block, which nobody changes any more; waits while memory is full.
   *
   * @param now when the block arrived, by the clock of the stream
   */
  void submit(RawBlock block, long now) throws InterruptedException;

  /**
   * Lets strings leave memory if they take much of it. Nothing may be submitted meanwhile, and
   * afterwards no block whose atoms were made before.
   */
  void forgetStrings() throws InterruptedException;

  /**
   * Lets all that can leave memory if it is full, for when nothing comes: what was judged late has
   * come back from disk, with its strings. As {@link #forgetStrings}.
   */
  void relieve() throws InterruptedException;

  /** What has been done so far; safe to call from any thread at any time. */
  OnlineStatistics statistics();

  /** Waits until all that was submitted is judged, and makes every verdict final. */
  void drain() throws InterruptedException;

  /** Stops at once. */
  @Override
  void close();
}
