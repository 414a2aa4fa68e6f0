package dev.isogauge.app.serve;

import dev.isogauge.format.HistoryFormat;

/** The formats that producers may send. */
enum BatchFormat {
  JSON_LINES(1, HistoryFormat.JSONL),
  TIMEKILLER(2, HistoryFormat.TIMEKILLER);

  private final byte code;
  private final HistoryFormat format;

  BatchFormat(int code, HistoryFormat format) {
    this.code = (byte) code;
    this.format = format;
  }

  /** What stands for it in the journal. */
  byte code() {
    return code;
  }

  HistoryFormat format() {
    return format;
  }

  static BatchFormat of(byte code) {
    for (BatchFormat format : values()) {
      if (format.code == code) {
        return format;
      }
    }
    throw new IllegalArgumentException("format " + code);
  }
}
