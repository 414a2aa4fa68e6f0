package dev.isogauge.graph;

import java.util.Arrays;

/** A growing list of edges between dense ints. */
public final class EdgeList {
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int FEW = 16;

  /**
   * Two ints an edge: from, to. Kept in chunks, so that growing neither copies nor doubles; only
   * the first one starts small, since there are many lists of few edges.
   */
  private int[][] chunks = new int[4][];

  private long size;

  public void add(int from, int to) {
    int chunk = (int) (size >>> CHUNK_BITS);
    int at = (int) (size & (CHUNK - 1)) * 2;
    if (at == 0) {
      if (chunk == chunks.length) {
        chunks = Arrays.copyOf(chunks, chunk * 2);
      }
      chunks[chunk] = new int[2 * (chunk == 0 ? FEW : CHUNK)];
    } else if (at == chunks[chunk].length) {
      chunks[chunk] = Arrays.copyOf(chunks[chunk], 2 * at);
    }
    chunks[chunk][at] = from;
    chunks[chunk][at + 1] = to;
    size++;
  }

  public long size() {
    return size;
  }

  public int from(long edge) {
    return chunks[(int) (edge >>> CHUNK_BITS)][(int) (edge & (CHUNK - 1)) * 2];
  }

  public int to(long edge) {
    return chunks[(int) (edge >>> CHUNK_BITS)][(int) (edge & (CHUNK - 1)) * 2 + 1];
  }
}
