/**
 * Snapshot isolation and serializability by the timestamps that a database claims: a simulation.
 */
package dev.isogauge.check.timestamp;
