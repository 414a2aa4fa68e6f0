/** What the sessions of a run do: transactions drawn from a seed. */
package dev.isogauge.collect.workload;
