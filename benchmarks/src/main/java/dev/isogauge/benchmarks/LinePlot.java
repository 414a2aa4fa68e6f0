package dev.isogauge.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Curves as SVG, light or dark as the reader's page is. The y axis is logarithmic; so is the x
 * axis, unless it has categories, which then stand side by side.
 */
final class LinePlot {
  private static final int WIDTH = 640;
  private static final int TOP = 44;
  private static final int LEFT = 64;
  private static final int RIGHT = 616;
  private static final int BOTTOM = 300;
  private static final int LEGEND_ROW = 18;
  private static final int COLOURS = 6;

  private static final String STYLE =
      """
      <style>
        text { font: 12px system-ui, sans-serif; fill: #222 }
        .title { font-weight: 600; font-size: 14px }
        .grid { stroke: #ddd } .axis { stroke: #666 }
        .curve { fill: none; stroke-width: 2 } .published { stroke-dasharray: 5 4 }
        .c0 { stroke: #0b62a8; color: #0b62a8 } .c1 { stroke: #b34700; color: #b34700 }
        .c2 { stroke: #1a7f37; color: #1a7f37 } .c3 { stroke: #8250df; color: #8250df }
        .c4 { stroke: #9a6700; color: #9a6700 } .c5 { stroke: #bf3989; color: #bf3989 }
        .dot { fill: currentColor }
        @media (prefers-color-scheme: dark) {
          text { fill: #ddd } .grid { stroke: #3a3f46 } .axis { stroke: #999 }
          .c0 { stroke: #6cb6ff; color: #6cb6ff } .c1 { stroke: #f69d50; color: #f69d50 }
          .c2 { stroke: #57ab5a; color: #57ab5a } .c3 { stroke: #dcbdfb; color: #dcbdfb }
          .c4 { stroke: #daaa3f; color: #daaa3f } .c5 { stroke: #fc8dc7; color: #fc8dc7 }
        }
      </style>
      """;

  /**
   * A curve; NaN stands for what was not measured.
   *
   * @param published whether the figures are those of a paper
   */
  record Series(String name, boolean published, List<Point> points) {
    static Series published(String name, double... xy) {
      List<Point> points = new ArrayList<>();
      for (int i = 0; i < xy.length; i += 2) {
        points.add(new Point(xy[i], xy[i + 1]));
      }
      return new Series(name, true, points);
    }
  }

  /**
   * A point.
   *
   * @param x a number, or the index of a category
   */
  record Point(double x, double y) {}

  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final List<String> categories;
  private final List<Series> series;

  /**
   * A plot.
   *
   * @param categories what the x axis shows; empty if it shows numbers
   */
  LinePlot(
      String title, String xTitle, String yTitle, List<String> categories, List<Series> series) {
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.categories = categories;
    this.series =
        series.stream()
            .map(
                s ->
                    new Series(
                        s.name(),
                        s.published(),
                        s.points().stream().filter(LinePlot::shown).toList()))
            .filter(s -> !s.points().isEmpty())
            .toList();
  }

  private static boolean shown(Point point) {
    return point.y() > 0 && !Double.isNaN(point.y()) && point.x() >= 0;
  }

  /** The numbers that the paper prints, a line for each curve; their unit is that of the y axis. */
  List<String> published() {
    return series.stream()
        .filter(Series::published)
        .map(
            s ->
                s.name()
                    + ": "
                    + s.points().stream()
                        .map(point -> exact(point.y()) + " (" + place(point) + ")")
                        .collect(Collectors.joining(", ")))
        .toList();
  }

  private String place(Point point) {
    return categories.isEmpty() ? exact(point.x()) : categories.get((int) point.x());
  }

  private static String exact(double number) {
    return number >= 100
        ? String.format(Locale.ROOT, "%,.0f", number)
        : String.format(Locale.ROOT, "%.2f", number).replaceAll("\\.?0+$", "");
  }

