package dev.isogauge.explain;

import dev.isogauge.anomaly.ListSources;
import dev.isogauge.anomaly.Place;
import dev.isogauge.history.History;

/** What the sentences of one explanation share. */
record Telling(History history, Names names, NamedTransactions cast, KeyWriters writers) {

  /** {@code read x = 1, which T1 wrote}. */
  String what(String verb, int read, Place version) {
    cast.mention(read);
    String said = verb + " " + names.version(read) + ", ";
    if (version.transaction() != History.INITIAL) {
      cast.mention(version.operation());
    }
    if (history.isListRead(read)) {
      return said + listOrigin(read, version);
    }
    return version.transaction() == History.INITIAL
        ? said + "the initial value"
        : said + "which " + names.wrote(version.operation());
  }

  private String listOrigin(int read, Place version) {
    boolean endsWithOwn = ListSources.endsWithOwn(history, read);
    int writer = version.transaction();
    if (writer == History.INITIAL) {
      return endsWithOwn ? "nothing but what it had appended itself" : "the initial value";
    }
    String appended = names.about(version.operation(), names.transaction(writer) + " appended");
    return ListSources.writer(history, read) == writer
        ? "which ends with what " + appended + (endsWithOwn ? " and then itself" : "")
        : "which holds what " + appended;
  }
}
