package dev.isogauge.collect.etcd;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.process.Commands;
import dev.isogauge.collect.process.GuardedDirectory;
import dev.isogauge.collect.process.ServerAccount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An etcd of one member, of our own, in a directory that goes with it. Its clients need no
 * password: while it runs, programs of this machine can change what is in it, and nothing else.
 */
final class EtcdServer implements AutoCloseable {
  private static final String PACKAGE = "etcd-server";

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
    server.directory.prepare("etcd", () -> server.run(program, options.settings()));
    return server;
  }

  private void run(Path found, Map<String, String> wanted) throws IOException, DatabaseException {
    Path program =
        ServerAccount.reaches(found)
            ? found
            : ServerAccount.copy(List.of(found), directory.path().resolve("program"))
                .resolve(found.getFileName());
    Map<String, String> settings = new TreeMap<>();
    settings.put("data-dir", ServerAccount.directory(directory.path().resolve("data")).toString());
    settings.put("max-txn-ops", "100000");
    // What a crash of the machine would do to the data does not matter here.
    settings.put("unsafe-no-fsync", "true");
    settings.putAll(wanted);
    // It answers once the member has elected itself.
    directory.startServer(
        "etcd",
        () -> command(program, settings),
        () -> client().range("ready", 0),
        complaint -> complaint.contains("address already in use"));
  }

  private List<String> command(Path program, Map<String, String> settings) throws IOException {
    port = GuardedDirectory.freePort();
    String clients = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + GuardedDirectory.freePort();
    Map<String, String> all = new TreeMap<>();
    all.put("listen-client-urls", clients);
    all.put("advertise-client-urls", clients);
    all.put("listen-peer-urls", peers);
    all.put("initial-advertise-peer-urls", peers);
    all.put("initial-cluster", "default=" + peers);
    all.putAll(settings);
    List<String> command = new ArrayList<>(List.of(program.toString()));
    all.forEach((name, value) -> command.add("--" + name + "=" + value));
    return ServerAccount.command(command);
  }

  EtcdClient client() {
    return new EtcdClient(port);
  }

  @Override
  public void close() {
    directory.close();
  }
}
