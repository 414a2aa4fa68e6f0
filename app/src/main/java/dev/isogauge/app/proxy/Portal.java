package dev.isogauge.app.proxy;

import dev.isogauge.recorder.rows.PostgresSnapshot;

/** A statement with parameters. */
final class Portal {
  final Prepared prepared;
  final PortalParameters parameters;

  /** The snapshot of its first rows, if more are to come. */
  PostgresSnapshot before;

  Portal(Prepared prepared, PortalParameters parameters) {
    this.prepared = prepared;
    this.parameters = parameters;
  }
}
