/** Runs scripted schedules on databases. */
package dev.isogauge.app.litmus;
