/** Runs a workload on a database and judges what was recorded: the command {@code test}. */
package dev.isogauge.app.test;
