package dev.isogauge.format.cobra;

import dev.isogauge.format.toolkit.BinaryInput;
import java.nio.ByteBuffer;

/** The two layouts of cobra logs: some carry a time behind each begin and commit. */
public enum CobraLayout {
  PLAIN(1),
  TIMED(2);

  /** Longs behind an S or a C. */
  private final int headLongs;

  CobraLayout(int headLongs) {
    this.headLongs = headLongs;
  }

  /** The layout in which the beginning of a log has more records; plain if both have as many. */
  public static CobraLayout of(byte[] beginning) {
    return PLAIN.fit(beginning).records() >= TIMED.fit(beginning).records() ? PLAIN : TIMED;
  }

  /** Whether the bytes are the beginning of a log, perhaps cut off inside a record. */
  public static boolean fits(byte[] beginning) {
    return beginning.length > 0
        && of(beginning).fit(beginning).bytes() == beginning.length
        // Ids are far below 2^56, so a log has zero bytes.
        && BinaryInput.isBinary(beginning);
  }

  /** How many records begin in a sensible order, and where the first that does not begins. */
  private record Fit(int records, int bytes) {}

  private Fit fit(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int at = 0;
    int records = 0;
    boolean open = false;
    long transaction = 0;
    while (at < bytes.length) {
      byte kind = bytes[at];
      boolean fits =
          switch (kind) {
            case CobraReader.START -> !open;
            case CobraReader.WRITE, CobraReader.READ, CobraReader.COMMIT -> open;
            default -> false;
          };
      if (!fits) {
        return new Fit(records, at);
      }
      records++;
      int longs = kind == CobraReader.READ ? 4 : kind == CobraReader.WRITE ? 3 : headLongs;
      int next = at + 1 + longs * Long.BYTES;
      if (next > bytes.length) {
        return new Fit(records, bytes.length);
      }
      if (kind == CobraReader.START) {
        open = true;
        transaction = buffer.getLong(at + 1);
      } else if (kind == CobraReader.COMMIT) {
        if (buffer.getLong(at + 1) != transaction) {
          return new Fit(records, at);
        }
        open = false;
      }
      at = next;
    }
    return new Fit(records, at);
  }
}