  String svg() {
    Scale x =
        categories.isEmpty()
            ? Scale.logarithmic(all(Point::x), LEFT, RIGHT)
            : Scale.of(categories.size());
    Scale y = Scale.logarithmic(all(Point::y), BOTTOM, TOP);
    int height = BOTTOM + 56 + LEGEND_ROW * series.size();
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                + " role=\"img\">%n<title>%s</title>%n",
            WIDTH, height, escape(title)));
    svg.append(STYLE);
    text(svg, LEFT, 20, "start", "title", title);
    text(svg, LEFT, 36, "start", "", yTitle);
    text(svg, RIGHT, BOTTOM + 36, "end", "", xTitle);
    drawAxes(svg, x, y);
    for (int i = 0; i < series.size(); i++) {
      draw(svg, i, x, y);
    }
    return svg.append("</svg>\n").toString();
  }

  private List<Double> all(java.util.function.ToDoubleFunction<Point> coordinate) {
    return series.stream()
        .flatMap(s -> s.points().stream())
        .map(coordinate::applyAsDouble)
        .toList();
  }

  private void drawAxes(StringBuilder svg, Scale x, Scale y) {
    for (double tick : y.ticks()) {
      double at = y.at(tick);
      line(svg, "grid", LEFT, at, RIGHT, at);
      text(svg, LEFT - 8, at + 4, "end", "", number(tick));
    }
    if (categories.isEmpty()) {
      for (double tick : x.ticks()) {
        double at = x.at(tick);
        line(svg, "grid", at, TOP, at, BOTTOM);
        text(svg, at, BOTTOM + 18, "middle", "", number(tick));
      }
    } else {
      for (int i = 0; i < categories.size(); i++) {
        text(svg, x.at(i), BOTTOM + 18, "middle", "", categories.get(i));
      }
    }
    line(svg, "axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    line(svg, "axis", LEFT, TOP, LEFT, BOTTOM);
  }

  private void draw(StringBuilder svg, int index, Scale x, Scale y) {
    Series curve = series.get(index);
    String style = "c" + index % COLOURS + (curve.published() ? " published" : "");
    StringBuilder path = new StringBuilder();
    for (Point point : curve.points()) {
      path.append(path.length() == 0 ? 'M' : 'L')
          .append(String.format(Locale.ROOT, "%.1f %.1f", x.at(point.x()), y.at(point.y())));
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"dot %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s:"
                  + " %s</title></circle>%n",
              style,
              x.at(point.x()),
              y.at(point.y()),
              escape(place(point)),
              exact(point.y())));
    }
    svg.append(String.format("<path class=\"curve %s\" d=\"%s\"/>%n", style, path));
    double row = BOTTOM + 56 + (double) LEGEND_ROW * index;
    svg.append(
        String.format(
            Locale.ROOT,
            "<path class=\"curve %s\" d=\"M%d %.1fL%d %.1f\"/>%n",
            style,
            LEFT,
            row - 4,
            LEFT + 28,
            row - 4));
    text(svg, LEFT + 36, row, "start", "", curve.name());
  }

  private static void line(
      StringBuilder svg, String style, double x, double y, double toX, double toY) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
            style,
            x,
            y,
            toX,
            toY));
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String style, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>%n",
            x,
            y,
            anchor,
            style.isEmpty() ? "" : " class=\"" + style + "\"",
            escape(text)));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String number(double number) {
    return number >= 1_000_000
        ? String.format(Locale.ROOT, "%.0fM", number / 1e6)
        : number >= 10_000
            ? String.format(Locale.ROOT, "%.0fk", number / 1e3)
            : number >= 1 ? String.format(Locale.ROOT, "%.0f", number) : Double.toString(number);
  }

  /** From values to places: logarithmic, with ticks at 1, 2 and 5 of each power of ten, or even. */
  private record Scale(double low, double high, double from, double to, boolean logarithmic) {

    static Scale logarithmic(List<Double> values, double from, double to) {
      double least = values.stream().mapToDouble(v -> v).min().orElse(1);
      double most = values.stream().mapToDouble(v -> v).max().orElse(10);
      double low = Math.log10(least) - 0.05;
      double high = Math.log10(most) + 0.1;
      // Less than a decade would make little of what is nearly flat look steep.
      return high - low >= 1
          ? new Scale(low, high, from, to, true)
          : new Scale(Math.floor(low), Math.ceil(high), from, to, true);
    }

    static Scale of(int categories) {
      return new Scale(-0.5, categories - 0.5, LEFT, RIGHT, false);
    }

    double at(double value) {
      double place = logarithmic ? Math.log10(value) : value;
      return from + (place - low) / (high - low) * (to - from);
    }

    List<Double> ticks() {
      double[] steps = high - low > 3 ? new double[] {1} : new double[] {1, 2, 5};
      List<Double> ticks = new ArrayList<>();
      for (int power = (int) Math.floor(low); power <= high; power++) {
        for (double step : steps) {
          double tick = step * Math.pow(10, power);
          if (Math.log10(tick) >= low && Math.log10(tick) <= high) {
            ticks.add(tick);
          }
        }
      }
      return ticks;
    }
  }
}
