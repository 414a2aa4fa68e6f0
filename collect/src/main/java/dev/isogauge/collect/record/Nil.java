package dev.isogauge.collect.record;

/** The value of what is absent, null in JSON. */
public enum Nil {
  NIL
}
