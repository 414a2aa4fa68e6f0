package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.isogauge.anomaly.TimestampFinding;
import dev.isogauge.anomaly.TimestampFinding.TimestampedTransaction;
import dev.isogauge.explain.Names;
import dev.isogauge.history.Atoms;
import dev.isogauge.level.Question;
import dev.isogauge.page.Page;
import dev.isogauge.report.CommandLines;
import dev.isogauge.report.StreamAnomaly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The live page, {@code GET /}, and what only it asks for: {@code /samples}, {@code /evidence} and
 * {@code /search}. The page itself holds no data.
 */
final class LiveHandlers {
  static final String PAGE = "/";

  /** How many events one request looks through. */
  private static final int MOST_EVENTS = 100_000;

  private static final int DEFAULT_LIMIT = 100;
  private static final int LARGEST_LIMIT = 1_000;

  private final ViolationLog log;
  private final StatusSamples samples;
  private Optional<byte[]> page = Optional.empty();

  LiveHandlers(ViolationLog log, StatusSamples samples) {
    this.log = log;
    this.samples = samples;
  }

  void page(Exchange exchange) throws IOException {
    // The page has a policy of its own; that it may not be framed can be said in a header only.
    exchange.set("Content-Security-Policy", "frame-ancestors 'none'");
    exchange.set("Referrer-Policy", "no-referrer");
    exchange.set("Cache-Control", "no-store");
    Reply.text(exchange, "text/html; charset=utf-8", html());
  }

  private synchronized byte[] html() throws IOException {
    if (page.isEmpty()) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Page live = Page.live(bytes);
      live.script();
      live.end();
      page = Optional.of(bytes.toByteArray());
    }
    return page.get();
  }

  void samples(Exchange exchange) throws IOException, HttpFailure {
    long since = QueryHandlers.number(exchange.uri().getQuery(), "since", 0, 0, Long.MAX_VALUE);
    Reply.json(exchange, 200, json -> samples.write(json, since));
  }

  void evidence(Exchange exchange) throws IOException, HttpFailure {
    long number = QueryHandlers.number(exchange.uri().getQuery(), "event", 0, 1, Long.MAX_VALUE);
    ViolationEvent[] found = new ViolationEvent[1];
    log.after(Math.max(0, number - 1), 1, event -> found[0] = event);
    if (found[0] == null || number == 0) {
      throw new HttpFailure(404, "event: expected a number from 1 to " + log.last());
    }
    long withdrawnBy = found[0].isFound() ? withdrawalOf(number) : 0;
    Reply.json(exchange, 200, json -> evidence(found[0], withdrawnBy, json));
  }

  /** The event that takes one back; 0 if there is none among those that follow it. */
  private long withdrawalOf(long number) throws IOException {
    long[] withdrawal = new long[1];
    log.after(
        number,
        MOST_EVENTS,
        event -> {
          if (event.withdraws() == number) {
            withdrawal[0] = event.sequence();
          }
        });
    return withdrawal[0];
  }

  private static void evidence(ViolationEvent event, long withdrawnBy, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("seq", event.sequence());
    json.writeStringField("event", event.isFound() ? "found" : "withdrawn");
    json.writeStringField("time", event.time().toString());
    number("withdraws", event.withdraws(), json);
    number("withdrawnBy", withdrawnBy, json);
    json.writeFieldName("anomaly");
    StreamAnomaly anomaly =
        event
            .because()
            .map(late -> StreamAnomaly.withdrawn(event.finding(), late))
            .orElseGet(() -> StreamAnomaly.of(event.finding()));
    json.writeRawValue(anomaly.json(event.sequence(), LiveHandlers::check));
    json.writeEndObject();
  }

  private static CommandLines.Line check(String file, Question question) {
    return new CommandLines.Line(
        "Check what the finding names",
        "isogauge check " + file + " --level " + question.level().id() + " --order timestamps");
  }

  private static void number(String field, long number, JsonGenerator json) throws IOException {
    if (number == 0) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, number);
    }
  }

  void search(Exchange exchange) throws IOException, HttpFailure {
    String query = exchange.uri().getQuery();
    String text = text(query, "text");
    String quoted = quoted(text);
    long since = QueryHandlers.number(query, "since", 0, 0, Long.MAX_VALUE);
    long limit = QueryHandlers.number(query, "limit", DEFAULT_LIMIT, 1, LARGEST_LIMIT);
    Reply.pieces(
        exchange,
        new EventPieces(log, since, MOST_EVENTS, limit, event -> names(event, text, quoted)));
  }

  private static String text(String query, String name) throws HttpFailure {
    for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
      if (parameter.startsWith(name + "=") && parameter.length() > name.length() + 1) {
        try {
          return URLDecoder.decode(parameter.substring(name.length() + 1), UTF_8);
        } catch (IllegalArgumentException e) {
          break;
        }
      }
    }
    throw new HttpFailure(400, name + ": expected the name of a transaction or a key");
  }

  /** Whether it is about a transaction or a key of this name, as data or sentences have it. */
  private static boolean names(ViolationEvent event, String text, String quoted) {
    TimestampFinding finding = event.finding();
    return finding.key().filter(key -> isNamed(text, quoted, key, Names.keyNamed(key))).isPresent()
        || Stream.of(Optional.of(finding.transaction()), finding.other(), event.because())
            .flatMap(Optional::stream)
            .map(TimestampedTransaction::name)
            .anyMatch(name -> isNamed(text, quoted, name, Names.named(name)));
  }

  private static boolean isNamed(String text, String quoted, String name, String inSentences) {
    return text.equals(name) || text.equals(inSentences) || quoted.equals(name);
  }

  /** How Isogauge writes a string that people type as it is. */
  private static String quoted(String text) {
    Atoms atoms = new Atoms();
    return atoms.token(atoms.text(text));
  }
}
