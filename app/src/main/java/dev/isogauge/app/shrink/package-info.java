/** Finds small parts of violating histories. */
package dev.isogauge.app.shrink;
