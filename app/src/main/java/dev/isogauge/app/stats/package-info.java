/** Shows how large histories are and what they record. */
package dev.isogauge.app.stats;
