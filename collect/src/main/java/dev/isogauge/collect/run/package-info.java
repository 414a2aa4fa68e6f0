/** Runs a workload on a database and has it recorded. */
package dev.isogauge.collect.run;
