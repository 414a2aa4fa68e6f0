/** Sends a recorded history to a service as if it were happening, late and out of order. */
package dev.isogauge.app.feed;
