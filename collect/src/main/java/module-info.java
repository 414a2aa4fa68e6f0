/** Runs workloads on real databases and records what their sessions see. */
module dev.isogauge.collect {
  requires com.fasterxml.jackson.core;
  requires java.net.http;
  requires java.sql;
  requires transitive dev.isogauge.core;

  exports dev.isogauge.collect;
}
