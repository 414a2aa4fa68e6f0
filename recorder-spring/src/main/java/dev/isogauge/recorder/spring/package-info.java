/** Isolation tests of Spring applications: their data sources record by themselves. */
package dev.isogauge.recorder.spring;
