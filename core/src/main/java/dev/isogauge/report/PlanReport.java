package dev.isogauge.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.check.Gap;
import dev.isogauge.check.Route;
import dev.isogauge.explain.Printable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders how the levels of a history will be checked, as text or as JSON Lines. */
public final class PlanReport {
  private PlanReport() {}

  /**
   * One history's routes.
   *
   * @param measured those that measuring takes
   * @param further those of other levels
   */
  public record Routes(String file, String format, List<Route> measured, List<Route> further) {
    public Routes {
      measured = List.copyOf(measured);
      further = List.copyOf(further);
    }
  }

  /** Writes text: questions that are answered alike share a paragraph. */
  public static void text(Routes routes, PrintStream out) {
    out.println(Printable.escape(routes.file()) + " (" + routes.format() + ")");
    paragraphs(routes.measured()).forEach((how, levels) -> paragraph(levels, how, out));
    if (!routes.further().isEmpty()) {
      out.println();
      out.println("Not measured; checked when asked for:");
      paragraphs(routes.further()).forEach((how, levels) -> paragraph(levels, how, out));
    }
  }

  private static void paragraph(String levels, String how, PrintStream out) {
    out.println();
    out.println("  " + levels);
    out.print(how);
  }

  /** By what is said of them: the questions. */
  private static Map<String, String> paragraphs(List<Route> routes) {
    Map<String, String> paragraphs = new LinkedHashMap<>();
    for (Route route : routes) {
      paragraphs.merge(how(route), route.question().id(), (some, next) -> some + ", " + next);
    }
    return paragraphs;
  }

  private static String how(Route route) {
    List<String> lines = new ArrayList<>();
    lines.add("    checker   " + route.method().id() + ": " + route.method().meaning());
    lines.add("    why       " + route.reason());
    String label = "    for more  ";
    for (Gap gap : route.gaps()) {
      lines.add(label + gap.remedy() + ": " + gap.effect());
      label = " ".repeat(label.length());
    }
    return String.join("", lines.stream().map(line -> Printable.escape(line) + "\n").toList());
  }

  /** Writes an object per question. */
  public static void json(Routes routes, OutputStream out) throws IOException {
    JsonGenerator json = JsonLines.on(out);
    for (Route route : routes.measured()) {
      json(routes, route, true, json);
    }
    for (Route route : routes.further()) {
      json(routes, route, false, json);
    }
    json.flush();
  }

  private static void json(Routes routes, Route route, boolean measured, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("file", routes.file());
    json.writeStringField("format", routes.format());
    json.writeStringField("level", route.question().level().id());
    json.writeStringField("order", route.question().order().id());
    json.writeBooleanField("sessionOrder", route.question().sessionOrder());
    json.writeBooleanField("measured", measured);
    json.writeStringField("checker", route.method().id());
    json.writeBooleanField("searches", route.searches());
    json.writeStringField("why", route.reason());
    json.writeArrayFieldStart("forMore");
    for (Gap gap : route.gaps()) {
      json.writeStartObject();
      json.writeStringField("remedy", gap.remedy());
      json.writeStringField("effect", gap.effect());
      json.writeEndObject();
    }
    json.writeEndArray();
    JsonLines.endLine(json);
  }
}
