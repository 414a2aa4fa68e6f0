/** Checks histories, and measures which levels they satisfy. */
package dev.isogauge.app.check;
