package dev.isogauge.collect.etcd;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.cluster.Sites;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.GuardedServer;
import dev.isogauge.collect.process.ServerAccount;
import dev.isogauge.collect.process.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A member of an etcd of our own, in a directory that goes with it. Its clients need no password:
 * while it runs, programs of this machine can change what is in it, and nothing else.
 */
final class EtcdServer implements AutoCloseable {
  private static final String PACKAGE = "etcd-server";
  private static final int START_SECONDS = 60;
  private static final int ATTEMPTS = 5;
  private static final String PORT_TAKEN = "address already in use";

  private final GuardedDirectory directory;
  private final Site site;
  private final int port;
  private final int peerPort;

  private EtcdServer(GuardedDirectory directory, Site site, int port, int peerPort) {
    this.directory = directory;
    this.site = site;
    this.port = port;
    this.peerPort = peerPort;
  }

  /** The installed program, else Debian's. */
  static Path find(DatabaseOptions options) throws DatabaseException {
    Optional<Path> installed = Commands.find("etcd");
    return installed.isPresent()
        ? installed.get()
        : DebianPackages.unpacked("etcd", PACKAGE, List.of(), options.notices())
            .resolve("usr/bin/etcd");
  }

  /** Starts the members of a cluster, and returns when each of them answers. */
  static List<EtcdServer> start(Path program, int members, Sites sites, DatabaseOptions options)
      throws DatabaseException {
    // Another process may take a port between our choice and the start.
    for (int attempt = 1; ; attempt++) {
      List<EtcdServer> servers = new ArrayList<>();
      try {
        for (int i = 0; i < members; i++) {
          servers.add(create(sites.site(i)));
        }
        for (EtcdServer server : servers) {
          server.directory.prepare("etcd", () -> server.run(program, servers, options.settings()));
        }
        for (EtcdServer server : servers) {
          server.awaitReady();
        }
        return servers;
      } catch (DatabaseException e) {
        servers.forEach(EtcdServer::close);
        if (!e.getMessage().contains(PORT_TAKEN) || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static EtcdServer create(Site site) throws DatabaseException {
    GuardedDirectory directory = GuardedDirectory.create("isogauge-etcd");
    try {
      return new EtcdServer(
          directory, site, GuardedDirectory.freePort(), GuardedDirectory.freePort());
    } catch (IOException e) {
      directory.close();
      throw new DatabaseException("there is no free port: " + e.getMessage(), e);
    }
  }

  private void run(Path found, List<EtcdServer> members, Map<String, String> wanted)
      throws IOException, DatabaseException {
    Path program = ServerAccount.within(found, directory.path());
    Map<String, String> settings = new TreeMap<>();
    settings.put("data-dir", ServerAccount.directory(directory.path().resolve("data")).toString());
    settings.put("max-txn-ops", "100000");
    // What a crash of the machine would do to the data does not matter here.
    settings.put("unsafe-no-fsync", "true");
    settings.put("name", name());
    settings.put("listen-client-urls", clients());
    settings.put("advertise-client-urls", clients());
    settings.put("listen-peer-urls", peers());
    settings.put("initial-advertise-peer-urls", peers());
    settings.put(
        "initial-cluster",
        IntStream.range(0, members.size())
            .mapToObj(i -> members.get(i).name() + "=" + members.get(i).peers())
            .collect(Collectors.joining(",")));
    settings.putAll(wanted);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    settings.forEach((name, value) -> command.add("--" + name + "=" + value));
    directory.start(site.command(directory, command));
  }

  /** A member answers once a majority has elected a leader. */
  private void awaitReady() throws DatabaseException {
    EtcdClient client = client();
    if (!directory.awaitReady(() -> client.range("ready", 0), START_SECONDS)) {
      throw new DatabaseException("etcd does not start: " + directory.complaint());
    }
  }

  String name() {
    return "member" + (site.number() + 1);
  }

  private String clients() {
    return "http://" + site.host() + ":" + port;
  }

  private String peers() {
    return "http://" + site.host() + ":" + peerPort;
  }

  EtcdClient client() {
    return new EtcdClient(site.host(), port);
  }

  /** The member as something that can fail. */
  ServerNode node() {
    EtcdClient client = client();
    return new GuardedServer(name(), directory, site, "TERM", () -> client.range("ready", 0));
  }

  @Override
  public void close() {
    directory.close();
  }
}
