/**
 * Row versions: what transactions read and wrote, from a database's snapshots and its log, without
 * SQL and JDBC.
 */
package dev.isogauge.recorder.rows;
