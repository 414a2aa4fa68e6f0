/**
 * Records the transactions of an application as JSON Lines, which Isogauge checks. Start with
 * {@link dev.isogauge.recorder.Recorder}.
 */
module dev.isogauge.recorder {
  exports dev.isogauge.recorder;
}
