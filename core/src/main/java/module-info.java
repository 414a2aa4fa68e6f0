/**
 * Isogauge's library: reads histories, checks them against isolation levels and explains what it
 * finds.
 *
 * <p>What is exported to everybody is API; the rest serves Isogauge's own modules and changes
 * without notice.
 */
module dev.isogauge.core {
  requires com.fasterxml.jackson.core;
  requires java.xml;
  requires it.unimi.dsi.fastutil.core;
  requires net.sf.jsqlparser;

  exports dev.isogauge.anomaly;
  exports dev.isogauge.check;
  exports dev.isogauge.explain;
  exports dev.isogauge.format;
  exports dev.isogauge.generate;
  exports dev.isogauge.history;
  exports dev.isogauge.level;
  exports dev.isogauge.report;
  exports dev.isogauge.shrink;
  exports dev.isogauge.verdict;
  exports dev.isogauge.verify;
}
