/** Checks transactions by their timestamps while they keep arriving, in any order. */
module dev.isogauge.online {
  requires it.unimi.dsi.fastutil.core;
  requires transitive dev.isogauge.core;

  exports dev.isogauge.online.host;
  exports dev.isogauge.online.kernel;
  exports dev.isogauge.online.spill;
}
