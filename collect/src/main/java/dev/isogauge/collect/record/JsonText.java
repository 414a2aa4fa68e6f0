package dev.isogauge.collect.record;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Map;

/** Writes JSON into a text that grows. */
public final class JsonText {
  private final StringBuilder text = new StringBuilder();

  public JsonText raw(String json) {
    text.append(json);
    return this;
  }

  public JsonText number(long number) {
    text.append(number);
    return this;
  }

  /**
   * Writes a number, a text, {@link Nil}, a truth value, a list of such, or a map from names to
   * such.
   */
  public JsonText value(Object value) {
    if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
      text.append(value);
    } else if (value instanceof String string) {
      text.append('"');
      JsonStringEncoder.getInstance().quoteAsString(string, text);
      text.append('"');
    } else if (value == Nil.NIL) {
      text.append("null");
    } else if (value instanceof List<?> list) {
      list(list);
    } else if (value instanceof Map<?, ?> map) {
      map(map);
    } else {
      throw new IllegalArgumentException("no value of a history: " + value);
    }
    return this;
  }

  // Lists of lists are as deep as the caller's literals, never as the data.
  private void list(List<?> list) {
    text.append('[');
    for (int i = 0; i < list.size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      value(list.get(i));
    }
    text.append(']');
  }

  private void map(Map<?, ?> map) {
    text.append('{');
    String separator = "";
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      text.append(separator);
      value(entry.getKey());
      text.append(':');
      value(entry.getValue());
      separator = ",";
    }
    text.append('}');
  }

  void clear() {
    text.setLength(0);
  }

  boolean isEmpty() {
    return text.length() == 0;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
