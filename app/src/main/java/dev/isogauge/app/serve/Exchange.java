package dev.isogauge.app.serve;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * A request and its answer, as handlers see them. An answer waits for no client: what it does not
 * read stays with Jetty, and a large answer is made piece by piece as it reads.
 */
final class Exchange {
  private static final int PIECE_BYTES = 1 << 14;

  /** What may wait in memory for a client; an event can be larger. */
  private static final int MOST_WAITING = 1 << 16;

  /** How many parts of a body are thrown away before others have their turn. */
  private static final int AT_ONCE = 64;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Clients.Client client;
  private final Room room;

  /** What the body and all that is made of it take. */
  private final AtomicLong taken = new AtomicLong();

  private Executor threads;
  private byte[] body = {};

  /** Whether all of the request was read. */
  private boolean whole;

  private boolean answered;
  private final AtomicBoolean over = new AtomicBoolean();
  private volatile Runnable onGone = () -> {};

  Exchange(
      Request request, Response response, Callback callback, Clients.Client client, Room room) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.client = client;
    this.room = room;
    this.whole =
        !headers().contains(HttpHeader.CONTENT_LENGTH)
            && !headers().contains(HttpHeader.TRANSFER_ENCODING);
  }

  /** What all bodies may take together, with their copies and the batches made of them. */
  static final class Room {
    private final AtomicLong taken = new AtomicLong();
    private final long most;

    Room(long most) {
      this.most = most;
    }
  }

  /** Counts memory that is about to be taken, until the request is over or it is given back. */
  void take(long bytes) throws HttpFailure {
    if (taken.addAndGet(bytes) > room.most) {
      room.taken.addAndGet(bytes);
      throw new HttpFailure(
          413,
          "the batch needs more memory than the "
              + (room.most >> 20)
              + " MB that batches may take; expected a smaller one, or a larger Java heap");
    }
    if (room.taken.addAndGet(bytes) > room.most) {
      set("Retry-After", "1");
      throw new HttpFailure(429, "too much is being received");
    }
  }

  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
    room.taken.addAndGet(-bytes);
  }

  private void release() {
    body = new byte[0];
    room.taken.addAndGet(-taken.getAndSet(0));
  }

  /** What makes an answer as the client takes it. */
  @FunctionalInterface
  interface Pieces {
    /** Writes some more until the piece is full, or a part of that; whether there is more. */
    boolean next(JsonGenerator json, BooleanSupplier full) throws IOException;
  }

  Request request() {
    return request;
  }

  /** So many bytes of the body have come. */
  void received(int bytes) {
    client.received(bytes);
  }

  String method() {
    return request.getMethod();
  }

  boolean isHttp10() {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0;
  }

  HttpURI uri() {
    return request.getHttpURI();
  }

  HttpFields headers() {
    return request.getHeaders();
  }

  /** The value of a header; null if there is none. */
  String header(String name) throws HttpFailure {
    List<String> values = headers().getValuesList(name);
    if (values.size() > 1) {
      throw new HttpFailure(400, "found two headers " + name + "; expected one");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  /** Sets a header of the answer. */
  void set(String name, String value) {
    response.getHeaders().put(name, value);
  }

  byte[] body() {
    return body;
  }

  /** All has come; it is handled on these threads. */
  void isWhole(byte[] bytes, Executor on) {
    body = bytes;
    threads = on;
    whole = true;
    client.isHandled();
    // The handler takes as long as it takes.
    request.addIdleTimeoutListener(timeout -> false);
  }

  /** Answers before all was read. */
  void refuse(HttpFailure failure) {
    release();
    if (!whole) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    try {
      Reply.message(this, failure.status(), failure.getMessage());
    } catch (IOException e) {
      broken(e);
    }
  }

  /** Sends an answer that is there. */
  void send(int status, byte[] bytes) {
    begin(status);
    response.write(true, ByteBuffer.wrap(bytes), Callback.from(this::sent, this::broken));
  }

  private void begin(int status) {
    if (answered) {
      throw new IllegalStateException("answered twice");
    }
    answered = true;
    response.setStatus(status);
  }

  boolean isAnswered() {
    return answered;
  }

  /** Sends an answer that is made as the client reads it, so that it may be large. */
  void send(Pieces pieces) throws IOException {
    begin(200);
    ByteArrayOutputStream piece = new ByteArrayOutputStream(PIECE_BYTES);
    send(pieces, piece, ServiceEventJson.generator(piece));
  }

  private void send(Pieces pieces, ByteArrayOutputStream piece, JsonGenerator json) {
    try {
      boolean more = true;
      BooleanSupplier full = () -> piece.size() >= PIECE_BYTES;
      while (more && !full.getAsBoolean()) {
        more = pieces.next(json, full);
        json.flush();
      }
      if (!more) {
        json.writeRaw('\n');
        json.close();
      }
      byte[] bytes = piece.toByteArray();
      piece.reset();
      write(bytes, !more, more ? () -> execute(() -> send(pieces, piece, json)) : this::sent);
    } catch (IOException | RuntimeException e) {
      broken(e);
    }
  }

  /** Sends a file, then calls back, whether the client took it or not. */
  void send(Path file, long bytes, Runnable atEnd) {
    begin(200);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes);
    Callback sent =
        Callback.from(
            () -> {
              sent();
              atEnd.run();
            },
            cause -> {
              broken(cause);
              atEnd.run();
            });
    Content.copy(Content.Source.from(file), response, sent);
  }

  /**
   * Begins an answer that goes on, the last one of its connection.
   *
   * @param onEnd is called when the client has gone, perhaps while something is written
   */
  void beginStream(Runnable onEnd) {
    begin(200);
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    onGone = onEnd;
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    new Farewell(
            endPoint,
            () -> {
              client.close();
              onEnd.run();
            })
        .await();
  }

  /** Sends some of an answer, then calls back. Waits for the client if it is a lot. */
  void write(byte[] bytes, boolean last, Runnable then) {
    if (bytes.length <= MOST_WAITING) {
      response.write(last, ByteBuffer.wrap(bytes), Callback.from(then, this::broken));
      return;
    }
    try (Blocker.Callback taken = Blocker.callback()) {
      response.write(last, ByteBuffer.wrap(bytes), taken);
      taken.block();
    } catch (IOException e) {
      broken(e);
      return;
    }
    then.run();
  }

  /** Does something more on the threads of the handler. */
  void execute(Runnable task) {
    threads.execute(task);
  }

  /** Reads what a client sends that has nothing to say any more, to learn that it has gone. */
  private record Farewell(EndPoint endPoint, Runnable onGone) implements Callback {
    void await() {
      endPoint.tryFillInterested(this);
    }

    @Override
    public void succeeded() {
      try {
        if (endPoint.fill(ByteBuffer.allocate(1 << 10).flip()) >= 0) {
          await();
          return;
        }
      } catch (IOException e) {
        // It has gone as well.
      }
      onGone.run();
    }

    @Override
    public void failed(Throwable cause) {
      onGone.run();
    }
  }

  /** The answer is on its way. What is left of the request is read, or the client misses it. */
  private void sent() {
    if (whole || headers().contains(HttpHeader.EXPECT)) {
      end();
    } else {
      client.lingers();
      drain();
    }
  }

  /** A connection that is closed with something unread is reset. */
  private void drain() {
    for (int i = 0; i < AT_ONCE; i++) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, this::drain));
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        end();
        return;
      }
      chunk.release();
      if (chunk.isLast()) {
        end();
        return;
      }
    }
    request.getComponents().getExecutor().execute(this::drain);
  }

  /** The connection is free for the next request. */
  void end() {
    if (!over.getAndSet(true)) {
      release();
      client.isIdle();
      callback.succeeded();
    }
  }

  /** There is no answer, or not all of it; the connection ends. */
  void broken(Throwable cause) {
    if (!over.getAndSet(true)) {
      release();
      onGone.run();
      client.close();
      callback.failed(cause);
    }
  }
}
