/**
 * What is found: one shape for all anomalies, their kinds with levels, sentences and remedies, and
 * edges with their justification. Data only; nothing is searched or printed here.
 */
package dev.isogauge.anomaly;
