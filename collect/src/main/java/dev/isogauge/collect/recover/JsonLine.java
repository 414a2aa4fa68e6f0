package dev.isogauge.collect.recover;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.collect.record.Nil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a line of a recording into maps, lists, texts, numbers and {@link Nil}. */
final class JsonLine {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonLine() {}

  /** The object that the line holds, its fields in their order. */
  static Map<String, Object> parse(String line) throws IOException {
    List<Object> top = new ArrayList<>();
    Deque<Object> open = new ArrayDeque<>();
    open.push(top);
    try (JsonParser parser = FACTORY.createParser(line)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        switch (token) {
          case START_OBJECT -> open.push(add(open.peek(), parser, new LinkedHashMap<>()));
          case START_ARRAY -> open.push(add(open.peek(), parser, new ArrayList<>()));
          case END_OBJECT, END_ARRAY -> open.pop();
          case VALUE_STRING -> add(open.peek(), parser, parser.getText());
          case VALUE_NUMBER_INT -> add(open.peek(), parser, parser.getLongValue());
          case VALUE_TRUE, VALUE_FALSE -> add(open.peek(), parser, parser.getBooleanValue());
          case VALUE_NULL -> add(open.peek(), parser, Nil.NIL);
          default -> {
            // Field names are asked for when their value comes.
          }
        }
      }
    }
    if (top.size() != 1 || !(top.get(0) instanceof Map<?, ?> object)) {
      throw new IOException("a line of the recording is no object: " + line);
    }
    return checked(object);
  }

  @SuppressWarnings("unchecked")
  private static Object add(Object container, JsonParser parser, Object value) throws IOException {
    if (container instanceof Map<?, ?> map) {
      ((Map<String, Object>) map).put(nameOf(parser, value), value);
    } else {
      ((List<Object>) container).add(value);
    }
    return value;
  }

  /** The parser is inside of a container that has just begun. */
  private static String nameOf(JsonParser parser, Object value) throws IOException {
    boolean begun = value instanceof Map<?, ?> || value instanceof List<?>;
    return begun ? parser.getParsingContext().getParent().getCurrentName() : parser.currentName();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> checked(Map<?, ?> object) {
    return (Map<String, Object>) object;
  }
}
