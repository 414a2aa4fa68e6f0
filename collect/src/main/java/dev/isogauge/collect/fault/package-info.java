/** Faults of servers while a workload runs: drawn from a seed, made, and noted. */
package dev.isogauge.collect.fault;
