package dev.isogauge.flink;

import dev.isogauge.format.HistoryFormat;

/**
 * Some transactions as they came, one a line.
 *
 * @param source the file, or topic and partition, for messages
 * @param format of the lines
 * @param position of the first line in the source; that of each further line is one more, and no
 *     two lines of all sources share one
 * @param line number of the first line, from 1; of a topic the offset
 * @param lines where each line begins in the source, in lines after the first; empty if each is one
 *     after the one before
 * @param bytes whole lines
 */
record Chunk(
    String source, HistoryFormat format, long position, long line, int[] lines, byte[] bytes) {
  static final int[] CONSECUTIVE = {};

  /** Where a line is in the source, by its number in the chunk, from 0. */
  long lineOf(int number) {
    return line + (lines.length == 0 ? number : lines[number]);
  }
}
