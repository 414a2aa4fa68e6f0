package dev.isogauge.collect.reproduce;

/** Where a test found something. */
public enum FindingSource {
  /** One server, or none. */
  ONE_SERVER,
  /** Several servers, over which sessions were spread. */
  SEVERAL_SERVERS,
  /** Servers that were made to fail. */
  FAILING_SERVERS
}
