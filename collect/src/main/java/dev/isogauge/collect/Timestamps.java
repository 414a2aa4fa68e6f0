package dev.isogauge.collect;

/**
 * Where a committed transaction stands in the database's own order: it saw what had committed up to
 * its start, and others see it from its commit on. A transaction that wrote nothing commits where
 * it started.
 */
public record Timestamps(long start, long commit) {}
