package dev.isogauge.app;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.check.OrderSource;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The names of levels, anomalies and formats, for help, completion and suggestions. */
final class Names {
  /** Levels that users ask for by these names and that Isogauge does not check. */
  private static final Map<String, String> UNCHECKED_LEVELS =
      Map.ofEntries(
          Map.entry("pl-1", "pl-1"),
          Map.entry("pl-2", "pl-2"),
          Map.entry("pl-2.99", "pl-2.99"),
          Map.entry("pl-3", "pl-3"),
          Map.entry("pl-si", "pl-si"));

  private Names() {}

  static List<String> levels() {
    List<String> names = new ArrayList<>();
    for (IsolationLevel level : IsolationLevel.values()) {
      names.add(level.id());
    }
    return names;
  }

  static List<String> orders() {
    List<String> names = new ArrayList<>();
    for (OrderSource order : OrderSource.values()) {
      names.add(order.id());
    }
    return names;
  }

  /** The full name of a level that is known and not checked. */
  static Optional<String> uncheckedLevel(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT).replace('_', '-').replace(' ', '-');
    return Optional.ofNullable(UNCHECKED_LEVELS.get(wanted));
  }

  /** What a history can be found to have; several patterns may share a name. */
  static List<String> anomalies() {
    List<String> names = new ArrayList<>();
    for (AnomalyKind kind : AnomalyKind.values()) {
      if (!kind.isNote() && !names.contains(kind.title())) {
        names.add(kind.title());
      }
    }
    return names;
  }

  static List<String> formats() {
    List<String> names = new ArrayList<>();
    for (HistoryFormat format : HistoryFormat.values()) {
      names.add(format.id());
    }
    return names;
  }

  /** The formats that Isogauge writes. */
  static List<String> writableFormats() {
    List<String> names = new ArrayList<>();
    for (HistoryFormat format : HistoryFormat.values()) {
      if (format.writer().isPresent()) {
        names.add(format.id());
      }
    }
    return names;
  }
}
