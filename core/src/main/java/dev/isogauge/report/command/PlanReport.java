package dev.isogauge.report.command;

import dev.isogauge.check.Route;
import dev.isogauge.check.Route.Gap;
import dev.isogauge.report.toolkit.JsonWriter;
import dev.isogauge.report.toolkit.Terminal;
import dev.isogauge.text.Printable;
import java.io.IOException;
import java.io.OutputStream;
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
  public static void text(Routes routes, Terminal terminal) throws IOException {
    terminal.line(Printable.escape(routes.file()) + " (" + routes.format() + ")");
    paragraphs(routes.measured(), terminal);
    if (!routes.further().isEmpty()) {
      terminal.line("");
      terminal.line("Not measured; checked when asked for by name:");
      paragraphs(routes.further(), terminal);
    }
  }

  private static void paragraphs(List<Route> routes, Terminal terminal) throws IOException {
    // By what is said of them: the questions.
    Map<String, String> paragraphs = new LinkedHashMap<>();
    for (Route route : routes) {
      paragraphs.merge(
          how(route, terminal.width()), route.question().id(), (some, next) -> some + ", " + next);
    }
    for (Map.Entry<String, String> paragraph : paragraphs.entrySet()) {
      terminal.line("");
      terminal.wrapped(paragraph.getValue(), "  ", "  ");
      terminal.append(paragraph.getKey());
    }
  }

  private static String how(Route route, int width) throws IOException {
    StringBuilder lines = new StringBuilder();
    Terminal text = new Terminal(lines, false, width);
    labelled("checker", route.method().id() + ": " + route.method().meaning(), text);
    labelled("why", route.reason(), text);
    String label = "for more";
    for (Gap gap : route.gaps()) {
      labelled(label, gap.remedy() + ": " + gap.effect(), text);
      label = "";
    }
    return lines.toString();
  }

  private static void labelled(String label, String text, Terminal out) throws IOException {
    out.wrapped(Printable.escape(text), String.format("    %-8s  ", label), " ".repeat(16));
  }

  /** Writes an object per question. */
  public static void json(Routes routes, OutputStream out) throws IOException {
    JsonWriter json = JsonWriter.on(out);
    for (Route route : routes.measured()) {
      json.line(() -> fields(routes, route, true, json));
    }
    for (Route route : routes.further()) {
      json.line(() -> fields(routes, route, false, json));
    }
  }

  private static void fields(Routes routes, Route route, boolean measured, JsonWriter json)
      throws IOException {
    json.put("file", routes.file()).put("format", routes.format());
    json.put("level", route.question().level().id()).put("order", route.question().order().id());
    json.put("sessionOrder", route.question().sessionOrder()).put("measured", measured);
    json.put("checker", route.method().id()).put("searches", route.searches());
    json.put("why", route.reason());
    json.objects(
        "forMore",
        route.gaps(),
        gap -> json.put("remedy", gap.remedy()).put("effect", gap.effect()));
  }
}
