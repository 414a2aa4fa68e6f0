/**
 * Histories in files: what a library user calls to read and write them. {@link
 * dev.isogauge.format.HistoryFiles} reads, {@link dev.isogauge.format.HistoryFormat} lists the
 * formats and their writers, {@link dev.isogauge.format.IsogaugeText} serves histories in strings.
 */
package dev.isogauge.format;
