package dev.isogauge.anomaly;

import java.util.List;

/** Which order takes part in a cycle of dependencies, besides the data. */
enum CycleScope {
  DATA("", ""),
  SESSION("-session", ", by session order"),
  REAL_TIME("-realtime", ", by real time");

  /** What the scope adds to the name and to the meaning of a cycle. */
  final String suffix;

  final String words;

  CycleScope(String suffix, String words) {
    this.suffix = suffix;
    this.words = words;
  }

  /** The widest order that takes part in a cycle. */
  static CycleScope of(List<Relation> cycle) {
    if (cycle.contains(Relation.REAL_TIME)) {
      return REAL_TIME;
    }
    return cycle.contains(Relation.SESSION_ORDER) ? SESSION : DATA;
  }
}
