/**
 * Makes a violating history smaller while it still violates. {@link dev.isogauge.shrink.Shrinker}
 * is the entry; {@link dev.isogauge.shrink.Projection} says what leaving something out means.
 */
package dev.isogauge.shrink;
