package dev.isogauge.app.command;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.RegisterOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The names of levels, anomalies and formats, for help, completion and suggestions. */
public final class Names {
  private Names() {}

  public static List<String> levels() {
    List<String> names = new ArrayList<>();
    for (IsolationLevel level : IsolationLevel.values()) {
      names.add(level.id());
    }
    return names;
  }

  public static List<String> orders() {
    List<String> names = new ArrayList<>();
    for (OrderSource order : OrderSource.values()) {
      names.add(order.id());
    }
    return names;
  }

  public static List<String> registerOrders() {
    return Arrays.stream(RegisterOrder.values()).map(RegisterOrder::id).toList();
  }

  /** What a history can be found to have; several patterns may share a name. */
  public static List<String> anomalies() {
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
  public static List<String> writableFormats() {
    List<String> names = new ArrayList<>();
    for (HistoryFormat format : HistoryFormat.values()) {
      if (format.writer().isPresent()) {
        names.add(format.id());
      }
    }
    return names;
  }
}
