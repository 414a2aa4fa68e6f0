/** Generates histories. */
package dev.isogauge.app.generate;
