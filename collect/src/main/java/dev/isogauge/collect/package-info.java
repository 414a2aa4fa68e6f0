/**
 * Real databases: one way to open them, to run transactions in sessions, and to know what became of
 * these. {@link dev.isogauge.collect.catalog.Databases} opens a {@link
 * dev.isogauge.collect.Database} by name; {@link dev.isogauge.collect.record.RecordedSession}
 * records what a {@link dev.isogauge.collect.Session} does.
 */
package dev.isogauge.collect;
