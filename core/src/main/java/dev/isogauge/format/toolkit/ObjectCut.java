package dev.isogauge.format.toolkit;

/**
 * Finds where a buffer that begins between two objects of the outermost level can be cut so that
 * the rest begins between two objects too.
 *
 * <p>Scanning all bytes for brackets and strings is exact but costs as much as parsing. A guess can
 * be wrong, so who parses the block has to see whether it ends between objects.
 */
public interface ObjectCut {
  /**
   * Learns how objects begin.
   *
   * @return whether the objects stand in one array
   */
  boolean learn(byte[] buffer, int filled);

  /** A place that is likely between two objects, or 0. */
  int guess(byte[] buffer, int filled);

  /**
   * The last place that is between two objects, or 0.
   *
   * @param isFirst whether the buffer is the beginning of the input
   */
  int scan(byte[] buffer, int filled, boolean isFirst);
}
