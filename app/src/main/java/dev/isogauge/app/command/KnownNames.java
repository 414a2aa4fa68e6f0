package dev.isogauge.app.command;

import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.format.HistoryFormat;
import dev.isogauge.level.IsolationLevel;
import dev.isogauge.level.OrderSource;
import dev.isogauge.level.RegisterOrder;
import java.util.Arrays;
import java.util.List;

/** The names of levels, anomalies and formats, for help, completion and suggestions. */
public final class KnownNames {
  private KnownNames() {}

  public static List<String> levels() {
    return Arrays.stream(IsolationLevel.values()).map(IsolationLevel::id).toList();
  }

  public static List<String> orders() {
    return Arrays.stream(OrderSource.values()).map(OrderSource::id).toList();
  }

  public static List<String> registerOrders() {
    return Arrays.stream(RegisterOrder.values()).map(RegisterOrder::id).toList();
  }

  /** What a history can be found to have; several patterns may share a name. */
  public static List<String> anomalies() {
    return Arrays.stream(AnomalyKind.values())
        .filter(kind -> !kind.isNote())
        .map(AnomalyKind::title)
        .distinct()
        .toList();
  }

  static List<String> formats() {
    return Arrays.stream(HistoryFormat.values()).map(HistoryFormat::id).toList();
  }

  /** The formats that Isogauge writes. */
  public static List<String> writableFormats() {
    return Arrays.stream(HistoryFormat.values())
        .filter(format -> format.isWritable())
        .map(HistoryFormat::id)
        .toList();
  }
}
