package dev.isogauge.collect.adapter;

import dev.isogauge.collect.BrokenDatabaseException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A process that answers requests, a line each. Three threads serve it: one writes, so that a
 * process that does not read keeps nobody waiting past a deadline; one reads and hands each answer
 * to the request of its number; one drains standard error and keeps the end of it for messages.
 *
 * <p>Whatever breaks the protocol ends the process, and every request that is under way or comes
 * later fails with the same reason.
 */
final class AdapterProcess implements Channel {
  /** The most bytes of a line. */
  static final int LONGEST_LINE = 16 << 20;

  /** Closes the stream of requests. */
  private static final String END = "";

  private static final int SHOWN = 300;
  private static final int LOG_LINES = 5;

  /** How long after its output a process may end for us to say that it ended. */
  private static final Duration DYING = Duration.ofMillis(500);

  private final String command;
  private final Process process;
  private final Map<Long, Pending> pending = new ConcurrentHashMap<>();
  private final BlockingQueue<String> outgoing = new LinkedBlockingQueue<>();
  private final Deque<String> log = new ArrayDeque<>();
  private final Thread logger;
  private long sent;
  private String fault = "";

  /** A request that was sent, and its answer when it comes. */
  record Pending(String line, CompletableFuture<AdapterAnswer> answer) {}

  private AdapterProcess(String command, Process process) {
    this.command = command;
    this.process = process;
    this.logger = thread("log", this::drain);
    thread("answers", this::read);
    thread("requests", this::write);
  }

  /** Starts a process, by a shell. */
  static AdapterProcess start(String command) throws BrokenDatabaseException {
    try {
      return new AdapterProcess(command, new ProcessBuilder("/bin/sh", "-c", command).start());
    } catch (IOException e) {
      throw new BrokenDatabaseException("cannot run a shell: " + e.getMessage(), e);
    }
  }

  private static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, "isogauge-adapter-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public AdapterAnswer ask(Map<String, ?> fields, Duration deadline) throws BrokenException {
    return await(send(fields), deadline);
  }

  /** Waits for the answer to a request. */
  AdapterAnswer await(Pending request, Duration deadline) throws BrokenException {
    try {
      return request.answer().get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new BrokenException(
          breakDown(
              String.format(
                  "did not answer within %.1f s: %s", deadline.toMillis() / 1e3, request.line())));
    } catch (ExecutionException e) {
      throw new BrokenException(e.getCause().getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BrokenException("interrupted while the adapter worked");
    }
  }

  /** Sends a request and does not wait. */
  synchronized Pending send(Map<String, ?> fields) throws BrokenException {
    if (!fault.isEmpty()) {
      throw new BrokenException(fault);
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("id", sent);
    line.putAll(fields);
    Pending request = new Pending(ProtocolLine.of(line), new CompletableFuture<>());
    pending.put(sent, request);
    sent++;
    outgoing.add(request.line());
    return request;
  }

  /** The only thread that touches the stream, whose methods wait for one another. */
  private void write() {
    try (OutputStream out = process.getOutputStream()) {
      for (String line = outgoing.take(); !line.isEmpty(); line = outgoing.take()) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        if (outgoing.isEmpty()) {
          out.flush();
        }
      }
    } catch (IOException e) {
      // The reader finds the end, and says so.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (InputStream in = process.getInputStream()) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] block = new byte[1 << 16];
      for (int length = in.read(block); length >= 0; length = in.read(block)) {
        int begin = 0;
        for (int i = 0; i < length; i++) {
          if (block[i] == '\n') {
            line.write(block, begin, i - begin);
            accept(line.toByteArray());
            line.reset();
            begin = i + 1;
          }
        }
        line.write(block, begin, length - begin);
        if (line.size() > LONGEST_LINE) {
          breakDown(
              "wrote a line of more than "
                  + (LONGEST_LINE >> 20)
                  + " MB: "
                  + shown(line.toString(StandardCharsets.UTF_8)));
          return;
        }
      }
    } catch (IOException e) {
      // It was killed.
    }
    ended();
  }

  private void accept(byte[] bytes) {
    String line;
    try {
      line = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      breakDown(
          "wrote a line that is not UTF-8: " + shown(new String(bytes, StandardCharsets.UTF_8)));
      return;
    }
    try {
      Map<?, ?> fields = ProtocolLine.parse(line);
      if (!(fields.get("id") instanceof Long id)) {
        breakDown("wrote a line without the number of a request, \"id\": " + shown(line));
        return;
      }
      Pending request = pending.remove(id);
      if (request == null) {
        breakDown(
            (id < 0 || id >= sent() ? "answered a request that nobody sent: " : "answered twice: ")
                + shown(line));
        return;
      }
      AdapterAnswer.of(fields)
          .ifPresentOrElse(
              request.answer()::complete,
              () -> {
                pending.put(id, request);
                breakDown(
                    "answered with none of ok, aborted, rejected, unknown, unsupported: "
                        + shown(line));
              });
    } catch (IOException e) {
      breakDown("wrote a line that is not an answer, since " + e.getMessage() + ": " + shown(line));
    }
  }

  private synchronized long sent() {
    return sent;
  }

  private static String shown(String line) {
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...";
  }

  private void ended() {
    try {
      if (!process.waitFor(DYING.toMillis(), TimeUnit.MILLISECONDS)) {
        breakDown("closed its standard output");
        return;
      }
      logger.join(DYING.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    String asked =
        pending.values().stream()
            .map(Pending::line)
            .sorted()
            .limit(1)
            .collect(Collectors.joining());
    breakDown(
        "ended"
            + (process.isAlive() ? "" : " with exit code " + process.exitValue())
            + (asked.isEmpty() ? "" : " instead of answering " + asked));
  }

  /** Ends the process, and fails all requests; returns the reason of the first failure. */
  private String breakDown(String what) {
    List<Pending> waiting;
    String reason;
    synchronized (this) {
      if (fault.isEmpty()) {
        fault = "the adapter '" + command + "' " + what + lastWords();
      }
      reason = fault;
      waiting = new ArrayList<>(pending.values());
      pending.clear();
    }
    kill();
    outgoing.add(END);
    waiting.forEach(each -> each.answer().completeExceptionally(new BrokenException(reason)));
    return reason;
  }

  @Override
  public String fail(String what) {
    return breakDown(what);
  }

  private String lastWords() {
    synchronized (log) {
      return log.isEmpty() ? "" : ". It logged: " + String.join(" | ", log);
    }
  }

  private void drain() {
    try (InputStream in = new BufferedInputStream(process.getErrorStream(), 1 << 16)) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        if (next != '\n') {
          if (line.size() < SHOWN) {
            line.write(next);
          }
          continue;
        }
        note(line.toString(StandardCharsets.UTF_8).strip());
        line.reset();
      }
      note(line.toString(StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      // It was killed.
    }
  }

  private void note(String line) {
    synchronized (log) {
      if (!line.isEmpty()) {
        log.add(line);
      }
      if (log.size() > LOG_LINES) {
        log.remove();
      }
    }
  }

  @Override
  public synchronized boolean isSound() {
    return fault.isEmpty() && process.isAlive();
  }

  /** Its processes, the first one last. */
  List<Long> processes() {
    return Stream.concat(process.toHandle().descendants(), Stream.of(process.toHandle()))
        .map(ProcessHandle::pid)
        .toList();
  }

  void kill() {
    process.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Closes its standard input, at which it ends; one that does not is killed. True if it ended. */
  boolean end(Duration patience) {
    outgoing.add(END);
    try {
      if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
    return false;
  }
}
