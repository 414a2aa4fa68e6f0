package dev.isogauge.app.serve;

import com.sun.net.httpserver.Headers;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** {@code POST /transactions}: takes a batch. */
final class TransactionsHandler {
  private static final long LARGEST_EXPANDED = 256L << 20;

  private static final String RETRY_SECONDS = "1";

  private final Intake intake;
  private final int maxRequest;

  /** Bytes of compressed bodies under way, as they are now. */
  private final AtomicLong expanded = new AtomicLong();

  TransactionsHandler(Intake intake, int maxRequest) {
    this.intake = intake;
    this.maxRequest = maxRequest;
  }

  void handle(HttpRequest exchange) throws IOException, HttpFailure, InterruptedException {
    Headers headers = exchange.requestHeaders();
    String id = batchId(headers);
    if (isCompressed(headers)) {
      acceptCompressed(exchange, id);
    } else {
      accept(exchange, id, exchange.requestBody().readAllBytes());
    }
  }

  /** Refuses what the headers of a request already show to be wrong. */
  static void requireKnown(Headers headers) throws HttpFailure {
    batchId(headers);
    requireType(headers.getFirst("Content-Type"));
    String encoding = headers.getFirst("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity") && !isCompressed(headers)) {
      throw new HttpFailure(415, "Content-Encoding: expected gzip or none");
    }
  }

  private static boolean isCompressed(Headers headers) {
    return "gzip".equalsIgnoreCase(headers.getFirst("Content-Encoding"));
  }

  private void acceptCompressed(HttpRequest exchange, String id)
      throws IOException, HttpFailure, InterruptedException {
    AtomicLong mine = new AtomicLong();
    try {
      accept(exchange, id, decompressed(exchange, mine));
    } catch (ZipException | EOFException e) {
      throw new HttpFailure(400, "the compressed body is damaged: " + e.getMessage());
    } finally {
      expanded.addAndGet(-mine.get());
    }
  }

  /** Takes memory as the body grows: many large ones at a time must not fill the heap. */
  private byte[] decompressed(HttpRequest exchange, AtomicLong mine)
      throws IOException, HttpFailure {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[1 << 16];
    try (InputStream stream = new GZIPInputStream(exchange.requestBody(), buffer.length)) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        body.write(buffer, 0, count);
        mine.addAndGet(count);
        if (body.size() > maxRequest) {
          throw new HttpFailure(
              413,
              "the batch is too large; expected at most " + maxRequest + " bytes uncompressed");
        }
        if (expanded.addAndGet(count) > Math.max(LARGEST_EXPANDED, 2L * maxRequest)) {
          throw failure(exchange, new Refusal(Refusal.Reason.BUSY, "too much is being received"));
        }
      }
    }
    return body.toByteArray();
  }

  private void accept(HttpRequest exchange, String id, byte[] body)
      throws IOException, HttpFailure, InterruptedException {
    try {
      Acceptance acceptance = intake.accept(id, BatchParser.formatOf(body), body);
      Reply.json(
          exchange,
          200,
          json -> {
            json.writeStartObject();
            json.writeNumberField("accepted", acceptance.accepted());
            json.writeBooleanField("duplicate", acceptance.duplicate());
            if (acceptance.repeated() > 0) {
              json.writeNumberField("repeated", acceptance.repeated());
            }
            json.writeEndObject();
          });
    } catch (RepeatedException e) {
      Reply.json(
          exchange,
          409,
          json -> {
            json.writeStartObject();
            json.writeStringField("batch", e.batch());
            json.writeNumberField("line", e.line());
            json.writeStringField("earlierBatch", e.earlierBatch());
            json.writeNumberField("earlierLine", e.earlierLine());
            json.writeStringField("message", e.getMessage());
            json.writeEndObject();
          });
    } catch (BadBatchException e) {
      Reply.json(
          exchange,
          400,
          json -> {
            json.writeStartObject();
            json.writeNumberField("line", e.line());
            json.writeNumberField("column", e.column());
            json.writeStringField("message", e.getMessage());
            json.writeEndObject();
          });
    } catch (Refusal e) {
      throw failure(exchange, e);
    }
  }

  /** The answer to a request that was refused, with the header that says when to try again. */
  static HttpFailure failure(HttpRequest exchange, Refusal refusal) {
    int status =
        switch (refusal.reason()) {
          case BUSY -> 429;
          case NOT_YET, STOPPING, NOT_DURABLE -> 503;
          case OTHER_BODY -> 409;
          case NO_SPACE -> 507;
        };
    if (status == 429 || status == 507 || refusal.reason() == Refusal.Reason.NOT_YET) {
      exchange.responseHeaders().set("Retry-After", RETRY_SECONDS);
    }
    return new HttpFailure(status, refusal.getMessage());
  }

  private static String batchId(Headers headers) throws HttpFailure {
    String id = headers.getFirst("Batch-Id");
    if (id == null) {
      return "";
    }
    boolean printable = id.chars().allMatch(c -> c > ' ' && c < 127);
    if (id.isEmpty() || id.length() > Batch.LONGEST_ID || !printable) {
      throw new HttpFailure(
          400,
          "Batch-Id: expected 1 to " + Batch.LONGEST_ID + " printable ASCII characters, no blanks");
    }
    return id;
  }

  private static void requireType(String header) throws HttpFailure {
    String type = header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    switch (type) {
      case "",
          "application/json",
          "application/jsonl",
          "application/x-ndjson",
          "application/ndjson",
          "application/octet-stream" -> {}
      default ->
          throw new HttpFailure(
              415,
              "Content-Type: expected application/x-ndjson for JSON Lines or application/json for"
                  + " a timekiller array");
    }
  }
}
