package dev.isogauge.app.serve;

/**
 * A batch is durable and will be judged.
 *
 * @param accepted how many transactions it has
 * @param repeated how many of them were sent before in other batches, and count once
 * @param duplicate whether the batch had been accepted before, and counts once
 */
record Acceptance(int accepted, int repeated, boolean duplicate) {
  /** The answer to the same batch sent again. */
  Acceptance again() {
    return new Acceptance(accepted, 0, true);
  }
}
