package dev.isogauge.collect.process;

import dev.isogauge.collect.DatabaseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where a server of a cluster runs: in which network, and by which clock.
 *
 * @param number of the server, from 0
 * @param clock a library that gives the server another time than ours, where that is wanted
 */
public record Site(Network network, int number, Optional<Path> clock) {
  private static final String OFFSET = "clock-offset";

  /** A server alone, at loopback, by our clock. */
  public static Site alone() {
    return new Site(Network.loopback(), 0, Optional.empty());
  }

  /** The address at which the server listens. */
  public String host() {
    return network.host(number);
  }

  /** The server's command, as it runs in this place. */
  public List<String> command(GuardedDirectory directory, List<String> words)
      throws IOException, DatabaseException {
    List<String> command = new ArrayList<>(network.enter(number));
    List<String> own = new ArrayList<>();
    if (clock.isPresent()) {
      Path library = directory.path().resolve(clock.get().getFileName());
      if (!Files.exists(library)) {
        Files.copy(clock.get(), library);
        Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rwxr-xr-x"));
        ServerAccount.file(directory.path().resolve(OFFSET), "+0\n");
      }
      own.addAll(
          List.of(
              "env",
              "LD_PRELOAD=" + library,
              "FAKETIME_TIMESTAMP_FILE=" + directory.path().resolve(OFFSET),
              "FAKETIME_NO_CACHE=1",
              // Timeouts go on as ever: a clock that is wrong does not run at another speed.
              "FAKETIME_DONT_FAKE_MONOTONIC=1"));
    }
    own.addAll(words);
    command.addAll(ServerAccount.command(own));
    return command;
  }

  /** Puts the server's clock ahead of ours, or behind. */
  void skew(GuardedDirectory directory, Duration offset) throws IOException {
    Files.writeString(
        directory.path().resolve(OFFSET),
        (offset.isNegative() ? "" : "+") + offset.toSeconds() + "\n",
        StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
  }
}
