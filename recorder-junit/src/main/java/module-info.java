/**
 * Tests isolation with JUnit Jupiter and AssertJ. Start with {@link
 * dev.isogauge.recorder.junit.IsolationTest}.
 */
module dev.isogauge.recorder.junit {
  requires transitive dev.isogauge.core;
  requires transitive dev.isogauge.recorder;
  requires java.sql;
  requires static transitive org.assertj.core;
  requires static transitive org.junit.jupiter.api;

  uses dev.isogauge.recorder.junit.IsolationRunListener;

  exports dev.isogauge.recorder.junit;
}
