package dev.isogauge.collect.etcd;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An etcd of one member, of our own, in a directory that goes with it. */
final class EtcdServer implements AutoCloseable {
  private static final String PACKAGE = "etcd-server";
  private static final int START_SECONDS = 60;
  private static final int PORT_ATTEMPTS = 5;

  private final GuardedDirectory directory;
  private int port;

  private EtcdServer(GuardedDirectory directory) {
    this.directory = directory;
  }

  static EtcdServer start(DatabaseOptions options) throws DatabaseException {
    Optional<Path> installed = Commands.find("etcd");
    Path program =
        installed.isPresent()
            ? installed.get()
            : DebianPackages.unpacked("etcd", PACKAGE, List.of(), options.notices())
                .resolve("usr/bin/etcd");
    EtcdServer server = new EtcdServer(GuardedDirectory.create("isogauge-etcd"));
    try {
      server.run(program, options.settings());
      return server;
    } catch (IOException e) {
      server.close();
      throw new DatabaseException("cannot prepare etcd: " + e.getMessage(), e);
    } catch (DatabaseException e) {
      server.close();
      throw e;
    }
  }

  private void run(Path program, Map<String, String> wanted) throws IOException, DatabaseException {
    Map<String, String> settings = new TreeMap<>();
    settings.put("data-dir", directory.path().resolve("data").toString());
    settings.put("max-txn-ops", "100000");
    // What a crash of the machine would do to the data does not matter here.
    settings.put("unsafe-no-fsync", "true");
    for (int attempt = 1; ; attempt++) {
      port = GuardedDirectory.freePort();
      String clients = "http://127.0.0.1:" + port;
      String peers = "http://127.0.0.1:" + GuardedDirectory.freePort();
      settings.put("listen-client-urls", clients);
      settings.put("advertise-client-urls", clients);
      settings.put("listen-peer-urls", peers);
      settings.put("initial-advertise-peer-urls", peers);
      settings.put("initial-cluster", "default=" + peers);
      settings.putAll(wanted);
      List<String> command = new ArrayList<>(List.of(program.toString()));
      settings.forEach((name, value) -> command.add("--" + name + "=" + value));
      directory.start(command);
      // Answers come once the member has elected itself.
      if (directory.awaitReady(() -> client().range("ready", 0), START_SECONDS)) {
        return;
      }
      if (!directory.complaint().contains("address already in use") || attempt == PORT_ATTEMPTS) {
        throw new DatabaseException("etcd does not start: " + directory.complaint());
      }
    }
  }

  EtcdClient client() {
    return new EtcdClient(port);
  }

  @Override
  public void close() {
    directory.close();
  }
}
