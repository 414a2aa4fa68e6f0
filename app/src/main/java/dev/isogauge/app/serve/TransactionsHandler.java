package dev.isogauge.app.serve;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** {@code POST /transactions}: takes a batch. */
final class TransactionsHandler {
  private static final String RETRY_SECONDS = "1";

  /** Bodies of so many bytes are taken one at a time: many at once would refuse one another. */
  private static final int LARGE = 1 << 20;

  private final Intake intake;
  private final int maxRequest;
  private final Semaphore large = new Semaphore(1);

  TransactionsHandler(Intake intake, int maxRequest) {
    this.intake = intake;
    this.maxRequest = maxRequest;
  }

  void handle(Exchange exchange) throws IOException, HttpFailure, InterruptedException {
    boolean isLarge = expandedLength(exchange) >= LARGE;
    if (isLarge) {
      large.acquire();
    }
    try {
      byte[] body = isCompressed(exchange) ? decompressed(exchange) : exchange.body();
      long memory = BatchParser.memoryOf(body);
      exchange.take(memory);
      accept(exchange, batchId(exchange), body, memory);
    } finally {
      if (isLarge) {
        large.release();
      }
    }
  }

  /** As its end claims, if it is compressed. */
  private static long expandedLength(Exchange exchange) throws HttpFailure {
    byte[] body = exchange.body();
    return isCompressed(exchange) && body.length > Integer.BYTES
        ? Integer.toUnsignedLong(
            ByteBuffer.wrap(body).order(LITTLE_ENDIAN).getInt(body.length - Integer.BYTES))
        : body.length;
  }

  /** Refuses what the headers of a request already show to be wrong. */
  static void requireKnown(Exchange exchange) throws HttpFailure {
    batchId(exchange);
    requireType(exchange.header("Content-Type"));
    String encoding = exchange.header("Content-Encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity") && !isCompressed(exchange)) {
      throw new HttpFailure(415, "Content-Encoding: expected gzip or none");
    }
  }

  private static boolean isCompressed(Exchange exchange) throws HttpFailure {
    return "gzip".equalsIgnoreCase(exchange.header("Content-Encoding"));
  }

  /** Reads a body with all of it in the buffer, and so knows whether something was left over. */
  private static final class WholeGzip extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    WholeGzip(byte[] body) throws IOException {
      super(new ByteArrayInputStream(body), Math.max(1, body.length));
    }

    /** At the end. The JDK takes no notice of what follows and is not compressed. */
    void requireAll() throws ZipException {
      if (inf.getRemaining() != TRAILER_BYTES) {
        throw new ZipException("found something else behind it");
      }
    }
  }

  private byte[] decompressed(Exchange exchange) throws IOException, HttpFailure {
    BodyBytes body = new BodyBytes(exchange, maxRequest);
    byte[] buffer = new byte[1 << 16];
    exchange.take(exchange.body().length);
    try (WholeGzip stream = new WholeGzip(exchange.body())) {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        if (count > maxRequest - body.size()) {
          throw BodyReader.tooLarge(maxRequest);
        }
        body.add(ByteBuffer.wrap(buffer, 0, count));
      }
      stream.requireAll();
    } catch (EOFException e) {
      throw new HttpFailure(400, "the compressed body is damaged: found its end too early");
    } catch (ZipException e) {
      throw new HttpFailure(400, "the compressed body is damaged: " + e.getMessage());
    }
    return body.whole();
  }

  private void accept(Exchange exchange, String id, byte[] body, long memory)
      throws IOException, HttpFailure, InterruptedException {
    try {
      Acceptance acceptance = intake.accept(id, BatchParser.formatOf(body), body, memory);
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
  static HttpFailure failure(Exchange exchange, Refusal refusal) {
    int status =
        switch (refusal.reason()) {
          case BUSY -> 429;
          case NOT_YET, STOPPING, NOT_DURABLE -> 503;
          case OTHER_BODY -> 409;
          case NO_SPACE -> 507;
        };
    if (status == 429 || status == 507 || refusal.reason() == Refusal.Reason.NOT_YET) {
      exchange.set("Retry-After", RETRY_SECONDS);
    }
    return new HttpFailure(status, refusal.getMessage());
  }

  private static String batchId(Exchange exchange) throws HttpFailure {
    String id = exchange.header("Batch-Id");
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
