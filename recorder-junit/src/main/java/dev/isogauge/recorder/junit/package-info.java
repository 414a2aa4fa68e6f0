/**
 * Tests of isolation: {@link dev.isogauge.recorder.junit.IsolationTest} for JUnit Jupiter 5 and 6,
 * {@link dev.isogauge.recorder.junit.HistoryAssert} for AssertJ.
 */
package dev.isogauge.recorder.junit;
