/**
 * SQL conditions over the columns of a row, and aggregates over the rows that match. JSqlParser
 * reads the text; what it reads becomes a small tree of our own, which is evaluated here.
 */
package dev.isogauge.predicate;
