package dev.isogauge.collect.sql;

/**
 * The dialect of an engine on a file of our own, which has the tables of this run and no others and
 * needs no schema for them. There is one level.
 */
public interface SingleFileDialect extends OnConflictDialect, SilentLevelDialect {}
