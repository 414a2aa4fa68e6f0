package dev.isogauge.generate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What keys hold, and so what operations do. */
public enum DataModel {
  /** A value; operations read and overwrite it. */
  REGISTER("register"),
  /** A list that starts empty; operations read all of it and append to it. */
  LIST_APPEND("list-append");

  private final String id;

  DataModel(String id) {
    this.id = id;
  }

  /** The name used in commands. */
  public String id() {
    return id;
  }

  public static Optional<DataModel> byName(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(model -> model.id.equals(wanted)).findFirst();
  }
}
