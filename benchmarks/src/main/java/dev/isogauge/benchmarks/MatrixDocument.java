package dev.isogauge.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The matrix as a page of HTML that needs nothing else. */
final class MatrixDocument {
  private static final String STYLE =
      """
      :root{color-scheme:light dark;--happened:#f7b9ae;--ok:#cfe8d1;--none:transparent;--line:#8884}
      @media(prefers-color-scheme:dark){:root{--happened:#7c2a20;--ok:#24472a}}
      body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:76rem;padding:0 1rem}
      .wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
      th,td{border:1px solid var(--line);padding:.2rem .4rem;text-align:left;vertical-align:top}
      thead th{font-weight:600;font-size:.8rem;position:sticky;top:0;background:Canvas}
      td.c{text-align:center;font-family:ui-monospace,monospace}
      td.happened{background:var(--happened)}td.prevented,td.aborted,td.waited{background:var(--ok)}
      td.broken{font-weight:700;outline:2px solid #c0392b;outline-offset:-2px}
      details td{font-size:.85rem}tbody th[colspan]{background:#8882}
      """;

  private MatrixDocument() {}

  /**
   * The page.
   *
   * @param about how the rows were made, a sentence each
   */
  static String of(List<MatrixRow> rows, List<String> about) {
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width\">\n")
        .append("<title>Isolation levels of databases, measured</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n<h1>Isolation levels of databases, measured</h1>\n");
    about.forEach(sentence -> page.append("<p>").append(escaped(sentence)).append("</p>\n"));
    page.append("<ul>\n");
    for (MatrixCell.State state : MatrixCell.State.values()) {
      page.append("<li><code>").append(state.sign()).append("</code> ");
      page.append(state.words()).append("</li>\n");
    }
    page.append("<li><code>!</code> against what the level claims</li>\n</ul>\n");
    page.append("<div class=\"wide\">\n<table>\n<thead><tr><th>level</th>");
    MatrixColumn.titles().forEach(title -> page.append("<th>").append(title).append("</th>"));
    page.append("</tr></thead>\n");
    Map<String, List<MatrixRow>> databases = new LinkedHashMap<>();
    rows.forEach(
        row -> databases.computeIfAbsent(row.database(), name -> new ArrayList<>()).add(row));
    databases.values().forEach(each -> database(each, page));
    return page.append("</table>\n</div>\n</body>\n</html>\n").toString();
  }

  private static void database(List<MatrixRow> rows, StringBuilder page) {
    String columns = "colspan=\"" + (1 + MatrixColumn.values().length) + "\"";
    MatrixRow first = rows.get(0);
    page.append("<tbody>\n<tr><th ").append(columns).append(" id=\"");
    page.append(escaped(first.database().replace(':', '-'))).append("\">");
    page.append(escaped(first.database())).append(" (").append(escaped(first.version()));
    page.append(")</th></tr>\n");
    for (MatrixRow row : rows) {
      page.append("<tr><th title=\"claims ").append(escaped(row.claims())).append("\">");
      page.append(escaped(row.level())).append("</th>");
      for (MatrixCell cell : row.cells()) {
        page.append("<td class=\"c ").append(cell.state().name().toLowerCase(Locale.ROOT));
        page.append(cell.breaksClaim() ? " broken" : "").append("\" title=\"");
        page.append(escaped(cell.state().words() + ": " + cell.evidence())).append("\">");
        page.append(cell.state().sign()).append(cell.breaksClaim() ? "!" : "").append("</td>");
      }
      page.append("</tr>\n");
    }
    page.append("<tr><td ").append(columns).append("><details><summary>evidence</summary>");
    rows.forEach(row -> evidence(row, page));
    page.append("</details></td></tr>\n</tbody>\n");
  }

  private static void evidence(MatrixRow row, StringBuilder page) {
    page.append("<h3>").append(escaped(row.level())).append("</h3>\n<p>Claims ");
    page.append(escaped(row.claims())).append(". Random runs that broke it: ");
    page.append(escaped(row.runs())).append('.');
    if (!row.search().isEmpty()) {
      page.append(" Search: ").append(escaped(row.search())).append('.');
    }
    page.append("</p>\n<table>\n");
    for (MatrixColumn column : MatrixColumn.values()) {
      MatrixCell cell = row.cells().get(column.ordinal());
      page.append("<tr><td>").append(column).append("</td><td>").append(cell.state().sign());
      page.append("</td><td>").append(escaped(cell.evidence())).append("</td></tr>\n");
    }
    page.append("</table>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
