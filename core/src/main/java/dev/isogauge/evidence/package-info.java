/** The transactions, operations and edges behind an anomaly. */
package dev.isogauge.evidence;
