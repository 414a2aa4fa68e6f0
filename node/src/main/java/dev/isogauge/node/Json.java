package dev.isogauge.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lines of JSON as maps, lists, texts, longs, booleans and nulls; there are no fractions. */
final class Json {
  private static final int DEEPEST = 16;
  private static final String ESCAPED = "\"\\/bfnrt";
  private static final String MEANT = "\"\\/\b\f\n\r\t";

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Reads one object. */
  static Map<?, ?> parse(String line) throws IOException {
    Json json = new Json(line);
    Object value = json.value(DEEPEST);
    if (!(value instanceof Map<?, ?> object) || json.next() != 0) {
      throw new IOException("found " + line + "; expected a JSON object");
    }
    return object;
  }

  /** The next character that is no space, without taking it; 0 at the end. */
  private char next() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean takes(char wanted) {
    if (next() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char wanted) throws IOException {
    if (!takes(wanted)) {
      throw new IOException("expected " + wanted + " in column " + (at + 1));
    }
  }

  private Object value(int depth) throws IOException {
    if (depth == 0) {
      throw new IOException("the JSON is nested too deeply");
    }
    switch (next()) {
      case '{' -> {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        while (!takes('}')) {
          if (!object.isEmpty()) {
            expect(',');
          }
          String name = string();
          expect(':');
          object.put(name, value(depth - 1));
        }
        return object;
      }
      case '[' -> {
        List<Object> array = new ArrayList<>();
        at++;
        while (!takes(']')) {
          if (!array.isEmpty()) {
            expect(',');
          }
          array.add(value(depth - 1));
        }
        return array;
      }
      case '"' -> {
        return string();
      }
      default -> {
        return literal();
      }
    }
  }

  private Object literal() throws IOException {
    int begin = at;
    while (at < text.length() && ",]} \t".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String word = text.substring(begin, at);
    switch (word) {
      case "true", "false" -> {
        return Boolean.valueOf(word);
      }
      case "null" -> {
        return null;
      }
      default -> {
        try {
          return Long.valueOf(word);
        } catch (NumberFormatException e) {
          throw new IOException("found '" + word + "' in column " + (begin + 1), e);
        }
      }
    }
  }

  private String string() throws IOException {
    expect('"');
    StringBuilder string = new StringBuilder();
    try {
      for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
        if (c != '\\') {
          string.append(c);
          continue;
        }
        char escaped = text.charAt(at++);
        if (escaped == 'u') {
          string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        } else {
          string.append(MEANT.charAt(ESCAPED.indexOf(escaped)));
        }
      }
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw new IOException("there is no end of a text, or an unknown escape", e);
    }
    return string.toString();
  }

  /** Writes a value. */
  static String of(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> quoted((String) entry.getKey()) + ":" + of(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    } else if (value instanceof List<?> list) {
      return list.stream().map(Json::of).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
