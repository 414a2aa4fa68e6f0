/** Isogauge's command line and its online service. It has no API. */
module dev.isogauge.app {
  requires com.fasterxml.jackson.core;
  requires dev.isogauge.collect;
  requires dev.isogauge.core;
  requires dev.isogauge.online;
  requires dev.isogauge.recorder.jdbc;
  requires info.picocli;
  requires it.unimi.dsi.fastutil.core;
  requires java.management;
  requires java.net.http;
  requires org.eclipse.jetty.http;
  requires org.eclipse.jetty.io;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.util;
}
