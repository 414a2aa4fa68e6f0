/**
 * Records what an application does through JDBC: {@link
 * dev.isogauge.recorder.jdbc.IsogaugeDataSource} wraps a data source, {@link
 * dev.isogauge.recorder.jdbc.IsogaugeDriver} a driver, and {@link
 * dev.isogauge.recorder.jdbc.Mapping} says which tables count.
 */
package dev.isogauge.recorder.jdbc;
