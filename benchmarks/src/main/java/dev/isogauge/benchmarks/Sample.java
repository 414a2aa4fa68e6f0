package dev.isogauge.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measurements of one thing. */
final class Sample {
  private final List<Double> values = new ArrayList<>();

  void add(double value) {
    values.add(value);
    Collections.sort(values);
  }

  /** Of an even number the mean of the two in the middle; NaN of none. */
  double median() {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  /** The median without decimals. */
  String whole() {
    return values.isEmpty() ? "" : String.format(Locale.ROOT, "%,.0f", median());
  }

  /** The median with one decimal. */
  String tenths() {
    return values.isEmpty() ? "" : String.format(Locale.ROOT, "%.1f", median());
  }

  /** The lowest and the highest, without decimals. */
  String range() {
    return values.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT, "%,.0f to %,.0f", values.get(0), values.get(values.size() - 1));
  }
}
