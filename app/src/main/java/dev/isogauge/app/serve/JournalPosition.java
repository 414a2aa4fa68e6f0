package dev.isogauge.app.serve;

/**
 * A place in the journal, between two batches.
 *
 * @param segment the number of the file; 0 for the beginning of a journal
 * @param offset the byte of the file
 * @param sequence of the last batch before it
 */
record JournalPosition(int segment, long offset, long sequence) {
  static final JournalPosition BEGINNING = new JournalPosition(0, 0, 0);
}
