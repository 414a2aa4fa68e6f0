/**
 * Checks transactions while they keep arriving: by their timestamps, in any order, or by what reads
 * show.
 */
module dev.isogauge.online {
  requires it.unimi.dsi.fastutil.core;
  requires rocksdbjni;
  requires transitive dev.isogauge.core;

  exports dev.isogauge.online.host;
  exports dev.isogauge.online.kernel;
  exports dev.isogauge.online.reads to
      dev.isogauge.app;
}
