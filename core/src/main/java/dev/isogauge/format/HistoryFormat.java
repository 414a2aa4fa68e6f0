package dev.isogauge.format;

import dev.isogauge.format.plume.PlumeReader;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The formats that Isogauge knows. */
public enum HistoryFormat {
  PLUME("plume", "one operation a line: r(key,value,session,transaction); every key starts at 0") {
    @Override
    public HistoryReader reader() {
      return new PlumeReader();
    }

    @Override
    public Optional<HistoryWriter> writer() {
      return Optional.empty();
    }
  };

  private final String id;
  private final String description;

  HistoryFormat(String id, String description) {
    this.id = id;
    this.description = description;
  }

  /** The name used in commands and reports. */
  public String id() {
    return id;
  }

  /** What the format looks like, in one clause. */
  public String description() {
    return description;
  }

  public abstract HistoryReader reader();

  /** The writer, if Isogauge writes this format. */
  public abstract Optional<HistoryWriter> writer();

  public static Optional<HistoryFormat> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.id.equals(wanted)).findFirst();
  }
}
