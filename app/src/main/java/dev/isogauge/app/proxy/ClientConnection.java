package dev.isogauge.app.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A connection of a client and the one to the server that belongs to it; a thread for each
 * direction. Whatever goes wrong ends this connection only.
 */
final class ClientConnection implements Runnable {
  /** So long a client may take until its session begins. */
  private static final int PATIENCE_MILLIS = 60_000;

  /** What the threads' work needs, with a margin; a thousand of them must fit. */
  private static final long STACK = 256 * 1024;

  private final Proxy proxy;
  private final int number;
  private Socket client;
  private volatile Socket server;

  ClientConnection(Proxy proxy, int number, Socket client) {
    this.proxy = proxy;
    this.number = number;
    this.client = client;
  }

  void start() {
    Thread thread = new Thread(null, this, "isogauge-requests-" + number, STACK);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    Thread answers = null;
    try {
      client.setTcpNoDelay(true);
      client.setSoTimeout(PATIENCE_MILLIS);
      Optional<Startup> startup = startup();
      if (startup.isPresent()) {
        client.setSoTimeout(0);
        server = proxy.upstream().connect();
        answers = session(startup.get());
      }
    } catch (IOException | RuntimeException e) {
      proxy.debug("connection " + number, e);
    } finally {
      if (answers == null) {
        close();
      } else {
        // What the server still answers tells how the last transaction ended.
        halfClose();
        join(answers);
      }
      proxy.ended(this);
    }
  }

  private static void join(Thread answers) {
    try {
      answers.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Agrees on encryption; empty if there is no session to follow. */
  private Optional<Startup> startup() throws IOException {
    while (true) {
      Startup first = Startup.read(client.getInputStream());
      switch (first.code()) {
        case Startup.TLS -> {
          Optional<SSLContext> context = proxy.certificate();
          boolean isPossible = context.isPresent() && !(client instanceof SSLSocket);
          client.getOutputStream().write(isPossible ? 'S' : 'N');
          client.getOutputStream().flush();
          if (isPossible) {
            SSLSocket socket =
                (SSLSocket)
                    context
                        .get()
                        .getSocketFactory()
                        .createSocket(client, client.getInetAddress().getHostAddress(), 0, true);
            socket.setUseClientMode(false);
            client = socket;
            socket.startHandshake();
          }
        }
        case Startup.GSS_ENCRYPTION -> {
          client.getOutputStream().write('N');
          client.getOutputStream().flush();
        }
        case Startup.CANCEL -> {
          proxy.upstream().cancel(first.bytes());
          return Optional.empty();
        }
        default -> {
          return Optional.of(first);
        }
      }
    }
  }

  private Thread session(Startup startup) throws IOException {
    MessageOutput toServer = new MessageOutput(server.getOutputStream());
    MessageOutput toClient = new MessageOutput(new Lasting(client.getOutputStream()));
    MessageInput fromClient = new MessageInput(client.getInputStream(), toServer);
    MessageInput fromServer = new MessageInput(server.getInputStream(), toClient);
    toServer.write(startup.bytes());
    toServer.flush();
    if (!proxy.isRecorded(startup)) {
      Thread answers = answers(() -> copy(server.getInputStream(), client.getOutputStream()));
      copy(client.getInputStream(), server.getOutputStream());
      return answers;
    }
    Map<String, String> settings = startup.settings();
    String application = settings.getOrDefault("application_name", "");
    PendingRequests questions = new PendingRequests();
    WireState state = new WireState(proxy.types());
    WireSession session =
        new WireSession(proxy.recording(), proxy.names(), proxy.sessionName(number, application));
    Requests requests =
        new Requests(fromClient, toServer, questions, proxy.recording(), session, state);
    Responses responses =
        new Responses(
            fromServer,
            toClient,
            questions,
            session,
            state,
            name -> session.name(proxy.sessionName(number, name)),
            proxy::say);
    Thread answers =
        answers(
            () -> {
              try {
                while (fromServer.next()) {
                  responses.accept();
                }
                toClient.flush();
              } finally {
                session.lost(!questions.isEmpty());
              }
            });
    try {
      while (fromClient.next()) {
        requests.accept();
      }
      toServer.flush();
    } catch (IOException | RuntimeException e) {
      proxy.debug("requests of connection " + number, e);
    }
    return answers;
  }

  /** What a direction does. */
  private interface Work {
    void run() throws IOException;
  }

  private Thread answers(Work work) {
    Runnable all =
        () -> {
          try {
            work.run();
          } catch (IOException | RuntimeException e) {
            proxy.debug("answers of connection " + number, e);
          } finally {
            close();
          }
        };
    Thread thread = new Thread(null, all, "isogauge-answers-" + number, STACK);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    byte[] bytes = new byte[1 << 14];
    for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
      out.write(bytes, 0, count);
      out.flush();
    }
  }

  /** No more will be sent to the server. */
  private void halfClose() {
    try {
      if (server instanceof SSLSocket) {
        ((SSLSocket) server).shutdownOutput();
      } else {
        server.shutdownOutput();
      }
    } catch (IOException e) {
      close();
    }
  }

  void close() {
    for (Socket each : new Socket[] {client, server}) {
      if (each != null) {
        shut(each);
      }
    }
  }

  /** What was sent arrives, also if something that was received has not been read. */
  private static void shut(Socket socket) {
    try (socket) {
      if (!(socket instanceof SSLSocket)) {
        socket.shutdownOutput();
      }
    } catch (IOException e) {
      // It is gone already.
    }
  }

  /** Takes what is sent also when nobody is there any more. */
  private static final class Lasting extends OutputStream {
    private final OutputStream out;
    private boolean isGone;

    Lasting(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int single) throws IOException {
      write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      try {
        if (!isGone) {
          out.write(bytes, offset, count);
        }
      } catch (IOException e) {
        isGone = true;
      }
    }

    @Override
    public void flush() {
      try {
        if (!isGone) {
          out.flush();
        }
      } catch (IOException e) {
        isGone = true;
      }
    }
  }
}
