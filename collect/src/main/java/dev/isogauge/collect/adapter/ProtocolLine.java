package dev.isogauge.collect.adapter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A line of JSON as maps, lists, texts, longs, doubles, booleans and nulls. */
public final class ProtocolLine {
  private static final JsonFactory JSON = new JsonFactory();

  private ProtocolLine() {}

  /**
   * Reads one object.
   *
   * @throws IOException saying what is wrong with the line
   */
  public static Map<?, ?> parse(String line) throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it is no JSON object");
      }
      Map<?, ?> object = (Map<?, ?>) value(parser);
      if (parser.nextToken() != null) {
        throw new IOException("something follows the JSON object");
      }
      return object;
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IOException("it is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          object.put(name, value(parser));
        }
        return object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        return array;
      }
      case VALUE_NUMBER_INT -> {
        return parser.getLongValue();
      }
      case VALUE_NUMBER_FLOAT -> {
        return parser.getDoubleValue();
      }
      case VALUE_TRUE, VALUE_FALSE -> {
        return parser.getBooleanValue();
      }
      case VALUE_NULL -> {
        return null;
      }
      default -> {
        return parser.getText();
      }
    }
  }

  /** Writes an object without the end of its line. */
  public static String of(Map<String, ?> object) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(object, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName((String) entry.getKey());
        write(entry.getValue(), json);
      }
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(each, json);
      }
      json.writeEndArray();
    } else if (value instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (value instanceof Boolean bool) {
      json.writeBoolean(bool);
    } else if (value == null) {
      json.writeNull();
    } else {
      json.writeString((String) value);
    }
  }
}
