/** The command {@code flink}: a cluster of processes on this machine that runs the job. */
package dev.isogauge.app.flink;
