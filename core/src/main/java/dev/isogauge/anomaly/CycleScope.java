package dev.isogauge.anomaly;

import java.util.List;

/** Which order takes part in a cycle of dependencies, besides the data. */
enum CycleScope {
  DATA("", "", List.of()),
  SESSION(
      "-session",
      ", by session order",
      List.of(Remedy.ONE_SERVER, Remedy.SERIALIZABLE_WITH_RETRIES)),
  REAL_TIME("-realtime", ", by real time", List.of(Remedy.CURRENT_COPY));

  /** What the scope adds to the name and to the meaning of a cycle. */
  final String suffix;

  final String words;

  /** What prevents a cycle that needs this order; nothing of its own where the data suffice. */
  final List<Remedy> remedies;

  CycleScope(String suffix, String words, List<Remedy> remedies) {
    this.suffix = suffix;
    this.words = words;
    this.remedies = remedies;
  }

  /** The widest order that takes part in a cycle. */
  static CycleScope of(List<Relation> cycle) {
    if (cycle.contains(Relation.REAL_TIME)) {
      return REAL_TIME;
    }
    return cycle.contains(Relation.SESSION_ORDER) ? SESSION : DATA;
  }
}
