package dev.isogauge.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.isogauge.collect.catalog.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Other users of the machine get neither into a server that we start nor at its files. */
@Timeout(180)
class ServerPrivacyTest {
  /** State 10 of a TCP socket in /proc/net. */
  private static final String LISTENING = "0A";

  @BeforeEach
  void onLinux() {
    assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")), "no /proc here");
  }

  @Test
  void postgres() throws Exception {
    keepsOthersOut("postgres");
  }

  @Test
  @Tag("mariadb")
  void mariaDb() throws Exception {
    try (Database database = Databases.open("mariadb", DatabaseOptions.defaults())) {
      assertPrivate("mariadb");
      String port = database.administer("SELECT @@port").text();
      for (String user : List.of("root", "isogauge", "mariadb.sys", "")) {
        String url = "jdbc:mariadb://127.0.0.1:" + port + "/?user=" + user;
        assertThatThrownBy(() -> Databases.open(url, DatabaseOptions.defaults()).close())
            .isInstanceOf(DatabaseException.class)
            .hasMessageContaining("Access denied");
      }
    }
  }

  @Test
  @Tag("mariadb")
  void galera() throws Exception {
    keepsOthersOut("galera", 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "firebird"})
  @Tag("mariadb")
  void serversOfDebianAndNpm(String name) throws Exception {
    keepsOthersOut(name);
  }

  @Test
  @Tag("extras")
  void etcd() throws Exception {
    keepsOthersOut("etcd");
  }

  /** Three processes each, which speak to one another and to sessions. */
  @ParameterizedTest
  @ValueSource(strings = {"zookeeper", "hazelcast", "infinispan", "ignite", "cassandra"})
  @Tag("extras")
  void clustersOfJavaProcesses(String name) throws Exception {
    keepsOthersOut(name, 3);
  }

  @Test
  void files() throws Exception {
    try (Database database = Databases.open("sqlite", DatabaseOptions.defaults())) {
      assertThat(permissions(directories("file").get(0)))
          .as(database.name())
          .isEqualTo("rwx------");
    }
  }

  private static void keepsOthersOut(String name) throws Exception {
    keepsOthersOut(name, 1);
  }

  private static void keepsOthersOut(String name, int servers) throws Exception {
    try (Database database = Databases.open(name, DatabaseOptions.defaults())) {
      assertThat(directories(database.name())).hasSize(servers);
      assertPrivate(database.name());
    }
  }

  private static void assertPrivate(String name) throws IOException {
    for (Path directory : directories(name)) {
      assertPrivate(directory);
    }
  }

  private static void assertPrivate(Path directory) throws IOException {
    assertThat(permissions(directory)).isIn("rwx------", "rwx--x---");
    assertThat(permissions(directory.resolve("data"))).isEqualTo("rwx------");
    Path secret = directory.resolve("settings"); // Sessions of Java processes must know it.
    if (Files.exists(secret)) {
      assertThat(permissions(secret)).isEqualTo("rw-------");
    }
    List<ProcessHandle> servers =
        ProcessHandle.allProcesses().filter(process -> isServer(process, directory)).toList();
    assertThat(servers).isNotEmpty();
    List<String> addresses = new ArrayList<>();
    for (ProcessHandle server : servers) {
      assertThat(server.info().user()).isNotEmpty().isNotEqualTo(Optional.of("root"));
      addresses.addAll(listening(server));
    }
    assertThat(addresses).isNotEmpty().allMatch(address -> address.startsWith("0100007F:"));
  }

  private static boolean isServer(ProcessHandle process, Path directory) {
    String command = process.info().commandLine().orElse("");
    return command.contains(directory + "/") && !command.contains("isogauge-guard");
  }

  /** The directories of the guards that are children of ours. */
  private static List<Path> directories(String name) {
    return ProcessHandle.current()
        .children()
        .flatMap(guard -> guard.info().arguments().stream().flatMap(Stream::of))
        .filter(word -> word.contains("/isogauge-" + name))
        .map(Path::of)
        .toList();
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /** The addresses at which a process listens, in hexadecimal; of IPv6 they are longer. */
  private static List<String> listening(ProcessHandle process) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        sockets.add(Files.readSymbolicLink(descriptor).toString());
      }
    }
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields[3].equals(LISTENING) && sockets.contains("socket:[" + fields[9] + "]")) {
          addresses.add(fields[1]);
        }
      }
    }
    return addresses;
  }
}
