package dev.isogauge.online.kernel;

/** When a provisional verdict becomes final. */
public enum FinalityClock {
  /** When the delay has passed since the transaction arrived. */
  ARRIVAL,
  /**
   * When every session that is not idle has committed something after the transaction's commit; the
   * delay plays no part. Producers that wait for memory are silent too, so it is the idle time that
   * lets them go on.
   */
  EVENT_TIME
}
