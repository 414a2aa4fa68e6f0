/** Cobra's logs: the reader. */
package dev.isogauge.format.cobra;
