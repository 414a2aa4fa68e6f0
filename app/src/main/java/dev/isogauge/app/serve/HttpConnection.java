package dev.isogauge.app.serve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * One client. The listener's thread reads a request; once that is whole it belongs to the thread
 * that handles it, until that gives it back with the answer.
 */
final class HttpConnection {
  /** From the first byte of a request until its headers must be there. */
  static final long HEAD_NANOS = 10_000_000_000L;

  /** How long a connection without a request stays. */
  static final long IDLE_NANOS = 60_000_000_000L;

  /** A body or an answer must make progress within this time. */
  static final long PROGRESS_NANOS = 10_000_000_000L;

  /** After its first ten seconds a body must come at this rate at least. */
  static final long BYTES_PER_SECOND = 8192;

  private static final int MOST_HEAD = 16 << 10;
  private static final int SMALL = 1 << 16;
  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1);

  private enum State {
    /** Waiting for a request, or for all of its headers. */
    HEAD,
    BODY,
    /** With a handler. */
    HANDLED,
    /** The rest of an answer waits for the client. */
    FLUSHING,
    /** Answered before all was read: the client must see that before the end. */
    LINGERING,
    CLOSED
  }

  private final HttpListener listener;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final InetAddress address;

  private volatile State state = State.HEAD;
  private volatile long deadline = System.nanoTime() + HEAD_NANOS;
  private boolean moved;

  /** Of the listener's thread: a request is being handled, or its answer is on its way. */
  private boolean isBusy;

  private byte[] head = new byte[1024];
  private int headSize;
  private HttpRequest request;
  private HttpBody body;
  private long bodyBegan;

  /** What came behind a request. */
  private byte[] early = {};

  /** The rest of an answer. */
  private volatile ByteBuffer outgoing = ByteBuffer.allocate(0);

  private volatile boolean keepAlive;

  HttpConnection(
      HttpListener listener, SocketChannel channel, SelectionKey key, InetAddress address) {
    this.listener = listener;
    this.channel = channel;
    this.key = key;
    this.address = address;
  }

  InetAddress address() {
    return address;
  }

  boolean isClosed() {
    return state == State.CLOSED;
  }

  /** Whether nothing is lost for a handler if it is closed. */
  boolean isIdle() {
    return state != State.HANDLED && state != State.CLOSED;
  }

  boolean isOverdue(long now) {
    if (state == State.BODY) {
      long passed = now - bodyBegan - PROGRESS_NANOS;
      boolean slow = passed > 0 && body.received() < BYTES_PER_SECOND * (passed / 1_000_000_000L);
      return slow || now - deadline > 0;
    }
    return isIdle() && now - deadline > 0;
  }

  boolean hasMoved() {
    boolean result = moved;
    moved = false;
    return result;
  }

  /** The client has sent something. */
  void readable(ByteBuffer buffer) {
    try {
      buffer.clear();
      int count = channel.read(buffer);
      if (count < 0) {
        close();
        return;
      }
      buffer.flip();
      if (state == State.LINGERING) {
        return;
      }
      moved = true;
      consume(buffer);
    } catch (IOException e) {
      close();
    }
  }

  private void consume(ByteBuffer bytes) {
    try {
      if (state == State.HEAD) {
        readHead(bytes);
      }
      if (state == State.BODY) {
        deadline = System.nanoTime() + PROGRESS_NANOS;
        if (body.read(bytes)) {
          handle(bytes);
        }
      }
    } catch (HttpFailure e) {
      refuse(e);
    }
  }

  private void readHead(ByteBuffer bytes) throws HttpFailure {
    if (headSize == 0 && bytes.hasRemaining()) {
      deadline = System.nanoTime() + HEAD_NANOS;
    }
    while (bytes.hasRemaining()) {
      if (headSize == MOST_HEAD) {
        throw new HttpFailure(431, "the headers are too long; expected at most 16 kB");
      }
      if (headSize == head.length) {
        head = Arrays.copyOf(head, 2 * headSize);
      }
      byte next = bytes.get();
      head[headSize++] = next;
      if (next == '\n' && endsHead()) {
        beginBody();
        return;
      }
    }
  }

  /** Whether an empty line ends what was read; lines before a request are skipped. */
  private boolean endsHead() {
    if (headSize <= 2) {
      headSize = 0;
      return false;
    }
    return head[headSize - 2] == '\n'
        || (headSize >= 4 && head[headSize - 2] == '\r' && head[headSize - 3] == '\n');
  }

  private void beginBody() throws HttpFailure {
    String text = new String(head, 0, headSize, ISO_8859_1);
    headSize = 0;
    request = new HttpRequest(this);
    request.parse(text);
    listener.door().admit(request);
    body = HttpBody.of(request.requestHeaders(), listener);
    bodyBegan = System.nanoTime();
    state = State.BODY;
    if ("100-continue".equalsIgnoreCase(request.requestHeaders().getFirst("Expect"))) {
      send(ByteBuffer.wrap(CONTINUE));
    }
  }

  private void handle(ByteBuffer rest) {
    early = new byte[rest.remaining()];
    rest.get(early);
    state = State.HANDLED;
    key.interestOps(0);
    isBusy = true;
    listener.began();
    request.body(body.bytes());
    listener.door().handle(request);
  }

  /** Answers a request that was not read to its end, and lets go. */
  private void refuse(HttpFailure failure) {
    try {
      if (body != null) {
        body.release();
        body = null;
      }
      if (request == null) {
        request = new HttpRequest(this);
      }
      state = State.HANDLED;
      request.endsConnection();
      Reply.message(request, failure.status(), failure.getMessage());
    } catch (IOException e) {
      close();
    }
  }

  /** From a handler's thread: the answer is complete. */
  void answered(boolean keep) {
    if (body != null) {
      body.release();
      body = null;
    }
    request = null;
    keepAlive = keep;
    listener.resume(this);
  }

  /** The handler has given the connection back. */
  void resumed() {
    if (state != State.HANDLED) {
      ended();
      return;
    }
    moved = true;
    if (outgoing.hasRemaining()) {
      state = State.FLUSHING;
      deadline = System.nanoTime() + PROGRESS_NANOS;
      key.interestOps(SelectionKey.OP_WRITE);
      return;
    }
    next();
  }

  /** The client takes more of an answer. */
  void writable() {
    try {
      ByteBuffer rest = outgoing;
      int count = channel.write(rest);
      if (count > 0) {
        deadline = System.nanoTime() + PROGRESS_NANOS;
      }
      if (!rest.hasRemaining() && state == State.FLUSHING) {
        next();
      }
    } catch (IOException e) {
      close();
    }
  }

  private void ended() {
    if (isBusy) {
      isBusy = false;
      listener.ended();
    }
  }

  /** Goes on with the next request. */
  private void next() {
    ended();
    outgoing = ByteBuffer.allocate(0);
    key.interestOps(SelectionKey.OP_READ);
    if (!keepAlive) {
      linger();
      return;
    }
    state = State.HEAD;
    deadline = System.nanoTime() + IDLE_NANOS;
    if (early.length > 0) {
      byte[] bytes = early;
      early = new byte[0];
      consume(ByteBuffer.wrap(bytes));
    }
  }

  /** Ends our side and reads on for a while: a reset would take the answer from the client. */
  private void linger() {
    try {
      channel.shutdownOutput();
      state = State.LINGERING;
      deadline = System.nanoTime() + PROGRESS_NANOS;
    } catch (IOException e) {
      close();
    }
  }

  /**
   * Sends bytes as far as the client takes them, and waits for it only if they are many. The rest
   * waits for {@link #answered}.
   */
  void send(ByteBuffer bytes) {
    try {
      if (!outgoing.hasRemaining()) {
        channel.write(bytes);
      }
      while (outgoing.remaining() + bytes.remaining() > SMALL) {
        await(outgoing.hasRemaining() ? outgoing : bytes);
      }
      if (bytes.hasRemaining()) {
        ByteBuffer both = ByteBuffer.allocate(outgoing.remaining() + bytes.remaining());
        outgoing = both.put(outgoing).put(bytes).flip();
      }
    } catch (IOException e) {
      close();
    }
  }

  /** Makes some progress, or gives the client up. */
  private void await(ByteBuffer bytes) throws IOException {
    long until = System.nanoTime() + PROGRESS_NANOS;
    long pause = 1;
    while (channel.write(bytes) == 0) {
      if (System.nanoTime() - until > 0) {
        throw new IOException("the client does not read");
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      pause = Math.min(50, 2 * pause);
    }
  }

  /** Sends what waits, for answers that come bit by bit. */
  void flush() throws IOException {
    while (outgoing.hasRemaining()) {
      await(outgoing);
    }
  }

  void close() {
    state = State.CLOSED;
    if (body != null) {
      body.release();
      body = null;
    }
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
