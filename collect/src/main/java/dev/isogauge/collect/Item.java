package dev.isogauge.collect;

/** A row of the items. */
public record Item(long key, long value) {}
