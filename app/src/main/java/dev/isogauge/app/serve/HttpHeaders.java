package dev.isogauge.app.serve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The headers of a request or an answer; the case of names does not matter. */
final class HttpHeaders {
  private final Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  void add(String name, String value) {
    values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
  }

  /** Puts a value in place of all that are there. */
  void set(String name, String value) {
    values.put(name, new ArrayList<>(List.of(value)));
  }

  /** The first value of a header; null if there is none. */
  String getFirst(String name) {
    return values.containsKey(name) ? values.get(name).get(0) : null;
  }

  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** Writes them as they are sent. */
  void appendTo(StringBuilder head) {
    values.forEach(
        (name, all) ->
            all.forEach(value -> head.append(name).append(": ").append(value).append("\r\n")));
  }
}
