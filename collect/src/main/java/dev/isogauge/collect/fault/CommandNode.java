package dev.isogauge.collect.fault;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.FaultKind;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.process.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A server of the user's, which a command of the user's makes fail: it is called with the kind of
 * the fault, the server's number from 1, and {@code begin} or {@code end}.
 */
public record CommandNode(String command, int number) implements ServerNode {
  /** As many servers. */
  public static List<ServerNode> of(String command, int servers) {
    return IntStream.rangeClosed(1, servers)
        .<ServerNode>mapToObj(number -> new CommandNode(command, number))
        .toList();
  }

  @Override
  public String name() {
    return "server" + number;
  }

  @Override
  public boolean suffers(FaultKind kind, boolean begins) throws DatabaseException {
    Commands.run(
        Path.of(System.getProperty("java.io.tmpdir")),
        (int) START_PATIENCE.toSeconds(),
        List.of(
            "sh",
            "-c",
            "cd \"$1\" || exit; shift; " + command + " \"$@\"",
            "fault-command",
            Path.of("").toAbsolutePath().toString(),
            kind.id(),
            Integer.toString(number),
            begins ? "begin" : "end"));
    return true;
  }

  @Override
  public void kill() throws DatabaseException {
    suffers(FaultKind.KILL, true);
  }

  @Override
  public boolean stop() throws DatabaseException {
    suffers(FaultKind.RESTART, true);
    return false;
  }

  @Override
  public void start() throws DatabaseException {
    suffers(FaultKind.KILL, false);
  }

  @Override
  public void pause() throws DatabaseException {
    suffers(FaultKind.PAUSE, true);
  }

  @Override
  public void resume() throws DatabaseException {
    suffers(FaultKind.PAUSE, false);
  }

  @Override
  public void cutFrom(int server) throws DatabaseException {
    suffers(FaultKind.PARTITION, true);
  }

  @Override
  public void joinTo(int server) throws DatabaseException {
    suffers(FaultKind.PARTITION, false);
  }

  @Override
  public void skewClock(Duration offset) throws DatabaseException {
    suffers(FaultKind.CLOCK, !offset.isZero());
  }
}
