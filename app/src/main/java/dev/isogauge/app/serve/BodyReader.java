package dev.isogauge.app.serve;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads the body of a request while it arrives, without a thread of its own. Memory is taken for
 * what has come, not for what is announced.
 */
final class BodyReader implements Invocable.Task {
  private static final long LOOK_MILLIS = 20;

  private final Exchange exchange;
  private final Request request;
  private final int most;
  private final Consumer<byte[]> onWhole;
  private final BodyBytes bytes;

  /**
   * Reads nothing yet.
   *
   * @param most how many bytes a body may have
   * @param onWhole takes all of it
   */
  BodyReader(Exchange exchange, int most, Consumer<byte[]> onWhole) {
    this.exchange = exchange;
    this.request = exchange.request();
    this.most = most;
    this.onWhole = onWhole;
    long length = request.getLength();
    this.bytes = new BodyBytes(exchange, length < 0 ? most : (int) Math.min(length, most));
  }

  static HttpFailure tooLarge(int most) {
    return new HttpFailure(
        413, "the batch is too large; expected at most " + most + " bytes uncompressed");
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public void run() {
    try {
      read();
    } catch (HttpFailure e) {
      exchange.refuse(e);
    } catch (OutOfMemoryError e) {
      WebFront.die(e);
    }
  }

  private void read() throws HttpFailure {
    if (request.getLength() > most) {
      throw tooLarge(most);
    }
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        await();
        return;
      }
      if (Content.Chunk.isFailure(chunk)) {
        fail(chunk.getFailure());
        return;
      }
      boolean last = chunk.isLast();
      try {
        take(chunk);
      } finally {
        chunk.release();
      }
      if (last) {
        onWhole.accept(bytes.whole());
        return;
      }
    }
  }

  /** Jetty would tell HTTP/1.0 to continue, too, which does not know that. */
  private void await() {
    if (exchange.isHttp10() && exchange.headers().contains(HttpHeader.EXPECT)) {
      request.getComponents().getScheduler().schedule(this, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      request.demand(this);
    }
  }

  private void fail(Throwable cause) throws HttpFailure {
    if (cause instanceof HttpException bad) {
      throw new HttpFailure(bad.getCode(), "the body is not chunked as it should be");
    }
    exchange.broken(cause);
  }

  private void take(Content.Chunk chunk) throws HttpFailure {
    if (chunk.remaining() > most - bytes.size()) {
      throw tooLarge(most);
    }
    bytes.add(chunk.getByteBuffer());
    exchange.received(bytes.size());
  }
}
