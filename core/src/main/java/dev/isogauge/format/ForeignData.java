package dev.isogauge.format;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** Says what data is that is not a history, where its first bytes show it. */
final class ForeignData {
  private static final String COMPRESSED = "expected the history itself, plain or in gzip";

  private ForeignData() {}

  static String complaint(byte[] beginning) {
    String start = HexFormat.of().formatHex(Arrays.copyOf(beginning, 6));
    if (start.startsWith("fffe") || start.startsWith("feff")) {
      return "found text in UTF-16; expected UTF-8";
    }
    if (start.startsWith("504b0304")) {
      return "found a zip archive; " + COMPRESSED;
    }
    if (start.startsWith("28b52ffd")) {
      return "found data compressed by zstd; " + COMPRESSED;
    }
    if (start.startsWith("fd377a585a00")) {
      return "found data compressed by xz; " + COMPRESSED;
    }
    if (start.startsWith("425a68")) {
      return "found data compressed by bzip2; " + COMPRESSED;
    }
    return "found binary data of no known format; expected a history in one of the formats "
        + Arrays.stream(HistoryFormat.values())
            .map(HistoryFormat::id)
            .collect(Collectors.joining(", "));
  }
}
