/** A store in memory with one flaw, to see which workloads find it. */
package dev.isogauge.collect.simulated;
