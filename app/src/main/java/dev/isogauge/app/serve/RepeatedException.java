package dev.isogauge.app.serve;

/** A batch has a transaction that was sent before with other content. */
final class RepeatedException extends Exception {
  private static final long serialVersionUID = 1;

  private final String batch;
  private final long line;
  private final String earlierBatch;
  private final long earlierLine;

  /** Names of batches may be empty. */
  RepeatedException(String batch, long line, String earlierBatch, long earlierLine) {
    super(
        "found a transaction whose session and number (or name) were sent before with other"
            + " content, in "
            + (earlierBatch.isEmpty() ? "a batch without Batch-Id" : "batch " + earlierBatch)
            + ", line "
            + earlierLine
            + "; expected the same content, or another number",
        null,
        false,
        false);
    this.batch = batch;
    this.line = line;
    this.earlierBatch = earlierBatch;
    this.earlierLine = earlierLine;
  }

  String batch() {
    return batch;
  }

  long line() {
    return line;
  }

  String earlierBatch() {
    return earlierBatch;
  }

  long earlierLine() {
    return earlierLine;
  }
}
