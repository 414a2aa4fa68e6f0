/** Measurements of the checker of this name in {@code core}, whose parts are private to it. */
package dev.isogauge.check.blackbox;
