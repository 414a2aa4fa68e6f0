package dev.isogauge.recorder;

/**
 * How many transactions of a recording ended, and how.
 *
 * <pre>{@code
 * System.out.println(recorder.counts().committed() + " committed");
 * }</pre>
 *
 * @param committed those that committed
 * @param aborted those that did not happen
 * @param indeterminate those of which no client knows
 */
public record RecordingCounts(long committed, long aborted, long indeterminate) {
  /** All of them: {@code recorder.counts().transactions()}. */
  public long transactions() {
    return committed + aborted + indeterminate;
  }
}
