package dev.isogauge.app.proxy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.isogauge.recorder.JsonLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A recording as the online check takes it, which knows reads and writes of single keys, each value
 * once.
 *
 * <ol>
 *   <li>Searches and what is unknown are left out. Whatever is violated without them is violated.
 *   <li>A row that was there at first was written by a transaction of its own.
 *   <li>A deleted row holds a value that says who deleted it.
 * </ol>
 */
final class WatchedLines implements Consumer<String> {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String BEGINNING = "before the recording";

  /** Lists that cannot hold null hold this. */
  private static final Object NOTHING = new Object();

  private final Consumer<String> online;
  private final Set<Object> initial = new HashSet<>();

  WatchedLines(Consumer<String> online) {
    this.online = online;
  }

  @Override
  public void accept(String line) {
    try {
      if (value(line) instanceof Map<?, ?> fields && fields.get("session") != null) {
        transaction(fields);
      }
    } catch (IOException e) {
      throw new IllegalStateException("a line of our own is not JSON: " + line, e);
    }
  }

  private void transaction(Map<?, ?> fields) {
    List<Object> kept = new ArrayList<>();
    for (Object each : (List<?>) fields.get("ops")) {
      List<?> operation = (List<?>) each;
      switch ((String) operation.get(0)) {
        case "r" -> kept.add(List.of("r", operation.get(1), read(operation)));
        case "w" -> kept.add(operation);
        case "d" -> kept.add(List.of("w", operation.get(1), deleted(fields.get("txn"))));
        default -> {}
      }
    }
    if (kept.isEmpty()) {
      return;
    }
    Map<String, Object> sent = new LinkedHashMap<>();
    fields.forEach((name, content) -> sent.put((String) name, content));
    sent.put("ops", kept);
    send(sent);
  }

  /** What a read saw; what was there at first is sent before. */
  private Object read(List<?> operation) {
    Object key = operation.get(1);
    Object value = operation.size() > 2 ? operation.get(2) : null;
    Object writer = operation.size() > 3 ? operation.get(3) : null;
    boolean isInitial = writer instanceof List<?>;
    if (isInitial && value != null && initial.add(key)) {
      Map<String, Object> write = new LinkedHashMap<>();
      write.put("session", BEGINNING);
      write.put("ops", List.of(List.of("w", key, value)));
      write.put("rt", List.of(0L, 0L));
      write.put("outcome", "committed");
      send(write);
    }
    return value == null && !isInitial ? deleted(writer) : value == null ? NOTHING : value;
  }

  private static Object deleted(Object transaction) {
    return "deleted by " + transaction;
  }

  private void send(Map<String, Object> transaction) {
    JsonLine line = new JsonLine().beginObject();
    transaction.forEach(
        (name, content) -> {
          line.name(name);
          write(line, content);
        });
    line.endObject();
    online.accept(line.toString());
  }

  private static void write(JsonLine line, Object value) {
    if (value instanceof List<?> elements) {
      line.beginArray();
      elements.forEach(each -> write(line, each));
      line.endArray();
    } else if (value == NOTHING) {
      line.nil();
    } else {
      line.value(value);
    }
  }

  private static Object value(String line) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      parser.nextToken();
      return value(parser);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, value(parser));
        }
        yield fields;
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(parser));
        }
        yield elements;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      default -> null;
    };
  }
}
