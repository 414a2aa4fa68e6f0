package dev.isogauge.report.toolkit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.isogauge.anomaly.AnomalyKind;
import dev.isogauge.history.HistorySize;
import dev.isogauge.history.RawBlock;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * Writes JSON field by field. Reports are JSON Lines in ASCII, so that they pass through any
 * terminal and survive unpaired surrogates in names.
 */
public record JsonWriter(JsonGenerator generator) {
  /** Writes the fields of an object. */
  public interface Fields {
    /** Writes them. */
    void write() throws IOException;
  }

  /** Writes an element of an array. */
  public interface Element<T> {
    /** Writes one value. */
    void write(T element) throws IOException;
  }

  /** Writes to a stream, which stays open. */
  public static JsonWriter on(OutputStream out) throws IOException {
    JsonFactory factory = JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    // The generator of bytes: beyond ASCII it escapes unpaired surrogates, too, one by one.
    JsonGenerator generator = factory.createGenerator(out);
    generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    generator.setRootValueSeparator(null);
    return new JsonWriter(generator);
  }

  /** A line with one object. */
  public void line(Fields fields) throws IOException {
    object(fields);
    generator.writeRaw('\n');
    generator.flush();
  }

  /** An object. */
  public void object(Fields fields) throws IOException {
    generator.writeStartObject();
    fields.write();
    generator.writeEndObject();
  }

  /** A field with an object. */
  public void object(String field, Fields fields) throws IOException {
    generator.writeFieldName(field);
    object(fields);
  }

  /** An array. */
  public <T> void array(Iterable<T> elements, Element<? super T> element) throws IOException {
    generator.writeStartArray();
    for (T each : elements) {
      element.write(each);
    }
    generator.writeEndArray();
  }

  /** A field with an array. */
  public <T> void array(String field, Iterable<T> elements, Element<? super T> element)
      throws IOException {
    generator.writeFieldName(field);
    array(elements, element);
  }

  /** A field with an array of objects. */
  public <T> void objects(String field, Iterable<T> elements, Element<? super T> fields)
      throws IOException {
    array(field, elements, each -> object(() -> fields.write(each)));
  }

  /** A field with an array of strings. */
  public JsonWriter strings(String field, Collection<String> strings) throws IOException {
    array(field, strings, generator::writeString);
    return this;
  }

  /** A field with an array of numbers. */
  public JsonWriter numbers(String field, Iterable<? extends Number> numbers) throws IOException {
    array(field, numbers, each -> generator.writeNumber(each.longValue()));
    return this;
  }

  /** The name of a field, whose value follows. */
  public JsonWriter field(String field) throws IOException {
    generator.writeFieldName(field);
    return this;
  }

  /** A field with a text. */
  public JsonWriter put(String field, String text) throws IOException {
    generator.writeStringField(field, text);
    return this;
  }

  /** A field with a text, or null. */
  public JsonWriter put(String field, Optional<String> text) throws IOException {
    return text.isPresent() ? put(field, text.get()) : nulls(field);
  }

  /** A field with a number. */
  public JsonWriter put(String field, long number) throws IOException {
    generator.writeNumberField(field, number);
    return this;
  }

  /** A field with a truth value. */
  public JsonWriter put(String field, boolean truth) throws IOException {
    generator.writeBooleanField(field, truth);
    return this;
  }

  /** Fields with null. */
  public JsonWriter nulls(String... fields) throws IOException {
    for (String field : fields) {
      generator.writeNullField(field);
    }
    return this;
  }

  /** A time or another number of 64 bits: text, since many programs round large numbers. */
  public JsonWriter time(String field, long time) throws IOException {
    return put(
        field, time == RawBlock.NO_TIME ? Optional.empty() : Optional.of(Long.toString(time)));
  }

  /** How long something took. */
  public JsonWriter milliseconds(String field, Duration time) throws IOException {
    return decimal(field, time.toNanos() / 1e6);
  }

  /** A number, rounded to three places. */
  public JsonWriter decimal(String field, double number) throws IOException {
    generator.writeNumberField(field, Math.round(number * 1e3) / 1e3);
    return this;
  }

  /** The size of a history, as fields of the object that is open. */
  public void size(HistorySize size) throws IOException {
    put("sessions", size.sessions()).put("transactions", size.transactions());
    put("committed", size.committed()).put("aborted", size.aborted());
    put("indeterminate", size.indeterminate()).put("operations", size.operations());
    put("reads", size.reads()).put("writes", size.writes()).put("keys", size.keys());
  }

  /** A kind of anomaly, as fields of the object that is open. */
  public JsonWriter kind(AnomalyKind kind) throws IOException {
    String letter = kind.letter();
    return put("kind", kind.title())
        .put("tap", letter.isEmpty() ? Optional.empty() : Optional.of(letter));
  }
}
