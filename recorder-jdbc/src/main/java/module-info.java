/**
 * Records what an application does through JDBC. Start with {@link
 * dev.isogauge.recorder.jdbc.IsogaugeDataSource}.
 */
module dev.isogauge.recorder.jdbc {
  requires transitive java.sql;
  requires transitive dev.isogauge.recorder;

  exports dev.isogauge.recorder.jdbc;
  exports dev.isogauge.recorder.rows to
      dev.isogauge.app;

  provides java.sql.Driver with
      dev.isogauge.recorder.jdbc.IsogaugeDriver;
}
