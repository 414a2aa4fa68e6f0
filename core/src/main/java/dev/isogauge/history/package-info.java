/**
 * The history of a database run in memory: sessions of transactions of operations, in columns of
 * primitives, with every read resolved to the write it saw.
 */
package dev.isogauge.history;
