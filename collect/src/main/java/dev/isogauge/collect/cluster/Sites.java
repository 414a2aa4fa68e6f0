package dev.isogauge.collect.cluster;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.DatabaseOptions;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.Topology;
import dev.isogauge.collect.artifact.DebianPackages;
import dev.isogauge.collect.process.Network;
import dev.isogauge.collect.process.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The places of all servers of a cluster. */
public final class Sites implements AutoCloseable {
  private static final String LIBRARY = "libfaketimeMT.so.1";

  private final Network network;
  private final Optional<Path> clock;

  private Sites(Network network, Optional<Path> clock) {
    this.network = network;
    this.clock = clock;
  }

  /** Places for as many servers, in which the faults of the topology can be made. */
  public static Sites of(Topology topology, int servers, DatabaseOptions options)
      throws DatabaseException {
    Optional<Path> clock =
        topology.faults().contains(FaultKind.CLOCK)
            ? Optional.of(clockLibrary(options))
            : Optional.empty();
    return new Sites(
        topology.faults().contains(FaultKind.PARTITION)
            ? Network.namespaces(servers)
            : Network.loopback(),
        clock);
  }

  private static Path clockLibrary(DatabaseOptions options) throws DatabaseException {
    Path installed = Path.of("/usr/lib");
    Optional<Path> found = Files.isDirectory(installed) ? find(installed) : Optional.empty();
    if (found.isPresent()) {
      return found.get();
    }
    Path unpacked =
        DebianPackages.unpacked("faketime", "libfaketime", List.of(), options.notices());
    return find(unpacked)
        .orElseThrow(() -> new DatabaseException("there is no " + LIBRARY + " below " + unpacked));
  }

  /** It lies a few directories down, in one that is called after the platform. */
  private static Optional<Path> find(Path directory) throws DatabaseException {
    try (Stream<Path> files =
        Files.find(
            directory, 5, (file, unused) -> file.endsWith(Path.of("faketime").resolve(LIBRARY)))) {
      return files.findFirst();
    } catch (IOException | UncheckedIOException e) {
      throw new DatabaseException("cannot read " + directory + ": " + e.getMessage(), e);
    }
  }

  /** The place of the server of this number, from 0. */
  public Site site(int number) {
    return new Site(network, number, clock);
  }

  /** The address of the server of this number. */
  public String host(int number) {
    return network.host(number);
  }

  /** To be called when no server runs there any more. */
  @Override
  public void close() {
    network.close();
  }
}
