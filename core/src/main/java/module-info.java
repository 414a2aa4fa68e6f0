/**
 * Isogauge's library: reads histories, checks them against isolation levels, and explains what it
 * finds. Start with {@link dev.isogauge.format.HistoryFiles} and {@link dev.isogauge.check.Checks}.
 *
 * <p>Packages that are exported without a qualification are API. The others serve Isogauge's own
 * modules and change without notice.
 */
module dev.isogauge.core {
  requires com.fasterxml.jackson.core;
  requires it.unimi.dsi.fastutil.core;
  requires java.xml;
  requires net.sf.jsqlparser;
  requires dev.isogauge.recorder;

  exports dev.isogauge.anomaly;
  exports dev.isogauge.chance;
  exports dev.isogauge.check;
  exports dev.isogauge.explain;
  exports dev.isogauge.format;
  exports dev.isogauge.format.spi;
  exports dev.isogauge.history;
  exports dev.isogauge.level;
  exports dev.isogauge.report;
  exports dev.isogauge.shrink;
  exports dev.isogauge.verdict;
  exports dev.isogauge.verify;
  exports dev.isogauge.checker to
      dev.isogauge.app;
  exports dev.isogauge.evidence to
      dev.isogauge.app;
  exports dev.isogauge.format.jsonl to
      dev.isogauge.app;
  exports dev.isogauge.generate to
      dev.isogauge.app,
      dev.isogauge.collect;
  exports dev.isogauge.page to
      dev.isogauge.app,
      dev.isogauge.collect;
  exports dev.isogauge.report.command to
      dev.isogauge.app;
  exports dev.isogauge.report.toolkit to
      dev.isogauge.app,
      dev.isogauge.collect;
  exports dev.isogauge.predicate to
      dev.isogauge.collect;
  exports dev.isogauge.predict to
      dev.isogauge.app,
      dev.isogauge.collect,
      dev.isogauge.recorder.junit;
  exports dev.isogauge.text to
      dev.isogauge.app,
      dev.isogauge.collect;
  exports dev.isogauge.timestamp to
      dev.isogauge.online;
}
