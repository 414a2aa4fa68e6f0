package dev.isogauge.recorder.rows;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a line of the output plugin test_decoding says. It needs no publication, which would forbid
 * changes of tables without a primary key.
 *
 * <pre>
 *   BEGIN 745
 *   table public.accounts: INSERT: id[integer]:1 owner[text]:'ann'
 *   table public.accounts: UPDATE: old-key: id[integer]:1 new-tuple: id[integer]:2 owner[text]:null
 *   table public.accounts: DELETE: id[integer]:2
 *   table public.accounts, public.items: TRUNCATE: (no-flags)
 *   message: transactional: 1 prefix: isogauge, sz: 2 content:17
 *   COMMIT 745
 * </pre>
 *
 * @param kind of row changes, I, U, D or T; else B, C or M
 * @param tables schema and name, joined by a dot
 * @param before the key of a row that moved, by column; empty if it did not
 * @param after the row, or the key of one that was deleted
 * @param text of a message
 */
public record Change(
    char kind,
    List<String> tables,
    Map<String, String> before,
    Map<String, String> after,
    String text) {
  /** Stands for a long value that did not change. */
  public static final String UNCHANGED = "unchanged-toast-datum";

  /** A statement's end, as the recorder marks it; its message is the statement's number. */
  public static final String PREFIX = "isogauge";

  /** What a line says; of kind '?' if it is of no interest. */
  public static Change of(String line) {
    if (line.startsWith("BEGIN") || line.startsWith("COMMIT")) {
      return new Change(line.charAt(0), List.of(), Map.of(), Map.of(), "");
    }
    String mark = "message: transactional: 1 prefix: " + PREFIX + ", sz: ";
    if (line.startsWith(mark)) {
      String content = "content:";
      int at = line.indexOf(content, mark.length()) + content.length();
      return new Change('M', List.of(), Map.of(), Map.of(), line.substring(at));
    }
    return line.startsWith("table ")
        ? new Reader(line).change()
        : new Change('?', List.of(), Map.of(), Map.of(), "");
  }

  private static final class Reader {
    private final String line;
    private int at = "table ".length();

    Reader(String line) {
      this.line = line;
    }

    Change change() {
      List<String> tables = new java.util.ArrayList<>();
      do {
        String schema = name();
        at++;
        tables.add(schema + "." + name());
      } while (accept(", "));
      accept(": ");
      char kind = line.charAt(at);
      at = line.indexOf(':', at) + 1;
      Map<String, String> before = Map.of();
      if (accept(" old-key:")) {
        before = columns();
        accept(" new-tuple:");
      }
      return new Change(kind, List.copyOf(tables), before, columns(), "");
    }

    private boolean accept(String text) {
      boolean isThere = line.startsWith(text, at);
      at += isThere ? text.length() : 0;
      return isThere;
    }

    /** An identifier, with or without quotes. */
    private String name() {
      if (line.charAt(at) == '"') {
        return quoted('"');
      }
      int begin = at;
      while (at < line.length() && ".:,[ ".indexOf(line.charAt(at)) < 0) {
        at++;
      }
      return line.substring(begin, at);
    }

    private String quoted(char quote) {
      StringBuilder text = new StringBuilder();
      for (at++; at < line.length(); at++) {
        char c = line.charAt(at);
        if (c != quote) {
          text.append(c);
        } else if (at + 1 < line.length() && line.charAt(at + 1) == quote) {
          text.append(c);
          at++;
        } else {
          at++;
          break;
        }
      }
      return text.toString();
    }

    private Map<String, String> columns() {
      Map<String, String> columns = new LinkedHashMap<>();
      while (at < line.length() && line.charAt(at) == ' ' && !line.startsWith(" (", at)) {
        int before = at++;
        String name = name();
        if (at >= line.length() || line.charAt(at) != '[') {
          at = before;
          break;
        }
        passType();
        columns.put(name, value());
      }
      return Collections.unmodifiableMap(columns);
    }

    private void passType() {
      int depth = 0;
      do {
        char c = line.charAt(at++);
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      } while (depth > 0);
      at++;
    }

    private String value() {
      if (line.startsWith("B'", at)) {
        at++;
      }
      if (line.charAt(at) == '\'') {
        return quoted('\'');
      }
      int end = line.indexOf(' ', at);
      String text = line.substring(at, end < 0 ? line.length() : end);
      at += text.length();
      return text.equals("null") ? null : text;
    }
  }
}
