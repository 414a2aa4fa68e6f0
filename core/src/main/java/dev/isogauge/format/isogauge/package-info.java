/** The text format: grammar, reader and writer. */
package dev.isogauge.format.isogauge;
