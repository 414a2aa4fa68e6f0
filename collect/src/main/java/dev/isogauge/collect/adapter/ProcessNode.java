package dev.isogauge.collect.adapter;

import dev.isogauge.collect.DatabaseException;
import dev.isogauge.collect.ServerNode;
import dev.isogauge.collect.process.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The adapter's own process as what fails: its database runs in it, or loses its client. */
record ProcessNode(AdapterStore database) implements ServerNode {
  private static final int SIGNAL_SECONDS = 10;

  @Override
  public String name() {
    return "adapter";
  }

  @Override
  public void kill() {
    database.process().kill();
  }

  @Override
  public boolean stop() {
    return !database.process().end(STOP_PATIENCE);
  }

  @Override
  public void start() throws DatabaseException {
    if (!database.process().isSound()) {
      database.startAgain();
    }
  }

  @Override
  public void pause() throws DatabaseException {
    signal("STOP");
  }

  @Override
  public void resume() throws DatabaseException {
    signal("CONT");
  }

  private void signal(String signal) throws DatabaseException {
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "kill -\"$0\" \"$@\" 2>/dev/null; true", signal));
    database.process().processes().forEach(process -> command.add(Long.toString(process)));
    Commands.run(Path.of(System.getProperty("java.io.tmpdir")), SIGNAL_SECONDS, command);
  }

  @Override
  public void cutFrom(int server) throws DatabaseException {
    throw new DatabaseException("a process has no network of its own");
  }

  @Override
  public void joinTo(int server) throws DatabaseException {
    throw new DatabaseException("a process has no network of its own");
  }

  @Override
  public void skewClock(Duration offset) throws DatabaseException {
    throw new DatabaseException("a process has no clock of its own");
  }
}
