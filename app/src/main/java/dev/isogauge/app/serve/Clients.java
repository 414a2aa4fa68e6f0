package dev.isogauge.app.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;

/**
 * The connections, how long they may take and how many there may be. Jetty limits silence only:
 * these limits are for clients that send or stay without coming to an end.
 */
final class Clients implements Connection.Listener {
  static final int MOST = 2048;
  static final int MOST_OF_AN_ADDRESS = 1024;

  /** How long a connection without a request stays. */
  static final long IDLE_MILLIS = 60_000;

  /** A body or an answer must make progress within this time. */
  static final long PROGRESS_MILLIS = 10_000;

  /** From the first byte of a request until its headers must be there; also for lingering. */
  private static final long LIMIT_NANOS = 10_000_000_000L;

  /** After its first ten seconds a body must come at this rate at least. */
  private static final long BYTES_PER_SECOND = 8192;

  private final Map<EndPoint, Client> clients = new ConcurrentHashMap<>();
  private final Map<InetAddress, Integer> addresses = new ConcurrentHashMap<>();

  private enum Phase {
    /** New, or some of the headers of a request have come. */
    HEAD,
    BODY,
    /** With a handler, or the answer is on its way. */
    HANDLED,
    /** Answered before all was read: the client must see that before the end. */
    LINGERING,
    IDLE
  }

  /** One connection. */
  static final class Client {
    private final EndPoint endPoint;
    private final InetAddress address;
    private volatile Connection connection;
    private volatile Phase phase = Phase.HEAD;
    private volatile long since = System.nanoTime();
    private volatile long received;

    private Client(EndPoint endPoint) {
      this.endPoint = endPoint;
      this.address =
          endPoint.getRemoteSocketAddress() instanceof InetSocketAddress remote
              ? remote.getAddress()
              : InetAddress.getLoopbackAddress();
    }

    private void enter(Phase next) {
      since = System.nanoTime();
      phase = next;
    }

    /** The headers of a request have come. */
    void begins() {
      endPoint.setIdleTimeout(PROGRESS_MILLIS);
      received = 0;
      enter(Phase.BODY);
    }

    /** So many bytes of its body have come. */
    void received(long bytes) {
      received = bytes;
    }

    /** All of it has come. */
    void isHandled() {
      enter(Phase.HANDLED);
    }

    /** It is answered, and the rest of its body is read for a while. */
    void lingers() {
      enter(Phase.LINGERING);
    }

    /** It is over. */
    void isIdle() {
      endPoint.setIdleTimeout(IDLE_MILLIS);
      received = connection.getBytesIn();
      enter(Phase.IDLE);
    }

    void close() {
      endPoint.close();
    }

    private boolean isOverdue(long now) {
      long passed = now - since;
      return switch (phase) {
        case HEAD, LINGERING -> passed > LIMIT_NANOS;
        case BODY ->
            passed > LIMIT_NANOS
                && received < BYTES_PER_SECOND * ((passed - LIMIT_NANOS) / 1_000_000_000L);
        case IDLE -> {
          if (connection.getBytesIn() > received) {
            enter(Phase.HEAD);
          }
          yield false;
        }
        case HANDLED -> false;
      };
    }
  }

  /** The connection of a request. */
  Client of(Request request) {
    return clients.get(socket(request.getConnectionMetaData().getConnection().getEndPoint()));
  }

  /** Under TLS there is a connection in the connection. */
  private static EndPoint socket(EndPoint endPoint) {
    return endPoint instanceof EndPoint.Wrapper wrapper ? wrapper.unwrap() : endPoint;
  }

  @Override
  public void onOpened(Connection connection) {
    EndPoint endPoint = socket(connection.getEndPoint());
    Client client = clients.computeIfAbsent(endPoint, Client::new);
    client.connection = connection;
    if (endPoint != connection.getEndPoint()) {
      return;
    }
    if (addresses.merge(client.address, 1, Integer::sum) > MOST_OF_AN_ADDRESS) {
      giveWay(other -> other.address.equals(client.address));
    } else if (clients.size() > MOST) {
      giveWay(other -> true);
    }
  }

  @Override
  public void onClosed(Connection connection) {
    leave(connection.getEndPoint());
  }

  private void leave(EndPoint endPoint) {
    Client client = clients.remove(endPoint);
    if (client != null) {
      addresses.computeIfPresent(client.address, (address, n) -> n > 1 ? n - 1 : null);
    }
  }

  /** Closes the connection that was idle for longest; one that sends a body only if none is. */
  private synchronized void giveWay(Predicate<Client> who) {
    clients.values().stream()
        .filter(client -> client.phase != Phase.HANDLED && who.test(client))
        .min(
            Comparator.comparing((Client client) -> client.phase == Phase.BODY)
                .thenComparing((a, b) -> Long.signum(a.since - b.since)))
        .ifPresent(
            client -> {
              // Jetty tells later that it is closed; until then others come, for which others go.
              leave(client.endPoint);
              client.close();
            });
  }

  /** Closes all that take too long. */
  void sweep() {
    long now = System.nanoTime();
    for (Client client : clients.values()) {
      if (client.isOverdue(now)) {
        client.endPoint.close();
      }
    }
  }
}
