/**
 * Makes histories: clients with a random workload run against simulated stores that really give,
 * and only give, one isolation level; anomalies of every named kind, or faults that contradict
 * timestamps, can be planted among them, with the ground truth kept.
 */
package dev.isogauge.generate;
