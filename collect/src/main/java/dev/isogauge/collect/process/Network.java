package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * How the servers of a cluster reach one another: by loopback, or each in a network namespace of
 * its own, where a packet can be kept from a server. The namespaces are joined by a bridge that
 * nothing but this machine reaches, and go when this is closed or this process ends.
 */
public final class Network implements AutoCloseable {
  /** For measurements between devices (RFC 2544): no address of anything else. */
  private static final String PREFIX = "198.18.";

  private static final int NETWORKS = 256;
  private static final int SECONDS = 30;

  private final String name;
  private final String subnet;
  private final GuardedDirectory guard;

  private Network(String name, String subnet, GuardedDirectory guard) {
    this.name = name;
    this.subnet = subnet;
    this.guard = guard;
  }

  /** All at loopback; nothing can be cut. */
  public static Network loopback() {
    return new Network("", "", null);
  }

  /**
   * A namespace for each of the servers, which are numbered from 0.
   *
   * @throws DatabaseException if we may not make namespaces
   */
  public static Network namespaces(int servers) throws DatabaseException {
    if (Commands.find("ip").isEmpty()) {
      throw new DatabaseException(
          "partitions need the program ip of Debian's package iproute2, which is not on the PATH");
    }
    GuardedDirectory guard = GuardedDirectory.create("isogauge-network");
    int number = Math.floorMod(ProcessHandle.current().pid(), NETWORKS);
    for (int attempt = 1; ; attempt++) {
      Network network = new Network("isogauge" + number, PREFIX + number + ".", guard);
      try {
        network.make(servers);
        return network;
      } catch (IOException | DatabaseException e) {
        if (attempt == 3) {
          guard.close();
          throw new DatabaseException(
              "partitions need network namespaces, which only root may make: " + e.getMessage(), e);
        }
        number = (number + 1) % NETWORKS;
      }
    }
  }

  private void make(int servers) throws IOException, DatabaseException {
    StringBuilder end = new StringBuilder("ip link del " + name + "\n");
    for (int i = 0; i < servers; i++) {
      end.append("ip netns del ").append(namespace(i)).append('\n');
    }
    // The bridge first: if another process has one of this name, nothing of its own is removed.
    run("ip", "link", "add", name, "type", "bridge");
    Files.writeString(guard.path().resolve("end"), end);
    run("ip", "addr", "add", subnet + "254/24", "dev", name);
    run("ip", "link", "set", name, "up");
    for (int i = 0; i < servers; i++) {
      String cable = name + "-" + i;
      run("ip", "netns", "add", namespace(i));
      run(
          "ip",
          "link",
          "add",
          cable,
          "type",
          "veth",
          "peer",
          "name",
          "eth0",
          "netns",
          namespace(i));
      run("ip", "link", "set", cable, "master", name, "up");
      within(i, "ip", "addr", "add", host(i) + "/24", "dev", "eth0");
      within(i, "ip", "link", "set", "eth0", "up");
      within(i, "ip", "link", "set", "lo", "up");
    }
  }

  private String namespace(int server) {
    return name + "-" + server;
  }

  private void run(String... command) throws DatabaseException {
    Commands.run(guard.path(), SECONDS, List.of(command));
  }

  private void within(int server, String... command) throws DatabaseException {
    List<String> words = new ArrayList<>(enter(server));
    words.addAll(List.of(command));
    Commands.run(guard.path(), SECONDS, words);
  }

  /** Whether servers can be kept from one another. */
  public boolean canCut() {
    return guard != null;
  }

  /** The address at which the server listens. */
  public String host(int server) {
    return canCut() ? subnet + (server + 1) : "127.0.0.1";
  }

  /** The beginning of a command that runs as the server does. */
  List<String> enter(int server) {
    return canCut() ? List.of("ip", "netns", "exec", namespace(server)) : List.of();
  }

  /** Loses all packets from one server to another. */
  public void cut(int from, int to) throws DatabaseException {
    within(from, "ip", "route", "replace", "blackhole", host(to));
  }

  /** Lets them pass again. */
  public void join(int from, int to) throws DatabaseException {
    within(from, "ip", "route", "del", "blackhole", host(to));
  }

  @Override
  public void close() {
    if (guard != null) {
      guard.close();
    }
  }
}
