/**
 * Predicts races that a recording did not have: recorded transactions are programs, run in all
 * interleavings on a simulated store of an isolation level, and judged by the checkers.
 */
package dev.isogauge.predict;
